/** What the payment of a pay day comes to: its payout is paid, or stays owed. */
import type { Purpose } from '../paying/purpose.ts';
import { bookPaid, payoutFailed } from './outcomes.ts';
import { findPayout } from './store.ts';

export const payout: Purpose = {
  /** The entry has the payment's own id. The fee is the parents', and stays out of the book. */
  async booked({ tx, familyId, row: { paymentId, pays, madeBy }, by, now }, { proof }) {
    const due = pays === null ? undefined : await findPayout(tx, familyId, pays);
    if (due?.state !== 'checking') throw new Error(`The payout of ${pays} is not open`);
    const paid = { paidEntryId: paymentId, madeBy, now, proof, ...(by && { by }) };
    await bookPaid(tx, familyId, due, paid);
    return paymentId;
  },

  freed: async ({ jobs, tx, familyId, row: { pays }, now }, failed) =>
    pays === null ? undefined : payoutFailed({ jobs }, tx, familyId, pays, failed, now),
};
