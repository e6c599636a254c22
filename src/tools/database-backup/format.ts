/**
 * The file of a database backup, written and read as a stream.
 *
 *   Satling database backup 2                    a line that names the format to people
 *   {"madeAt":…,"program":…,"keyCheck":…}        a line of JSON
 *   gzip of frames: a letter, a length (4 bytes, big endian), that many bytes
 *     S  the schema: the migrations that had been applied, as JSON
 *     T  a table begins: its name and columns, as JSON
 *     D  rows of it, as PostgreSQL's COPY writes them in its text form
 *     E  the table ends: its rows and their SHA-256, as JSON
 *     Z  the end: the number of tables, as JSON
 *   \nsha256 <64 hex digits>\n                   of every byte before this
 *   hmac-sha256 <64 hex digits>\n                of the same bytes, under a key from SECRET_KEY
 *
 * The sum reveals damage, the HMAC proves the author.
 */
import { createHash, createHmac, type Hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { BadBackup, damaged, openSource, type Source, TITLE, writeWhole } from './bytes.ts';

export type Head = {
  madeAt: string;
  /** Version of the program that wrote the file. */
  program: string;
  /** Shows whether two SECRET_KEYs are the same, and nothing else about them. */
  keyCheck: string;
};
export type Migration = { name: string; hash: string };
export type Table = { name: string; columns: string[]; data: AsyncIterable<Uint8Array> };
/** `rows` is known once the data has been read. */
export type ReadTable = Table & { rows: () => number };
export type Contents<T = Table> = { migrations: Migration[]; tables: AsyncIterable<T> };
export type Total = { tables: number; rows: number };

const TRAILER_BYTES = '\nsha256 \nhmac-sha256 \n'.length + 2 * 64;
const TRAILER = /\nsha256 ([0-9a-f]{64})\nhmac-sha256 ([0-9a-f]{64})\n$/;
/** Rows are collected into frames of this size; a longer row is split. */
const FRAME_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** The key of the HMAC, and the passphrase if the file is encrypted (encryption.ts). */
export type Secrets = { macKey: Uint8Array; passphrase?: string | undefined };

export async function writeFile(
  file: string,
  head: Head,
  contents: Contents,
  { macKey, passphrase }: Secrets,
): Promise<Total> {
  const total = { tables: 0, rows: 0 };
  await writeWhole(file, passphrase, fileBytes(summedBytes(head, contents, total), macKey));
  return total;
}

async function* fileBytes(
  parts: AsyncIterable<Uint8Array>,
  macKey: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const mac = createHmac('sha256', macKey);
  for await (const part of parts) {
    hash.update(part);
    mac.update(part);
    yield part;
  }
  yield Buffer.from(`\nsha256 ${hash.digest('hex')}\nhmac-sha256 ${mac.digest('hex')}\n`);
}

async function* summedBytes(
  head: Head,
  contents: Contents,
  total: Total,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${TITLE}\n${JSON.stringify(head)}\n`);
  const plain = Readable.from(frames(contents, total), { objectMode: false });
  // An error in one destroys the other, and reading on throws it.
  yield* pipeline(plain, createGzip(), () => undefined) as AsyncIterable<Uint8Array>;
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

/** COPY delivers row by row; a frame per row would cost more than the row. */
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

/** A row ends with a line feed; line feeds inside values are written as two characters. */
function add(sum: Sum, bytes: Uint8Array): void {
  sum.hash.update(bytes);
  for (const byte of bytes) if (byte === NEWLINE) sum.rows += 1;
}

export type Opened = Contents<ReadTable> & {
  head: Head;
  total: Total;
  /** The author knew the SECRET_KEY, or the passphrase. */
  isAuthentic: boolean;
};

/**
 * Reads the whole file once against its SHA-256, before anything is done with it, and opens it.
 * `tables` and their `data` must be read in order; reading them checks every sum again.
 * @throws BadBackup
 */
export async function openFile(file: string, { macKey, passphrase }: Secrets): Promise<Opened> {
  const inside = await openSource(file, passphrase);
  const { head, start, end, isOurs } = await check(file, inside, macKey);
  const isAuthentic = isOurs || passphrase !== undefined;
  const bytes = between(inside.bytes(), start, end);
  const source = unframed(
    pipeline(Readable.from(bytes, { objectMode: false }), createGunzip(), () => undefined),
  );
  const total = { tables: 0, rows: 0 };
  const first = await next(source);
  if (first.letter !== 'S') throw damaged(file);
  const tables = tablesOf(file, source, total);
  return { head, total, isAuthentic, migrations: parse(first), tables };
}

/** `end` is the first byte after the frames. */
type Extent = { head: Head; start: number; end: number; isOurs: boolean };

async function check(file: string, { size, bytes }: Source, macKey: Uint8Array): Promise<Extent> {
  const safe = Math.max(0, size - TRAILER_BYTES);
  const hash = createHash('sha256');
  const mac = createHmac('sha256', macKey);
  let beginning: Buffer = Buffer.alloc(0);
  let trailer: Buffer = Buffer.alloc(0);
  let at = 0;
  for await (const part of bytes()) {
    const room = 4096 - beginning.length;
    if (room > 0) beginning = Buffer.concat([beginning, part.subarray(0, room)]);
    const summed = Math.min(part.length, Math.max(0, safe - at));
    hash.update(part.subarray(0, summed));
    mac.update(part.subarray(0, summed));
    trailer = Buffer.concat([trailer, part.subarray(summed)]);
    at += part.length;
  }
  const found = TRAILER.exec(trailer.toString('latin1'));
  if (!found) throw new BadBackup(`${file} is cut short: its last line is missing`);
  const before = trailer.subarray(0, found.index);
  if (hash.update(before).digest('hex') !== found[1]) throw damaged(file);
  const isOurs = mac.update(before).digest('hex') === found[2];
  const end = safe + found.index;
  const lineEnd = beginning.indexOf('\n', TITLE.length + 1);
  const head = JSON.parse(beginning.toString('utf8', TITLE.length + 1, lineEnd)) as Head;
  return { head, start: lineEnd + 1, end, isOurs };
}

async function* between(
  bytes: AsyncIterable<Buffer>,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const part of bytes) {
    const found = part.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (found.length > 0) yield found;
    at += part.length;
  }
}

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
