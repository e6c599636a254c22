/**
 * The server's knowledge: each row of core/vault/sight.ts, looked up in everything stored about a
 * family, with what the server's own key opens.
 */
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VaultPayload } from '#core/vault/payload.ts';
import type { WalletSecrets } from '#core/vault/secrets.ts';
import { type Seen, SIGHTS, type Sight } from '#core/vault/sight.ts';
import { saveConnection } from '#features/money/lightning/connections/store.ts';
import { addSubWallet } from '#features/money/lightning/sub-wallets/store.ts';
import { readSecret, type SecretPurpose } from '#server/secrets.ts';
import {
  SECRETS_KEY_OF_TESTS as KEY,
  startApp,
  type TestApp,
  type Visitor,
} from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
});
afterAll(() => app.close());

const PASSPHRASE = 'maple-orbit-lantern-pebble-cactus-violin-417';
const relay = 'wss://relay.getalby.com/v1';
const nwc = () =>
  `nostr+walletconnect://${randomBytes(32).toString('hex')}?relay=${relay}&secret=${randomBytes(32).toString('hex')}`;

/** Random for each family, to rule out chance finds. */
const seeded = () => {
  const wallet = newWallet();
  return {
    BOOK: `Wilhelmina-${randomBytes(4).toString('hex')}`,
    PUBLIC_KEY: wallet.vpub,
    WALLET_ADDRESSES: wallet.address(0),
    PAYING_CONNECTION: nwc(),
    EARLIER_SUB_WALLET: nwc(),
    RECEIVING_CONNECTION: nwc(),
    PROVIDER: 'alby',
    LIGHTNING_ADDRESSES: `anna-${randomBytes(4).toString('hex')}@example.com`,
    PASSPHRASE,
    PRIVATE_KEYS: wallet.tprv,
  } satisfies Record<Seen, string>;
};
type Seeded = ReturnType<typeof seeded>;

async function familyOf(who: Visitor): Promise<string> {
  const { familyId } = (await who.get('/api/wallet/encrypted-config')).body as { familyId: string };
  return familyId;
}

/** Every row of the family in every table as text, with sealed secrets opened. */
async function readable(familyId: string): Promise<string> {
  const { owner } = app.db;
  const tables = await owner<{ name: string }[]>`
    SELECT format('%I', table_name) AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'family_id'`;
  const found: string[] = [];
  for (const { name } of tables)
    found.push(
      JSON.stringify(
        await owner.unsafe(`SELECT to_jsonb(t)::text FROM ${name} t WHERE family_id = $1`, [
          familyId,
        ]),
      ),
    );
  const sealed = await owner<{ purpose: SecretPurpose }[]>`
    SELECT purpose FROM sealed_secret WHERE family_id = ${familyId}`;
  for (const { purpose } of sealed)
    found.push(
      JSON.stringify(
        await app.db.readFamily(familyId, (tx) => readSecret(tx, KEY, familyId, purpose)),
      ),
    );
  return found.join('\n');
}

/** Like a browser in the specified form. */
const keyOf = (salt: Buffer) => pbkdf2Sync(PASSPHRASE, salt, 100_000, 32, 'sha256');

function lock(secrets: WalletSecrets): VaultPayload {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(salt), iv);
  const text = [cipher.update(JSON.stringify(secrets)), cipher.final()];
  const [encryptedData, ...rest] = [Buffer.concat([...text, cipher.getAuthTag()]), iv, salt].map(
    (bytes) => bytes.toString('base64'),
  ) as [string, string, string];
  return { encryptedData, iv: rest[0] as string, salt: rest[1] as string };
}

function unlock({ encryptedData, iv, salt }: VaultPayload): string {
  const bytes = Buffer.from(encryptedData, 'base64');
  const key = keyOf(Buffer.from(salt, 'base64'));
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
}

const ok = async (reply: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await reply;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
};

/** No wallet answers in this test, so connections are written directly. */
async function connect(who: Visitor, purpose: 'receive' | 'spend', connectionString: string) {
  const familyId = await familyOf(who);
  const made = {
    ...{ connectionId: crypto.randomUUID(), purpose, type: 'nwc' as const, provider: 'alby' },
    ...{ balanceSats: null, budgetSats: null, withoutBudget: false, by: crypto.randomUUID() },
  };
  await app.db.changeFamily(familyId, (tx) =>
    saveConnection(tx, KEY, familyId, { kind: 'nwc', connectionString }, made, new Date()),
  );
}

/** Nor a Hub. */
async function makeSubWallet(who: Visitor, child: string, connection: string) {
  const familyId = await familyOf(who);
  const made = { connection, publicKey: undefined, budgetSats: 1_000n, by: crypto.randomUUID() };
  await app.db.changeFamily(familyId, (tx) =>
    addSubWallet(tx, KEY, familyId, child, { ...made, now: new Date() }),
  );
}

async function fillBook(who: Visitor, seeds: Seeded) {
  const { BOOK, LIGHTNING_ADDRESSES, PRIVATE_KEYS } = seeds;
  const { id } = await addChild(who, { name: BOOK });
  await makeSubWallet(who, id, seeds.EARLIER_SUB_WALLET);
  await ok(who.send('POST', '/api/lightning/addresses', { parentAddress: LIGHTNING_ADDRESSES }));
  // Spendable keys are refused.
  const refused = await who.send('POST', '/api/wallet/configure', { walletXpub: PRIVATE_KEYS });
  expect(refused.status).toBe(400);
  return id;
}

async function standardFamily(): Promise<{ who: Visitor; seeds: Seeded }> {
  const [who, seeds] = [await app.signIn('anna-standard@example.com'), seeded()];
  const child = await fillBook(who, seeds);
  await ok(who.send('POST', '/api/wallet/configure', { walletXpub: seeds.PUBLIC_KEY }));
  await ok(who.send('POST', `/api/wallet/create/${child}`));
  await connect(who, 'receive', seeds.RECEIVING_CONNECTION);
  await connect(who, 'spend', seeds.PAYING_CONNECTION);
  return { who, seeds };
}

async function encryptedFamily(): Promise<{ who: Visitor; seeds: Seeded }> {
  const [who, seeds] = [await app.signIn('anna-encrypted@example.com'), seeded()];
  await fillBook(who, seeds);
  await connect(who, 'receive', seeds.RECEIVING_CONNECTION);
  const encryptedSecrets = lock({
    walletXpub: seeds.PUBLIC_KEY,
    lightningProvider: 'alby',
    nwcConnectionString: seeds.PAYING_CONNECTION,
  });
  const body = { encryptedSecrets, provider: 'alby', hasLightning: true, relays: [relay] };
  await ok(who.send('POST', '/api/lightning/configure-encrypted', body));
  // Sent by a parent's browser once it has opened the wallet.
  const prepared = {
    ...{ version: 1, scriptType: 'p2wpkh', firstAddress: seeds.WALLET_ADDRESSES },
    receive: { first: 0, addresses: [seeds.WALLET_ADDRESSES] },
    change: { first: 0, addresses: [] },
  };
  await ok(who.send('POST', '/api/wallet/prepared-addresses', prepared));
  return { who, seeds };
}

test.each([
  ['standard', standardFamily],
  ['encrypted', encryptedFamily],
] as const)(
  'in the %s mode the server sees what the page says (VAULT-01 VAULT-02)',
  async (mode, make) => {
    const { who, seeds } = await make();
    const all = await readable(await familyOf(who));
    const config = (await who.get('/api/wallet/encrypted-config')).body as {
      encryptedSecrets: VaultPayload | null;
    };
    const locked = config.encryptedSecrets ? unlock(config.encryptedSecrets) : '';
    const found = SIGHTS.map(({ what }) => {
      const secret = seeds[what];
      const sight: Sight = all.includes(secret)
        ? 'readable'
        : locked.includes(secret)
          ? 'locked'
          : 'absent';
      return [what, sight];
    });
    expect(found).toEqual(SIGHTS.map((row) => [row.what, row[mode]]));
  },
);
