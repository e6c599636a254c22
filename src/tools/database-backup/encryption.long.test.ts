/**
 * Backups under a passphrase: contents come back whole, no change of a file is missed, and age
 * opens them. Files are changed at places drawn from fixed seeds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createDecipheriv, hkdfSync, scryptSync } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { freshDatabase, startApp } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { addChild, record } from '#tests/support/family.ts';
import { dumpDatabase } from './dump.ts';
import { Damaged, encrypted, openEnvelope, WrongPassphrase } from './encryption.ts';
import { restoreDatabase } from './restore.ts';

const CHUNK = 64 * 1024;
const TAG = 16;
const PASSPHRASE = 'Größe zählt nicht 7';
const folder = mkdtempSync(join(tmpdir(), 'satling-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes without any repetition. */
function sample(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + (i >> 8) * 17 + (i >> 16)) & 0xff;
  return bytes;
}

async function* inPieces(bytes: Buffer, size = 10_007) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const part of parts) found.push(part);
  return Buffer.concat(found);
}

const locked = (content: Buffer, passphrase = PASSPHRASE) =>
  collect(encrypted(passphrase, inPieces(content, 70_001)));

const open = (whole: Buffer, passphrase = PASSPHRASE) =>
  openEnvelope(whole.subarray(0, 4096), whole.length, passphrase);

/** After the header and the nonce. */
const startOfChunks = (whole: Buffer) => whole.indexOf('\n', whole.indexOf('\n--- ') + 1) + 1 + 16;

test('around the length of a chunk the same bytes come back, and their number is known (T51)', async () => {
  for (const length of [1, CHUNK, 3 * CHUNK + 5]) {
    const content = sample(length);
    const whole = await locked(content);
    const { size, open: decrypt } = await open(whole);
    expect([length, size]).toEqual([length, content.length]);
    expect((await collect(decrypt(inPieces(whole)))).equals(content)).toBe(true);
  }
});

test('the file is what the specification of age describes (T51)', async () => {
  const content = sample(CHUNK + 100);
  const whole = await locked(content);
  const [title, stanza, body] = whole.toString('latin1', 0, 300).split('\n');
  expect(title).toBe('age-encryption.org/v1');
  const [, salt = '', cost] = /^-> scrypt (\S+) (\d+)$/.exec(stanza ?? '') ?? [];
  expect(cost).toBe('17');
  const label = Buffer.from('age-encryption.org/v1/scrypt');
  const salted = Buffer.concat([label, Buffer.from(salt, 'base64')]);
  const limits = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
  const wrapping = scryptSync(PASSPHRASE.normalize('NFC'), salted, 32, limits);
  const unseal = (key: Uint8Array, nonce: string, part: Buffer) => {
    const iv = Buffer.from(nonce, 'hex');
    const cipher = createDecipheriv('chacha20-poly1305', key, iv, { authTagLength: TAG });
    cipher.setAuthTag(part.subarray(-TAG));
    return Buffer.concat([cipher.update(part.subarray(0, -TAG)), cipher.final()]);
  };
  const fileKey = unseal(wrapping, '0'.repeat(24), Buffer.from(body ?? '', 'base64'));
  const start = startOfChunks(whole);
  const nonce = whole.subarray(start - 16, start);
  const key = new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
  const chunks = whole.subarray(start);
  const plain = [
    unseal(key, '000000000000000000000000', chunks.subarray(0, CHUNK + TAG)),
    unseal(key, '000000000000000000000101', chunks.subarray(CHUNK + TAG)),
  ];
  expect(Buffer.concat(plain).equals(content)).toBe(true);
});

/** age asks for the passphrase on a terminal: script(1) is one. */
async function age(args: string, answers: string): Promise<void> {
  const ran = spawn('script', ['-qec', `age ${args}`, '/dev/null'], { cwd: folder });
  ran.stdin.write(answers);
  const said: Buffer[] = [];
  ran.stdout.on('data', (part: Buffer) => said.push(part));
  const code = await new Promise((resolve) => ran.on('close', resolve));
  expect(code, Buffer.concat(said).toString()).toBe(0);
}

describe.runIf(existsSync('/usr/bin/age'))('beside Debian’s age', () => {
  test('it opens our files, and we open its (T51)', async () => {
    expect(execFileSync('age', ['--version']).toString()).toMatch(/^v?1\./);
    const content = sample(2 * CHUNK + 9);
    writeFileSync(join(folder, 'ours.age'), await locked(content));
    await age('-d -o ours ours.age', `${PASSPHRASE}\n`);
    expect(readFileSync(join(folder, 'ours')).equals(content)).toBe(true);
    await age('-p -o theirs.age ours', `${PASSPHRASE}\n${PASSPHRASE}\n`);
    const theirs = readFileSync(join(folder, 'theirs.age'));
    const envelope = await open(theirs);
    expect((await collect(envelope.open(inPieces(theirs)))).equals(content)).toBe(true);
    for (const name of ['ours.age', 'ours', 'theirs.age']) rmSync(join(folder, name));
  });
});

test('nothing is gathered: what is written leaves before more is read (T51)', async () => {
  let [given, taken, most] = [0, 0, 0];
  async function* source() {
    for (let i = 0; i < 80; i++) {
      most = Math.max(most, given - taken);
      given += 50_000;
      yield sample(50_000);
    }
  }
  for await (const part of encrypted(PASSPHRASE, source())) taken += part.length;
  expect(taken).toBeGreaterThan(4_000_000);
  expect(most).toBeLessThan(8 * CHUNK);
});

test('a bit changed anywhere, and chunks moved, doubled or exchanged, do not open (T51)', async () => {
  const content = sample(4 * CHUNK + 1_000);
  const [whole, other] = [await locked(content), await locked(content)];
  const start = startOfChunks(whole);
  const { open: decrypt } = await open(whole);
  const [header, body] = [whole.subarray(0, start), whole.subarray(start)];
  const chunk = (i: number, of = body) => of.subarray(i * (CHUNK + TAG), (i + 1) * (CHUNK + TAG));
  const places = fc.sample(fc.integer({ min: 0, max: body.length - 1 }), { numRuns: 60, seed: 31 });
  const bad = [
    ...places.map((at, i) => {
      const copy = Buffer.from(body);
      copy[at] = (copy[at] as number) ^ (1 << (i % 8));
      return [copy];
    }),
    [chunk(1), chunk(0), chunk(2), chunk(3), chunk(4)],
    [chunk(0), chunk(0), chunk(2), chunk(3), chunk(4)],
    [chunk(0), chunk(1), chunk(2), chunk(3), chunk(3)],
    [chunk(0), chunk(1), chunk(2, other.subarray(startOfChunks(other))), chunk(3), chunk(4)],
    [chunk(0), chunk(1), chunk(2), chunk(3)],
    [chunk(0), chunk(1), chunk(2), chunk(3), chunk(4), Buffer.from('more')],
  ];
  for (const [i, parts] of bad.entries())
    await expect(
      collect(decrypt(inPieces(Buffer.concat([header, ...parts])))),
      `case ${i}`,
    ).rejects.toThrow(Damaged);
  expect((await collect(decrypt(inPieces(whole)))).equals(content)).toBe(true);
});

test('a file that was cut, also between two chunks, or has something behind it, does not open (T51)', async () => {
  const whole = await locked(sample(3 * CHUNK));
  const start = startOfChunks(whole);
  const lengths = [20, start, start + TAG, start + CHUNK + TAG, whole.length - CHUNK - TAG];
  const cuts = [...lengths, whole.length - 1].map((length) => whole.subarray(0, length));
  for (const bytes of [...cuts, Buffer.concat([whole, Buffer.alloc(100)])]) {
    const read = async () => collect((await open(bytes)).open(inPieces(bytes)));
    await expect(read(), `${bytes.length} bytes`).rejects.toThrow(Damaged);
  }
});

test('a wrong passphrase is distinguished from damage, and other encodings of the same letters are accepted (T51)', async () => {
  const whole = await locked(sample(10));
  for (const wrong of ['größe zählt nicht 7', `${PASSPHRASE} `])
    await expect(open(whole, wrong)).rejects.toThrow(WrongPassphrase);
  const [first = '', stanza = ''] = whole.toString('latin1', 0, 300).split('\n');
  const mac = `--- ${'A'.repeat(43)}`;
  for (const lines of [[first], [first, stanza, mac], [first, stanza.slice(0, -2)]])
    await expect(open(Buffer.from(`${lines.join('\n')}\n`))).rejects.toThrow(Damaged);
  const dear = Buffer.from(whole.toString('latin1').replace(' 17\n', ' 30\n'), 'latin1');
  await expect(open(dear), 'a cost that would take all memory').rejects.toThrow(Damaged);
  expect((await open(whole, PASSPHRASE.normalize('NFD'))).size).toBe(10);
});

test('a database comes back from an encrypted file, and only with its passphrase (T51)', async () => {
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
  expect(readFileSync(file).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
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
    await expect(restoreDatabase(target, from, secretKey, { passphrase })).rejects.toThrow(why);
    expect((await tables()).length).toBe(0);
  }
  expect((await restoreDatabase(target, file, secretKey, { passphrase: PASSPHRASE })).rows).toBe(
    rows,
  );
  expect(await everything(target)).toEqual(await everything(app.db));
  await target.close();
  await app.close();
});
