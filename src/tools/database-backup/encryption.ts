/**
 * Backups under a passphrase, in the format of age (age-encryption.org/v1), which any age tool
 * opens: `age -d -o plain.backup FILE`. Streamed both ways, so memory use is constant.
 */
import { Decrypter, Encrypter } from 'age-encryption';

/** The first line of every age file. */
export const AGE_TITLE = 'age-encryption.org/v1';
/** scrypt with N = 2^17 takes 128 MiB, little enough for a small server. */
const WORK_FACTOR = 17;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;

type Envelope = {
  /** Bytes of the content. */
  size: number;
  /** Decrypts the whole file. @throws Damaged */
  open: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Buffer>;
};

export class WrongPassphrase extends Error {}
export class Damaged extends Error {}

/** The content encrypted under a passphrase. */
export async function* encrypted(
  passphrase: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normal(passphrase));
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  yield* await encrypter.encrypt(ReadableStream.from(content));
}

/**
 * @param beginning of the file, 4 KiB of it if there are that many
 * @throws WrongPassphrase or Damaged
 */
export async function openEnvelope(
  beginning: Buffer,
  fileSize: number,
  passphrase: string,
): Promise<Envelope> {
  const header = headerOf(beginning);
  const fileKey = await fileKeyOf(header, normal(passphrase));
  const body = fileSize - header.length - NONCE_BYTES;
  const size = body - Math.ceil(body / (CHUNK_BYTES + TAG_BYTES)) * TAG_BYTES;
  if (size <= 0) throw new Damaged();
  return { size, open: (bytes) => decrypted(fileKey, bytes) };
}

/** A small file as a whole. @throws WrongPassphrase or Damaged */
export async function decryptedBytes(
  bytes: Uint8Array,
  passphrase: string | undefined,
): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(normal(passphrase ?? ''));
  try {
    return await decrypter.decrypt(bytes);
  } catch (error) {
    const { message } = error as Error;
    throw message.startsWith('no identity matched') ? new WrongPassphrase() : new Damaged();
  }
}

/** Ends with the line of its MAC: `--- ` and 43 characters. */
function headerOf(beginning: Buffer): Buffer {
  const last = /\n--- [\w+/]{43}\n/.exec(beginning.toString('latin1'));
  if (!last) throw new Damaged();
  return beginning.subarray(0, last.index + last[0].length);
}

/** Derived once, because each derivation is as slow as a guess is meant to be. */
async function fileKeyOf(header: Buffer, passphrase: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decryptHeader(header);
  } catch (error) {
    const { message } = error as Error;
    throw message.startsWith('no identity matched') ? new WrongPassphrase() : new Damaged();
  }
}

async function* decrypted(
  fileKey: Uint8Array,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  try {
    for await (const part of await decrypter.decrypt(ReadableStream.from(bytes)))
      yield Buffer.from(part.buffer, part.byteOffset, part.length);
  } catch (error) {
    throw isFromFileSystem(error) ? error : new Damaged();
  }
}

const isFromFileSystem = (error: unknown) => error instanceof Error && 'syscall' in error;

/** The same passphrase typed on two systems gives the same bytes: NFC, as keyboards and age use. */
const normal = (passphrase: string) => passphrase.normalize('NFC');
