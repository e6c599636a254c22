/** A QR code: black on white in every theme. */
import { qrPath } from '#core/qr-path.ts';
import './qr-code.css';

/** @param label describes the content; the same is shown as text next to the code */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, dots } = qrPath(text);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img">
      <title>{label}</title>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dots} />
    </svg>
  );
}
