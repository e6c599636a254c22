/** What a paid savings transfer comes to: its request is approved, or may be answered again. */
import { answerRequests } from '#features/approvals/decisions.ts';
import { setPaying } from '#features/approvals/store.ts';
import { markPaid } from '#features/transactions/payments.ts';
import type { Purpose } from '../paying/purpose.ts';
import type { PaymentRow } from '../paying/store.ts';

export const transfer: Purpose = {
  /** The entry has the request's id. The fee is the parents', and stays out of the book. */
  async booked({ jobs, publicUrl, tx, familyId, row, by, now }, { proof }) {
    const requestId = requestOf(row);
    await setPaying(tx, familyId, requestId, false);
    const { madeBy: userId, madeByName: firstName } = row;
    const who = { familyId, userId, firstName, now };
    const yes = { approved: true } as const;
    const answered = await answerRequests({ jobs, publicUrl }, tx, [requestId], yes, who);
    if (answered.length === 0) throw new Error(`The transfer ${requestId} was answered before`);
    const said = { by: by ?? userId, now, source: by ? 'parent' : 'wallet', proof } as const;
    await markPaid(tx, familyId, [requestId], said);
    return requestId;
  },

  freed: ({ tx, familyId, row }) => setPaying(tx, familyId, requestOf(row), false),
};

function requestOf({ paymentId, pays }: PaymentRow): string {
  if (pays === null) throw new Error(`The payment ${paymentId} pays no transfer`);
  return pays;
}
