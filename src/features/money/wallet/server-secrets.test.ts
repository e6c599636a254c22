/**
 * Thirty newly generated wallet secrets: private ones, pasted and refused, and public keys and
 * source addresses, stored sealed. None of them is found anywhere in storage.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bech32 } from '@scure/base';
import { TEST_NETWORK, WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { contentOf } from '#tests/support/backups.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { addChild } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { dumpDatabase } from '#tools/database-backup/dump.ts';

const logged: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'satling-secrets-'));
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    logLevel: 'trace',
    logTo: { write: (line) => void logged.push(line) },
    chain: { network: 'testnet', server: undefined, hosts: [] },
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const wordsOf = (text: string) => text.match(/[a-z]+/g) ?? [];
const SEED_WORDS = wordsOf('abandon ability able about above absent absorb abstract absurd abuse');
/** Not every phrase has a valid checksum: a mistyped one is as secret. */
const seedWords = () =>
  Array.from(randomBytes(24), (byte) => SEED_WORDS[byte % SEED_WORDS.length]).join(' ');
const nsec = () => bech32.encode('nsec', bech32.toWords(randomBytes(32)), 1_000);
const wif = () => WIF(TEST_NETWORK).encode(randomBytes(32));

/** Sealed; the others are refused. */
const publicKeys = times(8, () => newWallet().vpub);
const sources = times(6, () => `https://explorer.example.org/${randomBytes(16).toString('hex')}`);
const refused = [
  ...times(4, () => newWallet().tprv),
  ...times(4, seedWords),
  ...times(4, nsec),
  ...times(4, wif),
];

const walFile = async (): Promise<string> => {
  const [row] = await app.db.owner<{ name: string }[]>`
    SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name`;
  return row?.name as string;
};

/** All that the database has since logged. */
async function walSince(first: string): Promise<Buffer> {
  const files = await app.db.owner<{ bytes: Buffer }[]>`
    SELECT pg_read_binary_file('pg_wal/' || name) AS bytes FROM pg_ls_waldir()
    WHERE name BETWEEN ${first} AND ${await walFile()} ORDER BY name`;
  return Buffer.concat(files.map(({ bytes }) => bytes));
}

test('thirty secrets of wallets are found nowhere: not in tables, WAL, log, backup, export or kept replies (T48)', async () => {
  const first = await walFile();
  const anna = await app.signIn('anna@example.com');
  const name = 'Wilhelmina-Seeded';
  const { id } = await addChild(anna, { name });
  let calls = 0;
  const send = (method: 'POST' | 'PUT', path: string, body: object) => {
    calls += 1;
    return anna.send(method, path, body, { 'idempotency-key': `seeded-${calls}` });
  };
  for (const [i, secret] of refused.entries()) {
    const others = [
      ['/api/wallet/configure', { walletAddress: secret }],
      ['/api/wallet/scan-balance', { xpub: secret }],
      ['/api/wallet/confirm-address', { address: secret }],
      ['/api/bitcoin/send', { childId: id, toAddress: secret, amount: '0.0001' }],
    ] as const;
    const other = others[i % others.length] as (typeof others)[number];
    for (const [path, body] of [
      ['/api/wallet/configure', { walletXpub: secret }],
      other,
    ] as const) {
      const { status, text } = await send('POST', path, body);
      expect([status, text.includes(secret)], path).toEqual([
        expect.toSatisfy((one) => one === 400 || one === 409),
        false,
      ]);
    }
  }
  for (const walletXpub of publicKeys) {
    const saved = await send('POST', '/api/wallet/configure', { walletXpub });
    expect([saved.status, saved.text.includes(walletXpub)]).toEqual([200, false]);
    await anna.send('POST', `/api/wallet/create/${id}`);
  }
  for (const url of sources)
    expect((await send('PUT', '/api/wallet/source', { kind: 'esplora', url })).status).toBe(200);
  // The family still sees its key.
  expect((await anna.get('/api/wallet/family-info')).text).toContain(publicKeys.at(-1));

  await dumpDatabase(app.db, join(folder, 'all.backup'), {
    ...{ secretKey: new Uint8Array(32).fill(9), program: '0.1.0', now: app.clock.now },
  });
  const places: Record<string, string | Buffer> = {
    tables: await everyRow(app.db),
    WAL: await walSince(first),
    log: logged.join(''),
    backup: contentOf(join(folder, 'all.backup')).frames,
    export: (await anna.get('/api/privacy/export')).text,
  };
  expect(places.tables).toContain('POST /api/wallet/configure');
  expect(places.log).toContain('"call":"POST /api/wallet/configure","status":400');
  for (const place of ['tables', 'WAL', 'backup', 'export'])
    expect(places[place]?.includes(name), place).toBe(true);

  const secrets = [...refused, ...publicKeys, ...sources.map((url) => url.slice(-32))];
  expect(new Set(secrets).size).toBe(30);
  const found = Object.entries(places).flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
  );
  expect(found).toEqual([]);
});
