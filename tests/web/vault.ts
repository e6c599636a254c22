/** An encrypted wallet in the API's replies, for tests of the pages that unlock and seal it. */
import type { Reply } from '#tests/web/support.tsx';

export const familyId = '01a1fca1-0000-7000-8000-000000000001';
export const binding = { purpose: 'wallet', familyId } as const;
export const passphrase = 'maple-orbit-lantern-pebble-cactus-violin-417';
export const changed: Reply = [200, { success: true, message: 'Done', version: 1 }];

const noVault = { hasEncryptedWallet: false, encryptedSecrets: null, familyId, version: 0 };

/** `GET /api/wallet/encrypted-config`; by default of a family without an encrypted wallet. */
export const aConfig = (over: object = {}): Reply => [
  200,
  {
    ...noVault,
    network: 'testnet',
    isRenewalDue: false,
    hasChildWallets: false,
    spending: null,
    ...over,
  },
];

const noWallet = { hasWallet: false, encryptedSecrets: null, walletAddress: null };

/** `GET /api/wallet/configuration`; by default of a family without a wallet. */
export const aConfiguration = (over: object = {}): Reply => [
  200,
  { type: 'plaintext', ...noWallet, walletXpub: null, walletId: null, version: 0, ...over },
];
