/**
 * A payment through a wallet, the same for every adapter: look first, send once, and never treat
 * silence as failure. `LightningWallet.pay` in wallet.ts describes the outcomes.
 */
import type { BitcoinNetwork } from '../bitcoin/network.ts';
import { INVOICE_NETWORK, proofOf, satsOf, unknownFrom } from './answers.ts';
import type { Platform } from './platform.ts';
import { proofIn } from './proof.ts';
import {
  type Asked,
  type ClaimedReason,
  ConnectionError,
  type ConnectionErrorCode,
  type LightningWallet,
  type LookUp,
  type Patience,
  type PayOutcome,
  type PayWanted,
  type Unknown,
  type UnsentReason,
  type WalletDescription,
} from './wallet.ts';

/** The wallet's reply to the request to pay. */
export type PayReply =
  | {
      readonly said: 'paid';
      readonly preimage: string | undefined;
      readonly feeMsat: bigint | undefined;
    }
  | { readonly said: 'no'; readonly reason: ClaimedReason; readonly message: string }
  | ({ readonly said: 'unclear' } & Unknown);

export type Payer = Pick<LightningWallet, 'describe' | 'balance' | 'lookUp'> & {
  readonly network: BitcoinNetwork;
  readonly clock: Pick<Platform, 'nowSeconds' | 'elapsedMs'>;
  readonly patience: Patience;
  /** Sends the request to pay, once. @throws ConnectionError if the outcome is unknown */
  readonly send: (invoice: PayWanted['invoice']) => Promise<PayReply>;
};

const unsent = (reason: UnsentReason, message: string): PayOutcome => ({
  outcome: 'unsent',
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
    const over =
      whyNotThrough(description, wanted) ?? (await whyNotFrom(payer, description, invoice));
    if (over) return over;
    before = await payer.lookUp(asked);
  } catch (error) {
    return unsentBy(error);
  }
  const known = outcomeBefore(before, wanted);
  if (known) return known;
  if (payer.clock.elapsedMs() - startedAt > payer.patience.startMs)
    return unsent('unreachable', 'The wallet answers too slowly; nothing was sent');
  const said = await payer
    .send(invoice)
    .catch((error: unknown): PayReply => ({ said: 'unclear', ...unknownFrom(error) }));
  return outcomeOf(said, payer, asked);
}

function whyNot({ network, clock }: Payer, { invoice }: PayWanted): PayOutcome | undefined {
  if (invoice.network !== INVOICE_NETWORK[network])
    return unsent('other-network', 'The invoice is for another network');
  if (invoice.amountMsat === undefined) return unsent('no-amount', 'The invoice names no amount');
  if (invoice.expiresAt <= clock.nowSeconds()) return unsent('expired', 'The invoice has expired');
  return undefined;
}

function whyNotThrough(
  { methods, budget }: WalletDescription,
  { invoice, feeLimitSats, needsBudget = false }: PayWanted,
): PayOutcome | undefined {
  if (!methods.includes('pay_invoice')) return unsent('not-offered', 'This connection may not pay');
  if (needsBudget && budget.kind !== 'limited')
    return unsent('no-budget', 'The wallet names no budget for this connection');
  // Wallets round a fraction of a sat up.
  const mostSats = satsOf((invoice.amountMsat ?? 0n) + 999n) + feeLimitSats;
  return budget.kind === 'limited' && budget.leftSats < mostSats
    ? unsent('over-budget', `The budget of this connection has ${budget.leftSats} sats left`)
    : undefined;
}

/** Refuses if the balance is below the amount. If it isn't reported, we try to pay anyway. */
async function whyNotFrom(
  payer: Payer,
  { methods }: WalletDescription,
  { amountMsat = 0n }: PayWanted['invoice'],
): Promise<PayOutcome | undefined> {
  if (!methods.includes('get_balance')) return undefined;
  const balanceSats = await payer.balance().catch(undefinedUnlessSilent);
  return balanceSats !== undefined && balanceSats < satsOf(amountMsat)
    ? unsent('insufficient', `The wallet holds ${balanceSats} sats`)
    : undefined;
}

/** @throws ConnectionError for silence: then nothing is sent */
function undefinedUnlessSilent(error: unknown): undefined {
  const isSilent =
    !(error instanceof ConnectionError) || ['UNREACHABLE', 'NO_ANSWER'].includes(error.code);
  if (isSilent) throw error;
}

const UNSENT: Partial<Record<ConnectionErrorCode, UnsentReason>> = {
  UNREACHABLE: 'unreachable',
  NO_ANSWER: 'unreachable',
  OVER_BUDGET: 'over-budget',
  BUSY: 'busy',
  NOT_OFFERED: 'not-offered',
  OTHER_NETWORK: 'other-network',
};

/** Nothing has been sent yet. */
function unsentBy(error: unknown): PayOutcome {
  if (!(error instanceof ConnectionError)) throw error;
  return unsent(UNSENT[error.code] ?? 'refused', error.message);
}

/** Undefined if the wallet has no payment of this invoice. */
function outcomeBefore(before: LookUp, { isNew = false }: PayWanted): PayOutcome | undefined {
  if (before.state === 'settled' && isNew)
    return { outcome: 'unknown', reason: 'unclear', message: 'This invoice was paid before' };
  if (before.state === 'settled') return paid(before);
  if (before.state === 'open')
    return { outcome: 'unknown', reason: 'unclear', message: 'This payment is already under way' };
  if (before.state === 'failed')
    return unsent('tried', 'The wallet has tried this invoice before, and failed');
  const isSilent =
    before.state === 'unknown' && ['unreachable', 'no-answer'].includes(before.reason);
  return isSilent ? unsent('unreachable', before.message) : undefined;
}

function paid({ state: _, settledAt: __, ...settled }: LookUp & { state: 'settled' }): PayOutcome {
  return { outcome: 'paid', ...settled };
}

/** Anything but a yes is looked up once: the wallet may have paid despite its reply. */
async function outcomeOf(said: PayReply, payer: Payer, asked: Asked): Promise<PayOutcome> {
  if (said.said === 'paid') {
    const { preimage, feeMsat } = said;
    const feeSats = feeMsat === undefined ? undefined : satsOf(feeMsat);
    return { outcome: 'paid', feeSats, ...proofOf(preimage, asked.invoice.paymentHash) };
  }
  const { reason, message } = said;
  // Later, a job looks up the payment again.
  if (reason === 'no-answer') return { outcome: 'unknown', reason, message };
  const after = await payer.lookUp(asked);
  if (after.state === 'settled') return paid(after);
  if (said.said === 'no') return { outcome: 'refused', reason: said.reason, message };
  return after.state === 'failed'
    ? { outcome: 'refused', reason: 'said-failed', message }
    : { outcome: 'unknown', reason: said.reason, message };
}

/**
 * Reads a wallet's reply to a payment. A preimage in it is proof, even if the rest says otherwise.
 */
export async function saidIn(
  words: string,
  { paymentHash }: PayWanted['invoice'],
  read: () => Promise<PayReply>,
): Promise<PayReply> {
  const preimage = proofIn(words, paymentHash);
  if (preimage === undefined) return read();
  const said = await read().catch(notRead);
  return { said: 'paid', preimage, feeMsat: said?.said === 'paid' ? said.feeMsat : undefined };
}

function notRead(error: unknown): undefined {
  if (!(error instanceof ConnectionError)) throw error;
}
