/**
 * Pays a savings transfer: gets an invoice from the parents' Lightning address, then writes one
 * payment, and only then does this server or a parent's browser tell the wallet to pay. Nothing
 * here waits inside a transaction.
 */

import type { Invoice } from '#core/lightning/bolt11.ts';
import { ConnectionError, type LightningWallet } from '#core/lightning/wallet.ts';
import { findRequest, setPaying } from '#features/book/approvals/store.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import type { Tx } from '#server/db/sql.ts';
import { SIGN_IN_AGAIN } from '#server/http/money.ts';
import { newId } from '#server/ids.ts';
import { isAbove } from '../ceiling/store.ts';
import { budgetObstacle } from '../connections/connecting.ts';
import { type Opened, openToSpend, type WalletContext } from '../connections/wallet.ts';
import { NO_ANSWER, type PaymentOutcome } from '../paying/outcome.ts';
import { feeLimitOf, unsentAt } from '../paying/rules.ts';
import { sendThrough } from '../paying/sending.ts';
import { addPayment, findPaymentOf, isKnown, type Payer } from '../paying/store.ts';
import { askInvoice } from '../payouts/paying.ts';
import { walletFailure } from '../payouts/rules.ts';

export type Asked = {
  familyId: string;
  requestId: string;
  address: string;
  /** Sats as text, because prepared data is stored as JSON. */
  amount: string;
  /** The adult who approved it. */
  by: string;
  /** True for a fresh sign-in, which lifts the ceiling. */
  isConfirmed: boolean;
  /** The connection is in the vault, so a parent's browser pays. */
  isBrowser: boolean;
};

export type TransferAttempt =
  | { paymentId: string; outcome: PaymentOutcome }
  | { failure: OwedBecause };

/** Gets an invoice from the parents' own wallet, for a browser that pays. */
export async function askParents(
  context: Pick<WalletContext, 'chain' | 'clock'>,
  { address, amount }: Asked,
): Promise<{ invoice: Invoice } | { failure: OwedBecause }> {
  const wanted = { amountSats: BigInt(amount) };
  const made = await askInvoice(context, { kind: 'lnurl', address }, wanted);
  return typeof made === 'string' ? { failure: made } : { invoice: made.invoice };
}

/** May run again for the same approval: an open payment is looked up, never repeated. */
export async function payTransfer(context: WalletContext, asked: Asked): Promise<TransferAttempt> {
  let opened: Opened<LightningWallet> | undefined;
  try {
    opened = await openToSpend(context, asked.familyId);
    return opened ? await payThrough(context, asked, opened) : { failure: 'no-wallet' };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return { failure: walletFailure(error.code) };
  } finally {
    opened?.wallet.close();
  }
}

/** Checks the budget, then gets an invoice, and only then writes anything. */
async function payThrough(
  context: WalletContext,
  asked: Asked,
  opened: Opened<LightningWallet>,
): Promise<TransferAttempt> {
  const { db, clock } = context;
  const { familyId, requestId } = asked;
  const amountSats = BigInt(asked.amount);
  const send = async (paymentId: string): Promise<TransferAttempt> => {
    const outcome = (await sendThrough(context, familyId, paymentId, opened)) ?? NO_ANSWER;
    return { paymentId, outcome };
  };
  const find = () => db.readFamily(familyId, (tx) => findPaymentOf(tx, familyId, requestId));
  const before = await find();
  if (before) return send(before.paymentId);
  const { budget } = await opened.wallet.describe();
  const over = budgetObstacle(budget, opened.row, amountSats + feeLimitOf(amountSats));
  if (over) return { failure: over };
  const asks = await askParents(context, asked);
  if ('failure' in asks) return asks;
  const payer = { ...asks, provider: opened.row.provider, isBrowser: false };
  const paymentId = await db.changeFamily(familyId, (tx) => begin(tx, asked, payer, clock()));
  if (paymentId !== undefined) return send(paymentId);
  // Another approval was faster.
  const meanwhile = await find();
  return meanwhile ? send(meanwhile.paymentId) : { failure: 'receiver-refused' };
}

/**
 * Writes the payment, which shares the request's hold. Undefined if the request has been answered,
 * or the invoice is not acceptable.
 */
export async function begin(
  tx: Tx,
  { familyId, requestId, by: madeBy, isConfirmed }: Asked,
  { invoice, provider, isBrowser: byBrowser }: Payer & { invoice: Invoice },
  now: Date,
): Promise<string | undefined> {
  const request = await findRequest(tx, familyId, requestId);
  if (request?.state !== 'pending' || request.paying || request.amountSats === null)
    return undefined;
  const { paymentHash, payee, text, expiresAt } = invoice;
  if (await isKnown(tx, familyId, paymentHash)) return undefined;
  const { childId, amountSats, holdId, reason: description } = request;
  const feeLimitSats = feeLimitOf(amountSats);
  const moved = { familyId, userId: madeBy, now };
  if (!isConfirmed && (await isAbove(tx, moved, amountSats + feeLimitSats))) throw SIGN_IN_AGAIN;
  const paymentId = newId(now.getTime());
  await addPayment(
    tx,
    familyId,
    {
      ...{ paymentId, childId, paymentHash, invoice: text, payee, description, amountSats },
      ...{ feeLimitSats, state: 'open' as const },
      ...{ provider, byBrowser, holdId },
      ...{ byChild: false, madeBy, purpose: 'transfer' as const, pays: requestId },
      ...{ createdAt: now, expiresAt: new Date(expiresAt * 1_000) },
    },
    unsentAt(now),
  );
  await setPaying(tx, familyId, requestId, true);
  return paymentId;
}
