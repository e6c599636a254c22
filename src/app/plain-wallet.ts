/** The wallet in the standard form, as needed by the encrypted one (features/money/vault). */

import { hasSpending } from '#features/money/lightning/connections/store.ts';
import { isRelay } from '#features/money/lightning/pipe/relays.ts';
import { listSubWallets } from '#features/money/lightning/sub-wallets/store.ts';
import type { PlainWallet } from '#features/money/vault/server.ts';
import { configureWallet } from '#features/money/wallet/configuring.ts';
import { endRefills, forgetKey } from '#features/money/wallet/prepared/store.ts';
import { findWallet, readWalletText, removeWallet } from '#features/money/wallet/watched/store.ts';
import type { Services } from '#server/http/context.ts';

export const plainWallet = (services: Services): PlainWallet => ({
  network: services.chain.network,
  async read(tx, familyId) {
    const row = await findWallet(tx, familyId);
    if (!row || row.kind === 'vault') return undefined;
    const text = (await readWalletText(tx, services.secretsKey, familyId)) ?? null;
    const isKey = row.kind === 'key';
    return {
      walletId: row.walletId,
      walletAddress: isKey ? null : text,
      walletXpub: isKey ? text : null,
    };
  },
  save: (wallet, context) => configureWallet(services, wallet, context),
  forgetKey,
  endRefills,
  remove: removeWallet,
  isPaying: hasSpending,
  hasChildWallets: async (tx, familyId) =>
    (await listSubWallets(tx, familyId)).some(({ publicKey }) => publicKey !== null),
  isRelay: (url) => isRelay(url, services.chain),
});
