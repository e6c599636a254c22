/**
 * Opens encrypted backups in the format that was written before decision 43. None is written any
 * more.
 *
 *   Satling encrypted database backup 1      a line, so that a person sees what the file is
 *   {"salt":…,"mac":…}                       a line of JSON: 16 random bytes, and 32, in base64
 *   chunks of 64 KiB, the last one shorter or full: AES-256-GCM, each with its tag of 16 bytes
 *
 * scrypt (RFC 7914; N = 2^17, r = 8, p = 1) makes two keys of passphrase and salt. One makes `mac`,
 * HMAC-SHA-256 of the salt's line: so a wrong passphrase is told from a damaged file. The other
 * encrypts the chunks as STREAM does (Hoang, Reyhanitabar, Rogaway, Vizár: Online Authenticated-
 * Encryption and its Nonce-Reuse Misuse-Resistance, CRYPTO 2015): the nonce is the chunk's number
 * (11 bytes, big endian) and a byte that is 1 for the last one. A chunk that was changed, moved,
 * left out or cut off does not open. The salt is new for each file, so no nonce comes twice.
 */
import { createDecipheriv, createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { Damaged, type Envelope, WrongPassphrase } from './encryption.ts';

export const OLD_TITLE = 'Satling encrypted database backup 1';
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 };

/**
 * @param beginning of the file, 4 KiB of it where there are so many
 * @throws WrongPassphrase or Damaged
 */
export async function openOldEnvelope(
  beginning: Buffer,
  fileSize: number,
  passphrase: string,
): Promise<Envelope> {
  const from = OLD_TITLE.length + 1;
  const start = beginning.indexOf('\n', from) + 1;
  const head = /^\{"salt":"([\w+/]{22}==)","mac":"([\w+/]{43}=)"\}\n$/.exec(
    beginning.toString('latin1', from, start),
  );
  const length = fileSize - start;
  const chunks = Math.ceil(length / (CHUNK_BYTES + TAG_BYTES));
  if (!head || length <= TAG_BYTES) throw new Damaged();
  const salt = Buffer.from(head[1] as string, 'base64');
  const keys = await keysOf(passphrase, salt);
  if (!timingSafeEqual(macOf(keys.mac, salt), Buffer.from(head[2] as string, 'base64')))
    throw new WrongPassphrase();
  const size = length - chunks * TAG_BYTES;
  return { start, size, open: (bytes) => decrypted(keys.chunks, bytes, chunks) };
}

async function* decrypted(
  key: Uint8Array,
  bytes: AsyncIterable<Uint8Array>,
  chunks: number,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const chunk of sized(bytes, CHUNK_BYTES + TAG_BYTES)) {
    const isLast = count === chunks - 1;
    yield opened(key, nonce(count, isLast), chunk);
    count += 1;
  }
  if (count !== chunks) throw new Damaged(); // it has shrunk since it was looked at
}

function opened(key: Uint8Array, iv: Uint8Array, chunk: Buffer): Buffer {
  const end = chunk.length - TAG_BYTES;
  if (end <= 0) throw new Damaged();
  const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAuthTag(chunk.subarray(end));
  const text = cipher.update(chunk.subarray(0, end));
  try {
    cipher.final();
  } catch {
    throw new Damaged();
  }
  return text;
}

/** The same bytes in pieces of one size; the last may be shorter. */
async function* sized(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of bytes) {
    rest = Buffer.concat([rest, part]);
    for (; rest.length >= size; rest = rest.subarray(size)) yield rest.subarray(0, size);
  }
  if (rest.length > 0) yield rest;
}

function nonce(count: number, isLast: boolean): Uint8Array {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(count, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

const macOf = (key: Uint8Array, salt: Uint8Array) =>
  createHmac('sha256', key).update(OLD_TITLE).update(salt).digest();

/** The same passphrase typed on another system is the same one (NFKC). */
const keysOf = (passphrase: string, salt: Uint8Array): Promise<{ chunks: Buffer; mac: Buffer }> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 2 * KEY_BYTES, COST, (error, bytes) =>
      error
        ? reject(error)
        : resolve({ chunks: bytes.subarray(0, KEY_BYTES), mac: bytes.subarray(KEY_BYTES) }),
    ),
  );
