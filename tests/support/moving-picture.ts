/** Combines several screens into an animated PNG. */
import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Chunk = { type: string; data: Buffer };

/**
 * @param frames PNGs of the same size, as taken by a browser @param seconds duration of each; it
 * loops @returns the file (PNG, third edition, 11.3.2: acTL, fcTL, fdAT)
 */
export function movingPicture(frames: readonly Buffer[], seconds: number): Buffer {
  const [first = []] = frames.map(chunksOf);
  const header = first.find(({ type }) => type === 'IHDR')?.data as Buffer;
  let order = 0;
  const parts: Chunk[] = [
    { type: 'IHDR', data: header },
    { type: 'acTL', data: numbers(frames.length, 0) },
  ];
  for (const [at, frame] of frames.entries()) {
    const delay = Buffer.alloc(6);
    delay.writeUInt16BE(Math.round(seconds * 1_000), 0);
    delay.writeUInt16BE(1_000, 2);
    const place = [numbers(order++), header.subarray(0, 8), numbers(0, 0), delay];
    parts.push({ type: 'fcTL', data: Buffer.concat(place) });
    for (const { type, data } of chunksOf(frame)) {
      if (type !== 'IDAT') continue;
      if (at === 0) parts.push({ type, data });
      else parts.push({ type: 'fdAT', data: Buffer.concat([numbers(order++), data]) });
    }
  }
  parts.push({ type: 'IEND', data: Buffer.alloc(0) });
  return Buffer.concat([SIGNATURE, ...parts.map(written)]);
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function written({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
}
