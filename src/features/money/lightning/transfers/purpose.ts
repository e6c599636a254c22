/** Effects of paying a savings transfer: its request is approved, or may be answered again. */

import { answerRequests } from '#features/book/approvals/decisions.ts';
import { bookedAs } from '#features/book/approvals/rules.ts';
import { findRequest, setPaying } from '#features/book/approvals/store.ts';
import type { Outgoing } from '#features/book/payments/row.ts';
import { markPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { availableOn } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Proof } from '../paying/contract.ts';
import type { Purpose, Recording } from '../paying/purpose.ts';

export const transfer: Purpose = {
  /** The entry's id is the request's. The parents bear the fee, which stays out of the book. */
  async booked(recording, { proof }) {
    const { jobs, publicUrl, tx, familyId, row, by, now } = recording;
    const requestId = requestOf(row);
    const request = await findRequest(tx, familyId, requestId);
    if (request?.state !== 'pending')
      return bookAnswered(recording, proof, request?.state === 'approved');
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

/**
 * It had been marked as failed, and the request has been answered. After a no, it is booked if the
 * money is there; after a yes, it was paid twice, and a parent decides.
 */
async function bookAnswered(
  { tx, familyId, row, now }: Recording,
  proof: Proof,
  wasApproved: boolean,
): Promise<string | undefined> {
  const { paymentId: entryId, childId, amountSats, madeBy, state } = row;
  const books = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!books) throw new Error(`The book of the payment ${entryId} is closed`);
  const isThere = (await availableOn(tx, familyId, books.spending)) >= amountSats;
  // The row is paid once a parent says yes.
  if (state !== 'paid' && (wasApproved || !isThere)) return undefined;
  const entry = {
    ...{ entryId, familyId, childId, occurredAt: now, madeBy },
    text: entryText(row.description),
    ...bookedAs('savings_transfer', amountSats, books),
  };
  await post(tx, [entry], now);
  await markPaid(tx, familyId, [entryId], { by: madeBy, now, source: 'wallet', proof });
  return entryId;
}

function requestOf({ paymentId, pays }: Outgoing): string {
  if (pays === null) throw new Error(`The payment ${paymentId} pays no transfer`);
  return pays;
}
