/** A QR code (ISO/IEC 18004) as one SVG path, with the quiet zone of four modules. Pure. */
import encodeQR from 'qr';

const QUIET = 4;

/** @returns the width of the square in modules, and its dark modules */
export function qrPath(text: string): { size: number; dots: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const dots = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, dots };
}
