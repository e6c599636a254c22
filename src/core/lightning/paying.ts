/**
 * A payment through a wallet, the same for every adapter: look first, ask once, and never call
 * failed what only was not heard of. `LightningWallet.pay` in wallet.ts says what comes out.
 */
import type { BitcoinNetwork } from '../bitcoin/network.ts';
import { INVOICE_NETWORK, proofOf, satsOf, unknownFrom } from './answers.ts';
import type { Platform } from './platform.ts';
import {
  type Asked,
  ConnectionError,
  type ConnectionErrorCode,
  type LightningWallet,
  type LookUp,
  type Patience,
  type PayOutcome,
  type PayWanted,
  type RefusedReason,
  type Unknown,
  type WalletDescription,
} from './wallet.ts';

/** What the wallet said to the request to pay. */
export type Said =
  | {
      readonly said: 'paid';
      readonly preimage: string | undefined;
      readonly feeMsat: bigint | undefined;
    }
  /** It has not begun. */
  | { readonly said: 'refused'; readonly reason: RefusedReason; readonly message: string }
  /** It tried and gave up. */
  | { readonly said: 'failed'; readonly message: string }
  | ({ readonly said: 'unclear' } & Unknown);

export type Payer = Pick<LightningWallet, 'describe' | 'lookUp'> & {
  readonly network: BitcoinNetwork;
  readonly clock: Pick<Platform, 'nowSeconds' | 'elapsedMs'>;
  readonly patience: Patience;
  /** Sends the request to pay, once. @throws ConnectionError: what became of it is not known */
  readonly send: (invoice: PayWanted['invoice']) => Promise<Said>;
  /**
   * Whether a payment that the wallet calls failed, and then does not know, surely was not made.
   * False where a failure may be a time-out (NIP-47, PAYMENT_FAILED).
   */
  readonly isFailureFinal: boolean;
};

const refused = (reason: RefusedReason, message: string): PayOutcome => ({
  outcome: 'refused',
  reason,
  message,
});

export async function payThrough(payer: Payer, wanted: PayWanted): Promise<PayOutcome> {
  const startedAt = payer.clock.elapsedMs();
  const { invoice } = wanted;
  const no = whyNot(payer, wanted);
  if (no) return no;
  const asked: Asked = { direction: 'out', invoice };
  let before: LookUp;
  try {
    const description = await payer.describe();
    const over = whyNotThrough(description, wanted);
    if (over) return over;
    before = await payer.lookUp(asked);
  } catch (error) {
    return refusedBy(error);
  }
  const known = outcomeBefore(before, wanted);
  if (known) return known;
  if (payer.clock.elapsedMs() - startedAt > payer.patience.startMs)
    return refused('unreachable', 'The wallet answers too slowly; nothing was sent');
  const said = await payer
    .send(invoice)
    .catch((error: unknown): Said => ({ said: 'unclear', ...unknownFrom(error) }));
  return outcomeOf(said, payer, asked);
}

function whyNot({ network, clock }: Payer, { invoice }: PayWanted): PayOutcome | undefined {
  if (invoice.network !== INVOICE_NETWORK[network])
    return refused('other-network', 'The invoice is for another network');
  if (invoice.amountMsat === undefined) return refused('no-amount', 'The invoice names no amount');
  if (invoice.expiresAt <= clock.nowSeconds()) return refused('expired', 'The invoice has expired');
  return undefined;
}

function whyNotThrough(
  { methods, budget }: WalletDescription,
  { invoice, feeLimitSats, needsBudget = false }: PayWanted,
): PayOutcome | undefined {
  if (!methods.includes('pay_invoice'))
    return refused('not-offered', 'This connection may not pay');
  if (needsBudget && budget.kind !== 'limited')
    return refused('no-budget', 'The wallet names no budget for this connection');
  // Wallets count a part of a sat as a whole one.
  const mostSats = satsOf((invoice.amountMsat ?? 0n) + 999n) + feeLimitSats;
  return budget.kind === 'limited' && budget.leftSats < mostSats
    ? refused('over-budget', `The budget of this connection has ${budget.leftSats} sats left`)
    : undefined;
}

const REFUSED: Partial<Record<ConnectionErrorCode, RefusedReason>> = {
  UNREACHABLE: 'unreachable',
  NO_ANSWER: 'unreachable',
  OVER_BUDGET: 'over-budget',
  BUSY: 'busy',
  NOT_OFFERED: 'not-offered',
  OTHER_NETWORK: 'other-network',
};

/** Nothing was sent yet. */
function refusedBy(error: unknown): PayOutcome {
  if (!(error instanceof ConnectionError)) throw error;
  return refused(REFUSED[error.code] ?? 'refused', error.message);
}

/** Undefined: the wallet has no payment of this invoice. */
function outcomeBefore(before: LookUp, { isNew = false }: PayWanted): PayOutcome | undefined {
  if (before.state === 'settled' && isNew)
    return { outcome: 'unknown', reason: 'unclear', message: 'This invoice was paid before' };
  if (before.state === 'settled') return paid(before);
  if (before.state === 'open')
    return { outcome: 'unknown', reason: 'unclear', message: 'This payment is already under way' };
  if (before.state === 'failed')
    return refused('tried', 'The wallet has tried this invoice before, and failed');
  const isSilent =
    before.state === 'unknown' && ['unreachable', 'no-answer'].includes(before.reason);
  return isSilent ? refused('unreachable', before.message) : undefined;
}

function paid({ state: _, settledAt: __, ...settled }: LookUp & { state: 'settled' }): PayOutcome {
  return { outcome: 'paid', ...settled };
}

async function outcomeOf(said: Said, payer: Payer, asked: Asked): Promise<PayOutcome> {
  if (said.said === 'refused') return refused(said.reason, said.message);
  if (said.said === 'paid') {
    const { preimage, feeMsat } = said;
    const feeSats = feeMsat === undefined ? undefined : satsOf(feeMsat);
    return { outcome: 'paid', feeSats, ...proofOf(preimage, asked.invoice.paymentHash) };
  }
  const open: PayOutcome =
    said.said === 'failed'
      ? { outcome: 'unknown', reason: 'said-failed', message: said.message }
      : { outcome: 'unknown', reason: said.reason, message: said.message };
  // Whoever was silent is asked again later, by a job.
  if (open.reason === 'no-answer') return open;
  const after = await payer.lookUp(asked);
  if (after.state === 'settled') return paid(after);
  const isGone =
    said.said === 'failed' &&
    payer.isFailureFinal &&
    after.state === 'unknown' &&
    after.reason === 'not-found';
  return after.state === 'failed' || isGone ? refused('no-route', open.message) : open;
}
