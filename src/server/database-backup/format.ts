/**
 * The file of a database backup, written and read as a stream.
 *
 *   Satling database backup 1                    a line, so that a person sees what the file is
 *   {"madeAt":…,"program":…,"keyCheck":…}        a line of JSON
 *   gzip of frames: a letter, a length (4 bytes, big endian), that many bytes
 *     S  the schema: the migrations that had been applied, as JSON
 *     T  a table begins: its name and columns, as JSON
 *     D  rows of it, as PostgreSQL's COPY writes them in its text form
 *     E  the table ends: its rows and their SHA-256, as JSON
 *     Z  the end: the number of tables, as JSON
 *   \nsha256 <64 hex digits>\n                   of every byte before this
 */
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

export type Head = {
  madeAt: string;
  /** Version of the program that wrote the file. */
  program: string;
  /** Says whether two SECRET_KEYs are the same one, and nothing else of them. */
  keyCheck: string;
};
export type Migration = { name: string; hash: string };
export type Table = { name: string; columns: string[]; data: AsyncIterable<Uint8Array> };
/** `rows` is known once the data has been read. */
export type ReadTable = Table & { rows: () => number };
export type Contents<T = Table> = { migrations: Migration[]; tables: AsyncIterable<T> };
export type Total = { tables: number; rows: number };

/** What is wrong with a file, in one line. */
export class BadBackup extends Error {}

const TITLE = 'Satling database backup 1';
const TRAILER_BYTES = '\nsha256 \n'.length + 64;
/** Rows are gathered into frames of this size; a longer row is divided. */
const FRAME_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * Writes a file that is there whole or not at all, readable by its owner alone.
 * @throws when the file exists: no backup is written over.
 */
export async function writeFile(file: string, head: Head, contents: Contents): Promise<Total> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${file} is already there, and no backup is written over`);
  const half = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.part`);
  const handle = await open(half, 'wx', 0o600);
  try {
    const total = { tables: 0, rows: 0 };
    const hash = createHash('sha256');
    const write = async (bytes: Uint8Array) => {
      hash.update(bytes);
      await handle.writeFile(bytes);
    };
    await write(Buffer.from(`${TITLE}\n${JSON.stringify(head)}\n`));
    const plain = Readable.from(frames(contents, total), { objectMode: false });
    // An error of one destroys the other with it, and the loop below throws it.
    const zip = pipeline(plain, createGzip(), () => undefined);
    for await (const chunk of zip) await write(chunk);
    await handle.writeFile(`\nsha256 ${hash.digest('hex')}\n`);
    await handle.sync();
    await handle.close();
    await rename(half, file);
    await syncFolder(dirname(file));
    return total;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(half, { force: true });
    throw error;
  }
}

async function* frames({ migrations, tables }: Contents, total: Total): AsyncIterable<Buffer> {
  yield frame('S', json(migrations));
  for await (const { name, columns, data } of tables) {
    yield frame('T', json({ name, columns }));
    const sum = newSum();
    for await (const bytes of gathered(data)) {
      add(sum, bytes);
      yield frame('D', bytes);
    }
    yield frame('E', json({ rows: sum.rows, sha256: sum.hash.digest('hex') }));
    total.tables += 1;
    total.rows += sum.rows;
  }
  yield frame('Z', json({ tables: total.tables }));
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

function frame(letter: string, bytes: Uint8Array): Buffer {
  const start = Buffer.alloc(5);
  start.write(letter, 'latin1');
  start.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([start, bytes]);
}

/** COPY hands over row by row; a frame a row would cost more than the row. */
async function* gathered(data: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of data) {
    parts.push(bytes);
    size += bytes.length;
    if (size < FRAME_BYTES) continue;
    const all = Buffer.concat(parts);
    for (let at = 0; at < all.length; at += FRAME_BYTES) yield all.subarray(at, at + FRAME_BYTES);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

type Sum = { hash: Hash; rows: number };
const newSum = (): Sum => ({ hash: createHash('sha256'), rows: 0 });

/** A row ends with a line end; those inside of values are written as two characters. */
function add(sum: Sum, bytes: Uint8Array): void {
  sum.hash.update(bytes);
  for (const byte of bytes) if (byte === NEWLINE) sum.rows += 1;
}

export type Opened = Contents<ReadTable> & { head: Head; total: Total };

/**
 * Reads the whole file once against its SHA-256, before anything is done with it, and opens it.
 * `tables` and their `data` must be read in order; reading them checks every sum again.
 * @throws BadBackup
 */
export async function openFile(file: string): Promise<Opened> {
  const { head, start, end } = await check(file);
  const bytes = createReadStream(file, { start, end });
  const source = unframed(pipeline(bytes, createGunzip(), () => undefined));
  const total = { tables: 0, rows: 0 };
  const first = await next(source);
  if (first.letter !== 'S') throw damaged(file);
  return { head, total, migrations: parse(first), tables: tablesOf(file, source, total) };
}

type Extent = { head: Head; start: number; end: number };

async function check(file: string): Promise<Extent> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const beginning = await slice(handle, 0, Math.min(size, 4096));
    if (!beginning.toString('latin1').startsWith(`${TITLE}\n`))
      throw new BadBackup(`${file} is not a database backup of Satling that this program can read`);
    const stop = size - TRAILER_BYTES;
    const trailer = stop > 0 ? await slice(handle, stop, TRAILER_BYTES) : Buffer.alloc(0);
    const written = /^\nsha256 ([0-9a-f]{64})\n$/.exec(trailer.toString('latin1'))?.[1];
    if (!written) throw new BadBackup(`${file} is cut short: its last line is missing`);
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(file, { end: stop - 1 })) hash.update(bytes);
    if (hash.digest('hex') !== written) throw damaged(file);
    const lineEnd = beginning.indexOf('\n', TITLE.length + 1);
    const head = JSON.parse(beginning.toString('utf8', TITLE.length + 1, lineEnd)) as Head;
    return { head, start: lineEnd + 1, end: stop - 1 };
  } finally {
    await handle.close();
  }
}

async function slice(handle: Awaited<ReturnType<typeof open>>, position: number, length: number) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read({ buffer, position });
  return buffer.subarray(0, bytesRead);
}

const damaged = (file: string) =>
  new BadBackup(`${file} is damaged: its contents do not match their SHA-256`);

type Frame = { letter: string; bytes: Buffer };

async function next(source: AsyncIterator<Frame>): Promise<Frame> {
  const { value, done } = await source.next();
  if (done) throw new BadBackup('The backup ends too early');
  return value;
}

const parse = <T>({ bytes }: Frame) => JSON.parse(bytes.toString('utf8')) as T;

async function* unframed(zip: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of zip) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
      const size = 5 + rest.readUInt32BE(1);
      yield { letter: rest.toString('latin1', 0, 1), bytes: rest.subarray(5, size) };
      rest = rest.subarray(size);
    }
  }
  if (rest.length > 0) throw new BadBackup('The backup ends in the middle of something');
}

async function* tablesOf(
  file: string,
  source: AsyncIterator<Frame>,
  total: Total,
): AsyncIterable<ReadTable> {
  for (;;) {
    const begun = await next(source);
    if (begun.letter === 'Z') {
      if (parse<{ tables: number }>(begun).tables !== total.tables) throw damaged(file);
      return;
    }
    if (begun.letter !== 'T') throw damaged(file);
    const sum = newSum();
    const { name, columns } = parse<{ name: string; columns: string[] }>(begun);
    yield { name, columns, data: dataOf(file, source, sum), rows: () => sum.rows };
    total.tables += 1;
    total.rows += sum.rows;
  }
}

async function* dataOf(
  file: string,
  source: AsyncIterator<Frame>,
  sum: Sum,
): AsyncIterable<Uint8Array> {
  for (;;) {
    const part = await next(source);
    if (part.letter === 'E') {
      const said = parse<{ rows: number; sha256: string }>(part);
      if (said.rows !== sum.rows || said.sha256 !== sum.hash.digest('hex')) throw damaged(file);
      return;
    }
    if (part.letter !== 'D') throw damaged(file);
    add(sum, part.bytes);
    yield part.bytes;
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
