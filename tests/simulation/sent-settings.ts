/** Calls that decide where money goes, and those that undo such a change. */
import { createHash } from 'node:crypto';
import type { SettingsAct } from './act.ts';
import { CHILDREN } from './beginning.ts';
import {
  changeName,
  post,
  remove,
  type Sending,
  type Sent,
  type SentBy,
  walletName,
} from './sending.ts';

const put = (path: string, body: object): Sent => ({ method: 'PUT', path, body });

export const SETTINGS_SENT: SentBy<SettingsAct['call']> = {
  saveAddresses: (act, { children, addressOf }) =>
    post('/api/lightning/addresses', {
      parentAddress: addressOf('parents', act.parents),
      childAddresses: Object.fromEntries(
        CHILDREN.map((no) => [children[no], addressOf(no, act.children[no])]),
      ),
    }),
  setUpAddresses: (act, { addressOf }) => {
    const [Mia, Leo] = CHILDREN.map((no) => addressOf(no, act.children[no]));
    const addresses = { parent: addressOf('parents', act.parents), Mia, Leo };
    return post('/api/lightning-addresses/setup', { addresses });
  },
  setPlan: ({ child, plan, seen }, { children, addressOf }) =>
    put(`/api/children/${children[child]}/payout-plan`, {
      ...{ plan, seenAddress: addressOf(child, seen) },
    }),
  setPayLimit: ({ child, sats }, { children }) =>
    put(`/api/lightning/children/${children[child]}/pay-limit`, { limit: Number(sats) }),
  setCeiling: ({ sats }) => put('/api/family/ceiling', { limit: Number(sats) }),
  connect: (_, { wallet }) =>
    post('/api/lightning/connect', {
      ...{ type: 'phoenixd', purpose: 'spend', url: wallet },
      ...{ token: 'a-full-password', withoutBudget: true },
    }),
  disconnect: () => remove('/api/lightning/config', { purpose: 'spend' }),
  watch: ({ saysWhich }, { keyOf, name }) =>
    post('/api/wallet/configure', { walletXpub: keyOf(name)[saysWhich ? 'vpub' : 'tpub'] }),
  unwatch: () => remove('/api/wallet/configure'),
  confirmFirst: ({ watched, isRight }, { keyOf }) =>
    post('/api/wallet/confirm-address', {
      address: keyOf(isRight ? watched : 'another').address(0),
    }),
  chooseSource: ({ source: kind }) => put('/api/wallet/source', { kind }),
  preferEncryption: ({ prefers, version, key }, { keyOf, name }) =>
    post('/api/wallet/set-encryption-preference', {
      ...{ prefersEncryption: prefers, version },
      ...(key !== undefined && { wallet: { walletXpub: keyOf(name, key).vpub } }),
    }),
  encryptExisting: (act, sending) =>
    post('/api/wallet/encrypt-existing-data', {
      ...{ encryptedData: payloadOf(sending.name), prefersEncryption: true },
      ...seenBy(act, sending),
    }),
  saveVault: ({ version, isRenewed, spending }, { name }) =>
    post('/api/wallet/configure-encrypted', {
      ...{ encryptedSecrets: payloadOf(name), hasWallet: true, version, isRenewed },
      ...(spending && { spending: spending === 'new' ? { provider: name, relays: [] } : null }),
    }),
  saveVaultWithLightning: (act, sending) =>
    post('/api/lightning/configure-encrypted', {
      ...{ encryptedSecrets: payloadOf(sending.name), provider: 'alby', hasLightning: true },
      ...seenBy(act, sending),
    }),
  forgetVault: ({ version }) => remove('/api/wallet/encrypted-config', { version }),
  saveLock: ({ passkey, version }, { passkeys, name }) =>
    put(`/api/wallet/passkeys/${passkeys[passkey]}`, { ...lockOf(name), version }),
  addPrepared: ({ version, key, from, count, hasToken }, { keyOf, name }) => {
    const { address } = keyOf(name, key);
    const addresses = Array.from({ length: count }, (_, i) => address(from + i));
    return post('/api/wallet/prepared-addresses', {
      ...{ version: Math.max(1, version), scriptType: 'p2wpkh', firstAddress: address(0) },
      ...{ receive: { first: from, addresses }, change: { first: 0, addresses: [] } },
      ...(hasToken && { refillToken: hexFor(`token of ${name}`, 32) }),
    });
  },
  forgetPrepared: ({ version, key }, { keyOf }) =>
    post('/api/wallet/prepared-addresses/forget', {
      ...{ version: Math.max(1, version), firstAddress: keyOf(key).address(0) },
    }),
  makeSubWallet: ({ child, inVault }, { children, hub, name }) =>
    post(`/api/lightning/sub-wallets/${children[child]}`, {
      ...{ url: hub, token: 'a-token', monthlyBudget: 1_000 },
      ...(inVault && { publicKey: hexFor(`key of ${name}`, 32) }),
    }),
  showSubWallet: ({ child }, { children }) => ({
    ...{ method: 'GET', path: `/api/lightning/sub-wallets/${children[child]}/connection` },
    body: {},
  }),
  removeSubWallet: ({ child }, { children }) =>
    remove(`/api/lightning/sub-wallets/${children[child]}`),
  removeLocks: () => remove('/api/wallet/passkeys'),

  undoChange: ({ change, anyway }, { idOf }) =>
    post(`/api/money-changes/${idOf(changeName(change))}/undo`, { evenIfChanged: anyway }),
  forgetChange: ({ change }, { idOf }) =>
    post(`/api/money-changes/${idOf(changeName(change))}/forget`),
};

const seenBy = (
  { version, walletOf }: { version: number; walletOf: string | undefined },
  { idOf }: Sending,
) => ({ version, ...(walletOf && { walletId: idOf(walletName(walletOf)) }) });

/** Random bytes, equal for equal names: a call can be sent again. */
const bytesFor = (name: string, length: number): string =>
  createHash('shake256', { outputLength: length }).update(name).digest('base64');

export const hexFor = (name: string, length: number): string =>
  Buffer.from(bytesFor(name, length), 'base64').toString('hex');

/** Only a browser can open it; the server sees only its shape. */
export const payloadOf = (name: string) => ({
  encryptedData: bytesFor(`data of ${name}`, 17 + (name.length % 90)),
  ...{ iv: bytesFor(`iv of ${name}`, 12), salt: bytesFor(`salt of ${name}`, 16) },
});

export const lockOf = (name: string) => ({
  ...{ salt: bytesFor(`input for ${name}`, 32), sealed: bytesFor(`words for ${name}`, 60) },
});
