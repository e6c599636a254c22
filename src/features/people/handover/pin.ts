/** Stores PINs as salted scrypt hashes. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { newTurns } from '#server/http/turns.ts';

export type KeptPin = { salt: Uint8Array; hash: Uint8Array };

/** About 0.1 s and 32 MiB per guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const BYTES = 32;
/** Half of Node's threads for such work; each person gets one turn (`heavy`). */
const turns = newTurns({ atOnce: 2, waiting: 200 });

export async function keepPin(pin: string): Promise<KeptPin> {
  const salt = randomBytes(16);
  return { salt, hash: await hashOf(pin, salt) };
}

export const isPin = async (pin: string, { salt, hash }: KeptPin): Promise<boolean> =>
  timingSafeEqual(await hashOf(pin, salt), hash);

const hashOf = (pin: string, salt: Uint8Array): Promise<Buffer> =>
  turns.run(
    'all',
    () =>
      new Promise((resolve, reject) => {
        scrypt(pin, salt, BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
