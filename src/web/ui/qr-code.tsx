/** A QR code, drawn here: black on white in every theme, with the quiet zone that scanners need. */
import { encode } from 'uqr';
import './qr-code.css';

const QUIET = 4;

/** @param label says what it holds; the same stands as text beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dots = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img">
      <title>{label}</title>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dots} />
    </svg>
  );
}
