/**
 * The bytes of a backup on disk: written whole or not at all, read as often as needed, in the clear
 * or under a passphrase.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OLDER } from '#server/db/baseline.ts';
import { AGE_TITLE, Damaged, encrypted, openEnvelope, WrongPassphrase } from './encryption.ts';

/** The first line of the content. */
export const TITLE = 'Satling database backup 2';
/** First lines of files without an HMAC, and of encrypted ones that aren't age files. */
const OLD_TITLES = ['Satling database backup 1', 'Satling encrypted database backup 1'];

/** The fault of a file, in one line, and by name for a page. */
export class BadBackup extends Error {
  readonly kind: BadKind;
  constructor(message: string, kind: BadKind = 'DAMAGED') {
    super(message);
    this.kind = kind;
  }
}

export type BadKind =
  | 'DAMAGED'
  | 'PASSPHRASE'
  | 'ENCRYPTED'
  | 'PLAIN'
  | 'OTHER_KEY'
  | 'NEWER'
  | 'OLDER'
  | 'FOREIGN'
  | 'LIST';

export const damaged = (file: string) =>
  new BadBackup(`${file} is damaged: its contents do not match their SHA-256`);

/**
 * Writes a file that exists whole or not at all, readable only by its owner.
 * @throws if the file exists: no backup is overwritten
 */
export async function writeWhole(
  file: string,
  passphrase: string | undefined,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${file} is already there, and no backup is written over`);
  const half = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.part`);
  const handle = await open(half, 'wx', 0o600);
  try {
    const bytes = passphrase === undefined ? content : encrypted(passphrase, content);
    for await (const part of bytes) await handle.writeFile(part);
    await handle.sync();
    await handle.close();
    await rename(half, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(half, { force: true });
    throw error;
  }
}

export type Source = {
  /** Bytes of the content. */
  size: number;
  /** From the first to the last byte of the content. @throws BadBackup */
  bytes: () => AsyncGenerator<Buffer>;
};

/** @throws BadBackup, also for a wrong passphrase, a missing one, and one that isn't needed */
export async function openSource(file: string, passphrase: string | undefined): Promise<Source> {
  const { beginning, size } = await look(file);
  const is = (title: string) => beginning.toString('latin1').startsWith(`${title}\n`);
  if (OLD_TITLES.some(is)) throw new BadBackup(`${file} ${OLDER}`, 'OLDER');
  if (is(TITLE)) {
    if (passphrase === undefined) return { size, bytes: () => reading(file) };
    // Otherwise someone able to replace the file could choose one without a passphrase.
    throw new BadBackup(
      `${file} is not encrypted: restore it without a passphrase, if you mean it`,
      'PLAIN',
    );
  }
  if (!is(AGE_TITLE))
    throw new BadBackup(`${file} is not a database backup of Satling that this program can read`);
  if (passphrase === undefined)
    throw new BadBackup(
      `${file} is encrypted: set BACKUP_PASSPHRASE_FILE to the file that holds its passphrase`,
      'ENCRYPTED',
    );
  try {
    const { size: inside, open } = await openEnvelope(beginning, size, passphrase);
    return { size: inside, bytes: () => withFileName(file, open(reading(file))) };
  } catch (error) {
    if (error instanceof WrongPassphrase)
      throw new BadBackup(
        `This is not the passphrase of ${file}, or its first lines were changed`,
        'PASSPHRASE',
      );
    throw asBad(file, error);
  }
}

async function* reading(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}

async function* withFileName(file: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw asBad(file, error);
  }
}

/** Errors of the file system are passed on unchanged. */
const asBad = (file: string, error: unknown) => (error instanceof Damaged ? damaged(file) : error);

async function look(file: string): Promise<{ beginning: Buffer; size: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, 4096));
    const { bytesRead } = await handle.read({ buffer, position: 0 });
    return { beginning: buffer.subarray(0, bytesRead), size };
  } finally {
    await handle.close();
  }
}

/** Makes the rename survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
