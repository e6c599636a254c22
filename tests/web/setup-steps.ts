/** For tests of the setup: the server's replies to a parent with an empty family. */

import { aUser, id } from '#tests/web/replies.ts';
import type { Reply } from '#tests/web/support.tsx';
import { noWallet } from '#tests/web/wallet.ts';

export const familyId = id(900);

export const preferences = (prefersEncryption: boolean, hasLegacyWallet = false): Reply => [
  200,
  { prefersEncryption, hasLegacyWallet, hasEncryptedWallet: false },
];

export const parent: Record<string, Reply> = {
  'GET /api/auth/user': [200, aUser()],
  'GET /api/invitations': [200, []],
  'GET /api/children': [200, []],
  'GET /api/wallet/family-info': [200, noWallet()],
  'GET /api/wallet/preferences': preferences(false),
  'GET /api/wallet/encrypted-config': [
    200,
    {
      ...{ hasEncryptedWallet: false, encryptedSecrets: null, familyId, network: 'testnet' },
      ...{ version: 0, isRenewalDue: false, hasChildWallets: false, spending: null },
    },
  ],
};
