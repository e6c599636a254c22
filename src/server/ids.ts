/**
 * UUID version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, a 12-bit counter (§6.2 method 1),
 * 62 random bits.
 */
import { randomFillSync, randomInt } from 'node:crypto';

const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastMs = -1;
let counter = 0;

/** A new id. Ids of one process sort in the order they were made, even within a millisecond. */
export function newId(now: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  const ms = tick(now);
  bytes.writeUIntBE(ms, 0, 6);
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * A full counter borrows the next millisecond; if the clock is set back (in tests), counting starts
 * over.
 */
function tick(now: number): number {
  const borrowed = now < lastMs && lastMs - now < 1000;
  if (now !== lastMs && !borrowed) {
    lastMs = now;
    counter = randomInt(256);
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  return lastMs;
}
