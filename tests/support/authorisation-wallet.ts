/** Rows of the calls about the family's Bitcoin wallet. */
import {
  adults,
  adultsAndTheChildItself,
  adultsOfThisFamily,
  nothing,
  onAdults,
  type Row,
} from './authorisation-rows.ts';
import { newWallet } from './wallets.ts';
import type { ActorsWorld } from './world.ts';

const wallet = newWallet();
const { vpub } = wallet;
const NO_SEND = { id: '01a1fca1-0000-7000-8000-000000000000' };

/** No passphrase opens it, which the server cannot know. */
const payload = {
  encryptedData: Buffer.alloc(48, 7).toString('base64'),
  iv: Buffer.alloc(12, 7).toString('base64'),
  salt: Buffer.alloc(16, 7).toString('base64'),
};

const lockSalt = Buffer.alloc(32, 7).toString('base64');

const configure = async (w: ActorsWorld) =>
  (await w.as('parent')).send('POST', '/api/wallet/configure', { walletXpub: vpub });

const ofMia = ({ mia: childId }: ActorsWorld) => ({ childId });

export const walletRows: Record<string, Row> = {
  'wallet.configure': { input: () => ({ walletXpub: vpub }), expect: adults },
  'wallet.remove': { input: nothing, expect: adults },
  // Nothing needs confirmation: the key states its script type, or there is no key.
  'wallet.confirmAddress': {
    input: () => ({ address: 'tb1q' }),
    expect: { ...adults, ...onAdults(409) },
  },
  'wallet.familyInfo': { input: nothing, expect: adults },
  'wallet.chooseSource': { input: () => ({ kind: 'none' }), expect: adults },
  // No source is set.
  'wallet.scanBalance': { input: nothing, expect: { ...adults, ...onAdults(409) } },
  'wallet.scan': { input: nothing, expect: adults },
  'wallet.cancelScan': { input: nothing, expect: adults },
  'vault.preferences': { input: nothing, expect: adults },
  'vault.setPreference': { input: () => ({ prefersEncryption: false }), expect: adults },
  // A version no one has seen, so nothing is overwritten.
  'vault.encryptExisting': {
    input: () => ({ encryptedData: payload, prefersEncryption: true, version: 700 }),
    expect: { ...adults, ...onAdults(409) },
  },
  'vault.config': { input: nothing, expect: adults },
  'vault.configure': {
    input: () => ({ encryptedSecrets: payload, hasWallet: true, version: 700 }),
    expect: { ...adults, ...onAdults(409) },
  },
  'vault.configureLightning': {
    input: () => ({
      ...{ encryptedSecrets: payload, provider: 'coinos', hasLightning: true, version: 700 },
    }),
    expect: { ...adults, ...onAdults(409) },
  },
  'vault.forget': { input: () => ({ version: 700 }), expect: { ...adults, ...onAdults(409) } },
  'vault.status': { input: nothing, expect: adults },
  'vault.configuration': { input: nothing, expect: adults },
  'vaultPasskeys.list': { input: nothing, expect: adults },
  'vaultPasskeys.save': {
    input: () => ({ ...NO_SEND, salt: lockSalt, sealed: payload.encryptedData, version: 700 }),
    expect: { ...adults, ...onAdults(404) },
  },
  'vaultPasskeys.remove': { input: nothing, expect: adults },
  'childWallets.create': {
    input: async (w) => {
      await configure(w);
      return ofMia(w);
    },
    expect: adultsAndTheChildItself,
  },
  // Other families have no wallet.
  'childWallets.topUp': {
    input: async (w) => {
      await configure(w);
      return {};
    },
    expect: { ...adults, invited: 409, admin: 409, otherParent: 409 },
  },
  'childWallets.balances': { input: ofMia, expect: adultsAndTheChildItself },
  'childWallets.sync': { input: ofMia, expect: adultsAndTheChildItself },
  'childWallets.deposits': { input: nothing, expect: adults },
  'childWallets.answerDeposit': {
    input: () => ({ id: '01a1fca1-0000-7000-8000-000000000000', childId: null }),
    expect: { ...adults, ...onAdults(404) },
  },
  'sending.send': {
    input: async (w) => ({ childId: w.mia, toAddress: wallet.address(0), amount: '0.00000001' }),
    expect: adultsOfThisFamily,
  },
  'sending.list': { input: nothing, expect: adults },
  'sending.get': { input: () => NO_SEND, expect: { ...adults, ...onAdults(404) } },
  'sending.makePsbt': { input: () => NO_SEND, expect: { ...adults, ...onAdults(404) } },
  'sending.nameTransaction': {
    input: () => ({ ...NO_SEND, transactionId: 'ab'.repeat(32) }),
    expect: { ...adults, ...onAdults(404) },
  },
  'sending.cancel': { input: () => NO_SEND, expect: { ...adults, ...onAdults(404) } },
  'prepared.get': { input: nothing, expect: adults },
  // No wallet of this world is encrypted.
  'prepared.add': {
    input: () => ({
      ...{ version: 1, scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
      receive: { first: 0, addresses: [wallet.address(0)] },
      change: { first: 0, addresses: [] },
    }),
    expect: { ...adults, ...onAdults(409) },
  },
  'prepared.refill': {
    input: () => ({
      ...{ version: 1, refillToken: 'ab'.repeat(32), firstAddress: wallet.address(0) },
      receive: { first: 0, addresses: [wallet.address(0)] },
      change: { first: 0, addresses: [] },
    }),
    expect: { ...adults, ...onAdults(409) },
  },
  'prepared.forgetUnasked': {
    input: () => ({
      ...{ version: 1, refillToken: 'ab'.repeat(32), firstAddress: wallet.address(0) },
    }),
    expect: { ...adults, ...onAdults(409) },
  },
  'prepared.forget': {
    input: () => ({ version: 1, firstAddress: wallet.address(0) }),
    expect: { ...adults, ...onAdults(409) },
  },
  'moneyChanges.list': { input: nothing, expect: adults },
  // Nothing was changed.
  'moneyChanges.undo': { input: () => NO_SEND, expect: { ...adults, ...onAdults(404) } },
  'moneyChanges.forget': { input: () => NO_SEND, expect: { ...adults, ...onAdults(404) } },
  'vaultDays.list': { input: nothing, expect: adults },
  'vaultDays.estimate': { input: nothing, expect: adults },
  'vaultDays.waitForFee': { input: () => ({ waits: false }), expect: adults },
  // Nothing has been collected.
  'vaultDays.begin': {
    input: ({ mia: childId }) => ({ children: [{ childId, seenAmount: '0.0001' }] }),
    expect: { ...adults, ...onAdults(404) },
  },
  'vaultDays.makePsbt': { input: () => NO_SEND, expect: { ...adults, ...onAdults(404) } },
  'vaultDays.nameTransaction': {
    input: () => ({ ...NO_SEND, transactionId: 'ab'.repeat(32) }),
    expect: { ...adults, ...onAdults(404) },
  },
  'vaultDays.cancel': { input: () => NO_SEND, expect: { ...adults, ...onAdults(404) } },
  'coverage.get': { input: nothing, expect: adults },
  'coverage.ofChild': { input: ofMia, expect: adultsAndTheChildItself },
};
