/** A gift that arrives becomes a question to the adults; their answer becomes an entry. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { transfer } from '#core/ledger.ts';
import { formatBtc } from '#core/money.ts';
import type { Arrival } from '#features/book/payments/arrivals.ts';
import type { GiftRow } from '#features/book/payments/row.ts';
import { setPaid } from '#features/book/payments/store.ts';
import { markPaid } from '#features/book/transactions/payments.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import { contribute } from '#features/pocket/goals/moving.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Queue } from '#server/queue.ts';
import type { GiftPurpose } from './contract.ts';
import { nextGiftLook } from './rules.ts';
import { removeUnpaid } from './store.ts';

export const giftArrival: Arrival<{ readonly jobs: Queue; readonly clock: () => Date }> = {
  /** Books nothing, but asks the adults. */
  async arrived({ context: { jobs }, tx, familyId, row, now }, { proof, preimage = null }) {
    const { paymentId, childId, amountSats } = row;
    if (!(await setPaid(tx, familyId, paymentId, { proof, preimage, now }))) return;
    const data = { amount: formatBtc(amountSats) };
    const about = childId === null ? {} : { childId };
    await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'gift_arrived', data, ...about }], now);
  },
  unpaid: ({ tx, familyId, row }) => removeUnpaid(tx, familyId, row.paymentId),
  nextLook: nextGiftLook,
};

export type GiftAnswer = { purpose: GiftPurpose; goalId: string | undefined; words: string };

const FROM_OUTSIDE = 'From outside the family';

/** Books a gift as a parent decided. @returns its entry. @throws Refusal */
export async function bookGift(
  context: FamilyContext,
  { childId, amountSats, proof }: GiftRow,
  { purpose, goalId, words }: GiftAnswer,
): Promise<string> {
  const { tx, actor, now } = context;
  const { familyId, userId: madeBy } = actor;
  const books = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!books) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
  const entryId =
    purpose === 'goal'
      ? await contribute(context, {
          ...{ id: requireGoal(goalId), childId, amount: amountSats, contributionType: 'gift' },
          description: words || FROM_OUTSIDE,
        })
      : await postGift(tx, {
          ...{ entryId: newId(now.getTime()), familyId, childId, amountSats, madeBy },
          type: purpose === 'savings' ? 'savings_deposit' : 'earned',
          occurredAt: now,
          text: entryText(words || FROM_OUTSIDE),
          postings: transfer(books.outside, books[purpose], amountSats),
        });
  const said = { by: madeBy, now, source: 'wallet', proof: proof ?? 'stated' } as const;
  await markPaid(tx, familyId, [entryId], said);
  return entryId;
}

async function postGift(tx: Tx, entry: Parameters<typeof post>[1][number]): Promise<string> {
  await post(tx, [entry], entry.occurredAt);
  return entry.entryId;
}

function requireGoal(goalId: string | undefined): string {
  if (goalId === undefined)
    throw new Refusal('VALIDATION_ERROR', because('GIFT_WHICH_GOAL'), 'goalId');
  return goalId;
}
