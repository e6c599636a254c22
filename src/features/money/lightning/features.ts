/** Lightning's calls, part by part. */
import { feature } from '#server/http/feature.ts';
import { lightning, lightningSummaries } from './connections/contract.ts';
import { spendingCoverage, spendingCoverageSummaries } from './coverage/contract.ts';
import { giftSummaries, gifts } from './gifts/contract.ts';
import { giftHandlers } from './gifts/server.ts';
import { handing, handingSummaries, paying, payingSummaries } from './paying/contract.ts';
import { handingHandlers } from './paying/handing.ts';
import { payingHandlers } from './paying/server.ts';
import { payoutSummaries, payouts } from './payouts/contract.ts';
import { payoutHandlers } from './payouts/server.ts';
import { purposes } from './purposes.ts';
import { bringingHandlers } from './receiving/bringing.ts';
import {
  bringing,
  bringingSummaries,
  receiving,
  receivingSummaries,
} from './receiving/contract.ts';
import { receivingHandlers } from './receiving/server.ts';
import { lightningHandlers } from './server.ts';
import { spendingCoverageHandlers } from './spending-coverage.ts';
import { subWalletSummaries, subWallets } from './sub-wallets/contract.ts';
import { subWalletHandlers } from './sub-wallets/server.ts';
import { transferPaymentSummaries, transferPayments } from './transfers/contract.ts';
import { transferPaymentHandlers } from './transfers/server.ts';
import { trying, tryingSummaries } from './trying/contract.ts';
import { tryingHandlers } from './trying/server.ts';

export const lightningFeatures = {
  lightning: feature(lightning, lightningSummaries, ({ services }) => lightningHandlers(services)),
  spendingCoverage: feature(
    spendingCoverage,
    spendingCoverageSummaries,
    () => spendingCoverageHandlers,
  ),
  receiving: feature(receiving, receivingSummaries, ({ services }) => receivingHandlers(services)),
  paying: feature(paying, payingSummaries, ({ services }) =>
    payingHandlers({ ...services, purposes }),
  ),
  bringing: feature(bringing, bringingSummaries, ({ services }) => bringingHandlers(services)),
  handing: feature(handing, handingSummaries, ({ services }) =>
    handingHandlers({ ...services, purposes }),
  ),
  payouts: feature(payouts, payoutSummaries, ({ services }) => payoutHandlers(services)),
  subWallets: feature(subWallets, subWalletSummaries, ({ services }) =>
    subWalletHandlers(services),
  ),
  transferPayments: feature(transferPayments, transferPaymentSummaries, ({ services }) =>
    transferPaymentHandlers({ ...services, purposes }),
  ),
  gifts: feature(gifts, giftSummaries, ({ services }) => giftHandlers(services)),
  trying: feature(trying, tryingSummaries, ({ services, limit }) =>
    tryingHandlers(services, limit),
  ),
};
