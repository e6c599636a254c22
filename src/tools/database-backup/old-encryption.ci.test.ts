/**
 * A backup in the format before decision 43 still opens: old-format.backup was written by the
 * last program that wrote it, under the passphrase below, and has two chunks.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { freshDatabase } from '#tests/support/app.ts';
import { Damaged, WrongPassphrase } from './encryption.ts';
import { openOldEnvelope } from './old-encryption.ts';
import { restoreDatabase } from './restore.ts';

const PASSPHRASE = 'Größe zählt nicht 7';
const SECRET = new Uint8Array(32).fill(9);
const CHUNK = 64 * 1024 + 16;
const file = fileURLToPath(new URL('old-format.backup', import.meta.url));
const whole = readFileSync(file);
const start = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;
const body = whole.subarray(start);
const folder = mkdtempSync(join(tmpdir(), 'satling-old-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007);
}

async function length(parts: AsyncIterable<Uint8Array>): Promise<number> {
  let sum = 0;
  for await (const part of parts) sum += part.length;
  return sum;
}

const open = (bytes = whole, passphrase = PASSPHRASE) =>
  openOldEnvelope(bytes.subarray(0, 4096), bytes.length, passphrase);

test('an old file comes back whole, and only with its passphrase (T51)', async () => {
  const target = connect(await freshDatabase('template0'));
  const changed = join(folder, 'changed.backup');
  const copy = Buffer.from(whole);
  copy[copy.length - 40] = (copy[copy.length - 40] as number) ^ 1;
  writeFileSync(changed, copy);
  for (const [from, passphrase, why] of [
    [file, undefined, /is encrypted: set BACKUP_PASSPHRASE_FILE/],
    [file, 'another passphrase', /^This is not the passphrase of/],
    [changed, PASSPHRASE, /is damaged/],
  ] as const)
    await expect(restoreDatabase(target, from, SECRET, { passphrase })).rejects.toThrow(why);
  const total = await restoreDatabase(target, file, SECRET, {
    passphrase: PASSPHRASE.normalize('NFD'),
  });
  expect(total.rows).toBeGreaterThan(10);
  const balances = await target.owner`SELECT DISTINCT name FROM child`;
  expect(balances.map(({ name }) => name)).toEqual(['Mia']);
  await target.close();
});

test('an old file that was changed, cut or rearranged does not open (T51)', async () => {
  const { open: decrypt } = await open();
  const places = fc.sample(fc.integer({ min: 0, max: body.length - 1 }), { numRuns: 60, seed: 5 });
  const [first, second] = [body.subarray(0, CHUNK), body.subarray(CHUNK)];
  const bad = [
    ...places.map((at, i) => {
      const copy = Buffer.from(body);
      copy[at] = (copy[at] as number) ^ (1 << (i % 8));
      return copy;
    }),
    first,
    Buffer.concat([second, first]),
    Buffer.concat([first, first]),
    Buffer.concat([body, Buffer.from('more')]),
    body.subarray(0, -1),
  ];
  for (const [i, bytes] of bad.entries())
    await expect(length(decrypt(inPieces(bytes))), `case ${i}`).rejects.toThrow(Damaged);
  expect(await length(decrypt(inPieces(body)))).toBe((await open()).size);
});

test('an old header that was changed is damage or a wrong passphrase, never a crash (T51)', async () => {
  const [first = ''] = whole.toString('latin1', 0, 300).split('\n');
  for (const head of ['{"salt":"","mac":""}', '{}', 'x'.repeat(4_000)])
    await expect(open(Buffer.from(`${first}\n${head}\n${'y'.repeat(100)}`))).rejects.toThrow(
      Damaged,
    );
  await expect(open(whole.subarray(0, start))).rejects.toThrow(Damaged);
  await expect(open(whole, `${PASSPHRASE} `)).rejects.toThrow(WrongPassphrase);
});
