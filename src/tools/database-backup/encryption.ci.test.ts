/**
 * Backups under a passphrase: what is inside comes back whole, and no change of a file goes unseen.
 * Files are changed at places drawn from fixed seeds.
 */
import { createDecipheriv, createHmac, scryptSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { connect } from '#server/db/database.ts';
import { freshDatabase, startApp } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { addChild, record } from '#tests/support/family.ts';
import { dumpDatabase } from './dump.ts';
import { Damaged, encrypting, openEnvelope, WrongPassphrase } from './encryption.ts';
import { restoreDatabase } from './restore.ts';

// Each derivation of a key is made to take long.
vi.setConfig({ testTimeout: 120_000 });

const CHUNK = 64 * 1024;
const TAG = 16;
const PASSPHRASE = 'Größe zählt nicht 7';
const folder = mkdtempSync(join(tmpdir(), 'satling-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes that are no two places alike. */
function sample(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + (i >> 8) * 17 + (i >> 16)) & 0xff;
  return bytes;
}

async function encrypted(content: Buffer, pieces: readonly number[]): Promise<Buffer> {
  const out: Uint8Array[] = [];
  const sink = await encrypting(PASSPHRASE, async (bytes) => void out.push(Buffer.from(bytes)));
  let at = 0;
  for (const piece of [...pieces, content.length]) {
    await sink.write(content.subarray(at, at + piece));
    at = Math.min(content.length, at + piece);
  }
  await sink.end();
  return Buffer.concat(out);
}

async function* inPieces(bytes: Buffer, size = 10_007) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const open = (whole: Buffer, passphrase = PASSPHRASE) =>
  openEnvelope(whole.subarray(0, 4096), whole.length, passphrase);

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const part of parts) found.push(part);
  return Buffer.concat(found);
}

const startOf = (whole: Buffer) => whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;

test('T51 of every length around a chunk the same bytes come back, and their number is known before', async () => {
  for (const length of [1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5]) {
    const content = sample(length);
    const whole = await encrypted(content, [7, 70_000, 1, 140_000]);
    const { start, size, open: decrypt } = await open(whole);
    expect([length, size]).toEqual([length, content.length]);
    const back = await collect(decrypt(inPieces(whole.subarray(start))));
    expect(back.equals(content)).toBe(true);
  }
});

test('T51 the file can be opened by what its description says, without this program', async () => {
  const content = sample(CHUNK + 100);
  const whole = await encrypted(content, []);
  const [title = '', head = ''] = whole.toString('latin1', 0, 300).split('\n');
  expect(title).toBe('Satling encrypted database backup 1');
  const { salt, mac } = JSON.parse(head);
  const bytes = Buffer.from(salt, 'base64');
  const keys = scryptSync(PASSPHRASE.normalize('NFKC'), bytes, 64, {
    N: 131_072,
    r: 8,
    p: 1,
    maxmem: 2 ** 28,
  });
  const sum = createHmac('sha256', keys.subarray(32)).update(title).update(bytes).digest('base64');
  expect(mac).toBe(sum);
  const chunks = whole.subarray(startOf(whole));
  const plain = [
    { part: chunks.subarray(0, CHUNK + TAG), iv: '000000000000000000000000' },
    { part: chunks.subarray(CHUNK + TAG), iv: '000000000000000000000101' },
  ].map(({ part, iv }) => {
    const cipher = createDecipheriv('aes-256-gcm', keys.subarray(0, 32), Buffer.from(iv, 'hex'));
    cipher.setAuthTag(part.subarray(-TAG));
    return Buffer.concat([cipher.update(part.subarray(0, -TAG)), cipher.final()]);
  });
  expect(Buffer.concat(plain).equals(content)).toBe(true);
});

test('T51 nothing is gathered: all but the last chunk is out as soon as it is written', async () => {
  let out = 0;
  const sink = await encrypting(PASSPHRASE, async (bytes) => {
    out += bytes.length;
  });
  const header = out;
  for (let written = 0; written < 40 * CHUNK; ) {
    await sink.write(sample(50_000));
    written += 50_000;
    expect(out - header).toBeGreaterThanOrEqual(written - CHUNK);
  }
});

test('T51 a bit changed at 200 places, and chunks moved, doubled or exchanged, do not open', async () => {
  const content = sample(4 * CHUNK + 1_000);
  const whole = await encrypted(content, []);
  const other = await encrypted(content, []);
  const { start, open: decrypt } = await open(whole);
  const body = whole.subarray(start);
  const chunk = (i: number, of = body) => of.subarray(i * (CHUNK + TAG), (i + 1) * (CHUNK + TAG));
  const places = fc.sample(fc.integer({ min: 0, max: body.length - 1 }), {
    numRuns: 200,
    seed: 31,
  });
  const bad = [
    ...places.map((at, i) => {
      const copy = Buffer.from(body);
      copy[at] = (copy[at] as number) ^ (1 << (i % 8));
      return copy;
    }),
    [chunk(1), chunk(0), chunk(2), chunk(3), chunk(4)],
    [chunk(0), chunk(0), chunk(2), chunk(3), chunk(4)],
    [chunk(0), chunk(1), chunk(2), chunk(3), chunk(3)],
    [chunk(4), chunk(1), chunk(2), chunk(3), chunk(0)],
    [chunk(0), chunk(1), chunk(2, other.subarray(start)), chunk(3), chunk(4)],
    [chunk(0), chunk(1), chunk(2), chunk(3)],
    [chunk(0), chunk(1), chunk(2), chunk(3), chunk(4), Buffer.from('more')],
  ].map((one) => (Buffer.isBuffer(one) ? one : Buffer.concat(one)));
  for (const [i, bytes] of bad.entries())
    await expect(collect(decrypt(inPieces(bytes))), `case ${i}`).rejects.toThrow(Damaged);
  expect((await collect(decrypt(inPieces(body)))).equals(content)).toBe(true);
});

test('T51 a file that was cut, also between two chunks, or has something behind it, does not open', async () => {
  const whole = await encrypted(sample(3 * CHUNK), []);
  const start = startOf(whole);
  const lengths = [start, start + 5, start + TAG, start + CHUNK + TAG, whole.length - CHUNK - TAG];
  const cuts = [...lengths, whole.length - 1].map((length) => whole.subarray(0, length));
  for (const bytes of [...cuts, Buffer.concat([whole, Buffer.alloc(100)])]) {
    const read = async () => {
      const envelope = await open(bytes);
      return collect(envelope.open(inPieces(bytes.subarray(envelope.start))));
    };
    await expect(read(), `${bytes.length} bytes`).rejects.toThrow(Damaged);
  }
});

test('T51 a wrong passphrase is told from damage, and the same letters typed otherwise are the same', async () => {
  const whole = await encrypted(sample(10), []);
  for (const wrong of ['', 'größe zählt nicht 7', `${PASSPHRASE} `])
    await expect(open(whole, wrong)).rejects.toThrow(WrongPassphrase);
  for (const title of ['{"salt":"","mac":""}', '{}', 'x'.repeat(4_000)]) {
    const [first = ''] = whole.toString('latin1', 0, 300).split('\n');
    const bytes = Buffer.from(`${first}\n${title}\n${'y'.repeat(100)}`);
    await expect(open(bytes)).rejects.toThrow(Damaged);
  }
  expect((await open(whole, PASSPHRASE.normalize('NFD'))).size).toBe(10);
});

test('T51 a database comes back from an encrypted file, and only with its passphrase', async () => {
  const secretKey = new Uint8Array(32).fill(9);
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const { id } = await addChild(anna, { age: 9 });
  await record(anna, id, 'bonus', '0.0001');
  const origin = { secretKey, program: '0.1.0', now: new Date('2026-11-21T18:00:00Z') };
  const [file, plain] = [join(folder, 'whole.backup'), join(folder, 'plain.backup')];
  await app.app.close(); // what it has counted is written down, and nothing comes after it
  const { rows } = await dumpDatabase(app.db, file, { ...origin, passphrase: PASSPHRASE });
  await dumpDatabase(app.db, plain, origin);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['plain.backup', 'whole.backup']);
  expect(readFileSync(file).includes('program')).toBe(false);
  expect(readFileSync(plain).includes('program')).toBe(true);
  const target = connect(await freshDatabase('template0'));
  const tables = () => target.owner`SELECT FROM pg_tables WHERE schemaname = 'public'`;
  const changed = join(folder, 'changed.backup');
  const copy = readFileSync(file);
  copy[copy.length - 40] = (copy[copy.length - 40] as number) ^ 1;
  writeFileSync(changed, copy);
  for (const [from, passphrase, why] of [
    [file, undefined, /is encrypted: set BACKUP_PASSPHRASE_FILE/],
    [file, 'another passphrase', /^This is not the passphrase of/],
    [plain, PASSPHRASE, /is not encrypted: restore it without/],
    [changed, PASSPHRASE, /is damaged/],
  ] as const) {
    await expect(restoreDatabase(target, from, secretKey, passphrase)).rejects.toThrow(why);
    expect((await tables()).length).toBe(0);
  }
  expect((await restoreDatabase(target, file, secretKey, PASSPHRASE)).rows).toBe(rows);
  expect(await everything(target)).toEqual(await everything(app.db));
  await target.close();
  await app.close();
});
