/** A paying connection is on the server or in the vault, however a family encrypts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { startPayer } from '#tests/support/live-wallets.ts';
import { connectPayer, keepInVault } from '#tests/support/payouts.ts';
import { newWallet } from '#tests/support/wallets.ts';

let app: TestApp;
let wallet: Awaited<ReturnType<typeof startPayer>>;
beforeAll(async () => {
  wallet = await startPayer({ preimages: new Map(), arrived: new Set() });
  const hosts = [new URL(wallet.url).host];
  app = await startApp({ chain: { network: 'regtest', server: undefined, hosts } });
});
afterAll(async () => {
  await app.close();
  await wallet.close();
});

type Reply = Awaited<ReturnType<Visitor['send']>>;
let families = 0;

const base64 = (length: number) => Buffer.alloc(length, 1).toString('base64');
const sealed = { encryptedData: base64(60), iv: base64(12), salt: base64(16) };
const post = (who: Visitor, path: string, body: object) => who.send('POST', path, body);

const WAYS: [string, (anna: Visitor) => Promise<unknown>, (anna: Visitor) => Promise<Reply>][] = [
  [
    'its readable wallet',
    (anna) => post(anna, '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub }),
    (anna) =>
      post(anna, '/api/wallet/encrypt-existing-data', {
        ...{ encryptedData: sealed, prefersEncryption: true },
      }),
  ],
  [
    'what it connects later',
    () => Promise.resolve(),
    (anna) => post(anna, '/api/wallet/set-encryption-preference', { prefersEncryption: true }),
  ],
  ['another wallet', () => Promise.resolve(), (anna) => keepInVault(anna, { relays: [] })],
  [
    'another Lightning wallet',
    () => Promise.resolve(),
    (anna) =>
      post(anna, '/api/lightning/configure-encrypted', {
        ...{ encryptedSecrets: sealed, provider: 'phoenix', hasLightning: true, relays: [] },
      }),
  ],
];

test.each(WAYS)(
  'while a connection on the server pays, a family cannot encrypt %s; once it is disconnected it can (T20)',
  async (_, before, encrypt) => {
    families += 1;
    const anna = await app.signIn(`anna-${families}@example.com`);
    await before(anna);
    expect((await connectPayer(anna, wallet.url)).status).toBe(200);
    const refused = await encrypt(anna);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { reason: 'DISCONNECT_PAYING_FIRST' },
    ]);
    expect((await anna.get('/api/wallet/preferences')).body).toMatchObject({
      ...{ prefersEncryption: false, hasEncryptedWallet: false },
    });
    await anna.send('DELETE', '/api/lightning/config', { purpose: 'spend' });
    expect((await encrypt(anna)).status).toBe(200);
  },
);
