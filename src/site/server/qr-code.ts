/**
 * A QR code, drawn here to keep third parties from learning who looks at it. Black on white in
 * every theme.
 */
import { qrPath } from '#core/qr-path.ts';

/** Decorative: its content is next to it as text. */
export function qrCode(text: string): string {
  const { size, dots } = qrPath(text);
  return (
    `<svg viewBox="0 0 ${size} ${size}" width="220" height="220" shape-rendering="crispEdges" ` +
    `aria-hidden="true"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dots}"/></svg>`
  );
}
