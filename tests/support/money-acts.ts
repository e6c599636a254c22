/**
 * Every call that redirects or destroys money, made once in a family that has everything to lose.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { readSecret } from '../../src/server/secrets.ts';
import { type Reply, SECRETS_KEY_OF_TESTS, type Visitor } from './app.ts';
import { newAuthenticator } from './authenticator.ts';
import { addChild } from './family.ts';
import {
  connectPayer,
  type PayoutWorld,
  saveAddresses,
  setPayoutPlan,
  startPayoutWorld,
} from './payouts.ts';
import { newWallet } from './wallets.ts';

export type Home = {
  world: PayoutWorld;
  parent: Visitor;
  childId: string;
  familyId: string;
  passkey: string;
  /** Address 0 of the wallet in the vault. */
  first: string;
  hub: string;
};

const base64 = (length: number) => randomBytes(length).toString('base64');
export const payload = () => ({ encryptedData: base64(60), iv: base64(12), salt: base64(16) });

export async function versionOf(who: Visitor): Promise<number> {
  return ((await who.get('/api/wallet/encrypted-config')).body as { version: number }).version;
}

const batch = (addresses: string[], first = 0) => ({ first, addresses });
const EMPTY = batch([]);

const prepare = async (who: Visitor, first: string, addresses: string[], at = 0) =>
  who.send('POST', '/api/wallet/prepared-addresses', {
    ...{ version: await versionOf(who), scriptType: 'p2wpkh', firstAddress: first },
    ...{ receive: batch(addresses, at), change: EMPTY },
  });

export async function addPasskey(who: Visitor): Promise<string> {
  const asked = await who.send('POST', '/api/auth/passkeys/challenge');
  const made = newAuthenticator().make(asked.body as { challenge: string });
  const added = await who.send('POST', '/api/auth/passkeys', { ...made, hasPrf: true });
  return (added.body as { id: string }).id;
}

const saveLock = async (who: Visitor, id: string) =>
  who.send('PUT', `/api/wallet/passkeys/${id}`, {
    ...{ salt: base64(32), sealed: base64(72), version: await versionOf(who) },
  });

/** For a test file: families to try these calls in, until the file ends. */
export async function actsWorld(): Promise<{ world: PayoutWorld; hub: { url: string } }> {
  const [world, hub] = [await startPayoutWorld(), await startHub()];
  afterAll(async () => {
    await hub.close();
    await world.close();
  });
  return { world, hub };
}

/** A Hub that can only create apps. */
async function startHub() {
  const server = createServer((_, reply) => {
    const uri = `nostr+walletconnect://${'ab'.repeat(32)}?relay=ws%3A%2F%2F127.0.0.1%3A7000&secret=${'1'.repeat(64)}`;
    reply.writeHead(200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ pairingUri: uri }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Addresses, a limit, a plan, a source and connections; with the wallet in the named form. */
export async function newHome(
  world: PayoutWorld,
  hub: string,
  name: string,
  form: 'plain' | 'vault',
): Promise<Home> {
  const parent = await world.app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  await saveAddresses(parent, { [childId]: 'mia@example.com' });
  await parent.send('PUT', `/api/lightning/children/${childId}/pay-limit`, { limit: 500 });
  await setPayoutPlan(parent, childId, 'lightning', 'mia@example.com');
  await parent.send('PUT', '/api/wallet/source', { kind: 'none' });
  const typed = { type: 'address', token: world.receiver.addressOf(name) };
  await parent.send('POST', '/api/lightning/connect', typed);
  const passkey = await addPasskey(parent);
  const wallet = newWallet('regtest');
  const first = wallet.address(0);
  if (form === 'plain') {
    await connectPayer(parent, world.wallet.url);
    await parent.send('POST', '/api/wallet/configure', { walletXpub: wallet.vpub });
    await parent.send('POST', `/api/wallet/child/${childId}/create`);
  } else {
    const made = { encryptedSecrets: payload(), hasWallet: true };
    await parent.send('POST', '/api/wallet/configure-encrypted', made);
    await prepare(
      parent,
      first,
      [0, 1, 2].map((at) => wallet.address(at)),
    );
    await saveLock(parent, passkey);
  }
  const [row] = await world.app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${childId}`;
  const familyId = String(row?.familyId);
  return { world, parent, childId, familyId, passkey, first, hub };
}

const makeSubWallet = ({ parent, childId, hub }: Home) =>
  parent.send('POST', `/api/lightning/sub-wallets/${childId}`, {
    ...{ url: hub, token: 'a-token', monthlyBudget: 1_000 },
  });

type Act = {
  form?: 'vault';
  first?: (home: Home) => Promise<unknown>;
  act: (home: Home) => Promise<Reply>;
};

const thiefs = newWallet('regtest');

export const ACTS: Readonly<Record<string, Act>> = {
  'lightning.connect': {
    act: ({ parent, world }) =>
      parent.send('POST', '/api/lightning/connect', {
        ...{ type: 'address', token: world.receiver.addressOf('thief') },
      }),
  },
  'lightning.removeConfig': { act: ({ parent }) => parent.send('DELETE', '/api/lightning/config') },
  'lightning.saveAddresses': {
    act: ({ parent, childId }) => saveAddresses(parent, { [childId]: 'eve@example.com' }),
  },
  'lightning.setUpAddresses': {
    act: ({ parent }) =>
      parent.send('POST', '/api/lightning-addresses/setup', {
        addresses: { parent: 'eve@example.com', Mia: 'eve@example.com' },
      }),
  },
  'lightning.setPayLimit': {
    act: ({ parent, childId }) =>
      parent.send('PUT', `/api/lightning/children/${childId}/pay-limit`, { limit: 1_000_000 }),
  },
  'ceiling.save': {
    act: ({ parent }) => parent.send('PUT', '/api/family/ceiling', { limit: 9_000_000 }),
  },
  'payouts.setPlan': { act: ({ parent, childId }) => setPayoutPlan(parent, childId, 'vault', '') },
  'wallet.configure': {
    act: ({ parent }) => parent.send('POST', '/api/wallet/configure', { walletXpub: thiefs.vpub }),
  },
  'wallet.remove': { act: ({ parent }) => parent.send('DELETE', '/api/wallet/configure') },
  'wallet.confirmAddress': {
    first: ({ parent }) =>
      parent.send('POST', '/api/wallet/configure', { walletXpub: thiefs.tpub }),
    act: ({ parent }) =>
      parent.send('POST', '/api/wallet/confirm-address', { address: thiefs.address(0) }),
  },
  'wallet.chooseSource': {
    act: ({ parent }) =>
      parent.send('PUT', '/api/wallet/source', { kind: 'esplora', url: 'http://127.0.0.1:9/' }),
  },
  'subWallets.make': { act: makeSubWallet },
  'subWallets.remove': {
    first: makeSubWallet,
    act: ({ parent, childId }) => parent.send('DELETE', `/api/lightning/sub-wallets/${childId}`),
  },
  'vault.setPreference': {
    form: 'vault',
    act: async ({ parent }) =>
      parent.send('POST', '/api/wallet/set-encryption-preference', {
        ...{ prefersEncryption: false, version: await versionOf(parent) },
        wallet: { walletXpub: thiefs.vpub },
      }),
  },
  'vault.encryptExisting': {
    first: ({ parent }) => parent.send('DELETE', '/api/lightning/config', { purpose: 'spend' }),
    act: async ({ parent }) =>
      parent.send('POST', '/api/wallet/encrypt-existing-data', {
        ...{ encryptedData: payload(), prefersEncryption: true, version: await versionOf(parent) },
      }),
  },
  'vault.configure': {
    form: 'vault',
    act: async ({ parent }) =>
      parent.send('POST', '/api/wallet/configure-encrypted', {
        ...{ encryptedSecrets: payload(), hasWallet: true, isRenewed: true },
        version: await versionOf(parent),
      }),
  },
  'vault.configureLightning': {
    form: 'vault',
    act: async ({ parent }) =>
      parent.send('POST', '/api/lightning/configure-encrypted', {
        ...{ encryptedSecrets: payload(), provider: 'coinos', hasLightning: true },
        version: await versionOf(parent),
      }),
  },
  'vault.forget': {
    form: 'vault',
    act: async ({ parent }) =>
      parent.send('DELETE', '/api/wallet/encrypted-config', { version: await versionOf(parent) }),
  },
  'vaultPasskeys.save': {
    form: 'vault',
    act: ({ parent, passkey }) => saveLock(parent, passkey),
  },
  'vaultPasskeys.remove': {
    form: 'vault',
    act: ({ parent }) => parent.send('DELETE', '/api/wallet/passkeys'),
  },
  'prepared.add': {
    form: 'vault',
    act: ({ parent, first }) => prepare(parent, first, [thiefs.address(3)], 3),
  },
  'prepared.forget': {
    form: 'vault',
    act: async ({ parent, first: firstAddress }) =>
      parent.send('POST', '/api/wallet/prepared-addresses/forget', {
        ...{ version: await versionOf(parent), firstAddress },
      }),
  },
};

/** Changed by a scan or a new version anyway. */
const VOLATILE = ['version', 'changed_by', 'changed_at', 'checked_at', 'look_at', 'reminded_at'];
const TABLES = [
  ...['vault', 'vault_passkey', 'wallet', 'wallet_address', 'chain_source', 'payout_plan'],
  ...['lightning_connection', 'lightning_settings', 'lightning_child', 'sub_wallet'],
];

/** Everything that decides where the family's money goes, with its secrets opened. */
export async function moneyState({ world, familyId }: Home): Promise<string[]> {
  const { owner } = world.app.db;
  const lines: string[] = [];
  for (const table of TABLES) {
    const rows = await owner<{ row: string }[]>`
      SELECT (to_jsonb(t) - ${VOLATILE}::text[])::text AS row FROM ${owner(table)} t
      WHERE family_id = ${familyId}`;
    lines.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  const [family] = await owner<{ ceilingSats: bigint }[]>`
    SELECT ceiling_sats FROM family WHERE family_id = ${familyId}`;
  lines.push(`ceiling ${family?.ceilingSats}`);
  const boxes = await owner<{ purpose: string }[]>`
    SELECT purpose FROM sealed_secret WHERE family_id = ${familyId}`;
  for (const { purpose } of boxes) {
    const secret = await readSecret(owner, SECRETS_KEY_OF_TESTS, familyId, purpose as 'wallet');
    lines.push(`secret ${purpose} ${JSON.stringify(secret)}`);
  }
  // A row without information is ignored.
  return lines.filter((line) => !NOTHING.test(line)).sort();
}

const NOTHING = /^vault (?!_).*"prefers_encryption": false/;
