/** A real PNG of stripes, as large as a camera's, made without a library. */
import { crc32, deflateSync } from 'node:zlib';

export function drawPng(width: number, height: number): Buffer {
  const row = Buffer.alloc(1 + width * 3);
  const rows = Array.from({ length: height }, (_, y) => {
    for (let x = 0; x < width; x++) {
      row[1 + x * 3] = (x * 5) % 256;
      row[2 + x * 3] = (y * 3) % 256;
      row[3 + x * 3] = (x + y) % 256;
    }
    return Buffer.from(row);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
