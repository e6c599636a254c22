/** Effects of a pay day's payment: its payout is paid, or stays owed. */
import { findBooks } from '#features/book/transactions/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { availableOn } from '#server/ledger/accounts.ts';
import type { Purpose } from '../paying/purpose.ts';
import { bookOut, bookPaid, payoutFailed } from './outcomes.ts';
import { findPayout, type PayoutRow } from './store.ts';

export const payout: Purpose = {
  /** The entry's id is the payment's. The parents bear the fee, which stays out of the book. */
  async booked({ tx, familyId, row: { paymentId, pays, madeBy, state }, by, now }, { proof }) {
    const due = pays === null ? undefined : await findPayout(tx, familyId, pays);
    if (!due) throw new Error(`The payment ${paymentId} pays no pay day`);
    const paid = { paidEntryId: paymentId, paymentId, madeBy, now, proof, ...(by && { by }) };
    const isKept = due.state === 'kept' && (await isThere(tx, familyId, due));
    // If an adult has ended it differently, the adults decide; after a yes, the state is `paid`.
    if (due.endedAt === null || isKept) await bookPaid(tx, familyId, due, paid);
    else if (state === 'paid') await bookOut(tx, familyId, due, paid);
    else return undefined;
    return paymentId;
  },

  freed: async ({ jobs, tx, familyId, row: { pays }, now }, failed) =>
    pays === null ? undefined : payoutFailed({ jobs }, tx, familyId, pays, failed, now),
};

async function isThere(tx: Tx, familyId: string, { childId, amountSats }: PayoutRow) {
  const books = (await findBooks(tx, familyId, [childId])).get(childId);
  return books && (await availableOn(tx, familyId, books.savings)) >= amountSats;
}
