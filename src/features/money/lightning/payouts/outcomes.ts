/**
 * Ends payouts in the book: paid over Lightning, within the family, or on a parent's statement; or
 * still owed.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { transfer } from '#core/ledger.ts';
import { formatBtc } from '#core/money.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import { markPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { captureHold, releaseHold } from '#server/ledger/holds.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Queue } from '#server/queue.ts';
import type { Proof } from '../paying/contract.ts';
import type { PaymentOutcome } from '../paying/outcome.ts';
import { isPayable, isTriedAgain, nextTry } from './rules.ts';
import { endPayout, findPayout, type PayoutRow, setOwed, takeTelling } from './store.ts';

type Paid = {
  /** The new entry, which moves savings to spending. */
  paidEntryId: string;
  madeBy: string;
  now: Date;
  /** Null if no payment was made, because the address leads to the family's own wallet. */
  proof: Proof | null;
  txid?: string | null;
  /** The payment that settled it, if any. */
  paymentId?: string;
  /** The parent who stated it. */
  by?: string;
};

/** Books the payout and ends it. The parents bear the fee, which stays out of the child's book. */
export async function bookPaid(
  tx: Tx,
  familyId: string,
  row: PayoutRow,
  paid: Paid,
): Promise<void> {
  await bookOut(tx, familyId, row, paid);
  const { paidEntryId, proof, txid, by, now, paymentId } = paid;
  await endPayout(tx, familyId, row.entryId, {
    ...{ state: 'paid', paidEntryId, proof, txid: txid ?? null, by, now, paymentId },
  });
}

/** Takes the money out of savings: from its hold or, without one, from what is available. */
export async function bookOut(
  tx: Tx,
  familyId: string,
  { entryId, childId, amountSats, holdId }: PayoutRow,
  { paidEntryId, madeBy, now, proof, by }: Paid,
): Promise<void> {
  const books = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!books) throw new Error(`The book of the payout of ${entryId} is closed`);
  const entry = {
    ...{ entryId: paidEntryId, familyId, type: 'savings_withdrawal', childId, madeBy },
    amountSats: -amountSats,
    occurredAt: now,
    text: entryText('Allowance paid out'),
    postings: transfer(books.savings, books.spending, amountSats),
  };
  if (holdId === null) await post(tx, [entry], now);
  else await captureHold(tx, holdId, entry, now);
  if (proof !== null) {
    const said = { by: by ?? madeBy, now, source: by ? 'parent' : 'wallet', proof } as const;
    await markPaid(tx, familyId, [entryId, paidEntryId], said);
  }
}

/**
 * Marks an unpaid payout as owed; its hold stays. The first time, both parents and the child are
 * notified.
 */
export async function markOwed(
  { jobs }: { readonly jobs: Queue },
  tx: Tx,
  familyId: string,
  entryId: string,
  failure: OwedBecause,
  { tries, now }: { tries: number; now: Date },
): Promise<void> {
  const lookAt = isTriedAgain(failure) ? nextTry(tries, now) : null;
  await setOwed(tx, familyId, entryId, { failure, tries, lookAt });
  const payday = await takeTelling(tx, familyId, entryId);
  if (!payday) return;
  const { childId, amountSats } = payday;
  const about = { familyId, childId, data: { amount: formatBtc(amountSats) } };
  const notices = [
    { ...about, to: 'adults', kind: 'payout_owed' },
    { ...about, to: 'child', kind: 'payout_owed_to_you' },
  ] as const;
  await notify(jobs, tx, notices, now);
}

/** Handles the failure of one of its payments. A wallet's word alone allows no automatic retry. */
export async function payoutFailed(
  context: { readonly jobs: Queue },
  tx: Tx,
  familyId: string,
  entryId: string,
  { failure, by }: PaymentOutcome & { is: 'failed' },
  now: Date,
): Promise<void> {
  const row = await findPayout(tx, familyId, entryId);
  const why = by === 'wallet' ? 'unconfirmed' : failure;
  if (row?.state !== 'checking') return;
  const { tries } = row;
  // The program died before it reached a wallet: it is paid now, without notifying anyone.
  if (failure === 'never-sent')
    await setOwed(tx, familyId, entryId, { failure, tries, lookAt: now });
  else await markOwed(context, tx, familyId, entryId, why, { tries, now });
}

type Word = { by: string; now: Date; txid?: string | null };

/** Settles it as paid in another way. @throws Refusal CONFLICT unless it is payable */
export async function settleByWord(
  tx: Tx,
  familyId: string,
  row: PayoutRow,
  { by, now, txid = null }: Word,
): Promise<void> {
  assertPayable(row);
  if (row.plan === 'vault') {
    const end = { state: 'paid', paidEntryId: null, proof: 'person', txid, by, now } as const;
    await endPayout(tx, familyId, row.entryId, end);
    return;
  }
  const paidEntryId = newId(now.getTime());
  await bookPaid(tx, familyId, row, {
    ...{ paidEntryId, madeBy: by, now, proof: 'person', txid, by },
  });
}

/** Leaves it in savings. @throws Refusal CONFLICT unless it is payable */
export async function keepInSavings(
  tx: Tx,
  familyId: string,
  row: PayoutRow,
  { by, now }: Word,
): Promise<void> {
  assertPayable(row);
  if (row.holdId !== null) await releaseHold(tx, familyId, row.holdId, now);
  const end = { state: 'kept', paidEntryId: null, proof: null, by, now } as const;
  await endPayout(tx, familyId, row.entryId, end);
}

function assertPayable({ state }: PayoutRow): void {
  if (state === 'checking') throw new Refusal('CONFLICT', because('PAYMENT_CHECKING'));
  if (!isPayable(state)) throw new Refusal('CONFLICT', because('PAYOUT_OVER'));
}

/** Settles the payout, if any, of an allowance whose entry a parent marks as paid. */
export async function settleMarked(
  tx: Tx,
  familyId: string,
  entryId: string,
  word: Word,
): Promise<void> {
  const row = await findPayout(tx, familyId, entryId);
  if (row && row.endedAt === null) await settleByWord(tx, familyId, row, word);
}
