/** The wallet's calls, part by part. */
import { feature } from '#server/http/feature.ts';
import type { ReversalHook } from '#server/ledger/reverse.ts';
import { childWalletSummaries, childWallets } from './children/contract.ts';
import { childWalletHandlers } from './children/server.ts';
import { coverage, coverageSummaries } from './coverage/contract.ts';
import { coverageHandlers } from './coverage/server.ts';
import { prepared, preparedSummaries } from './prepared/contract.ts';
import { preparedHandlers } from './prepared/server.ts';
import { sending, sendingSummaries } from './sending/contract.ts';
import { sendingHandlers } from './sending/server.ts';
import { walletHandlers } from './server.ts';
import { vaultDaySummaries, vaultDays } from './vault-days/contract.ts';
import { vaultDayHandlers } from './vault-days/server.ts';
import { wallet, walletSummaries } from './watched/contract.ts';

/** @param reversalHooks what other features do when a send is reversed */
export const walletFeatures = (reversalHooks: readonly ReversalHook[]) => ({
  childWallets: feature(childWallets, childWalletSummaries, ({ services }) =>
    childWalletHandlers(services, reversalHooks),
  ),
  sending: feature(sending, sendingSummaries, ({ services }) =>
    sendingHandlers(services, reversalHooks),
  ),
  vaultDays: feature(vaultDays, vaultDaySummaries, ({ services }) =>
    vaultDayHandlers(services, reversalHooks),
  ),
  coverage: feature(coverage, coverageSummaries, coverageHandlers),
  prepared: feature(prepared, preparedSummaries, ({ services, limit }) =>
    preparedHandlers(services, limit),
  ),
  wallet: feature(wallet, walletSummaries, ({ services }) => walletHandlers(services)),
});
