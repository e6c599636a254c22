/** A parent's manual entries: for one child, or for several in one step. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Sats } from '#core/money.ts';
import type { Actor } from '#server/http/actor.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Transaction } from './contract.ts';
import { type ByHand, enteredByParent, movedBy } from './rules.ts';
import { asTransaction, type Book, findBooks } from './store.ts';

type Payment = { childId: string; amount: Sats };
type What = { type: ByHand; description: string };

/**
 * Writes one entry per payment, in the given order, all or none.
 * @throws Refusal NOT_FOUND if one of the children isn't in the family
 */
export async function enter(
  { tx, actor, now, last }: FamilyContext,
  what: What,
  payments: readonly Payment[],
): Promise<Transaction[]> {
  const { familyId } = actor;
  const books = await findBooks(
    tx,
    familyId,
    payments.map(({ childId }) => childId),
  );
  const lines = payments.map((payment) => {
    const book = books.get(payment.childId);
    if (!book) throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
    return lineOf(what, payment, book, actor, now);
  });
  last(
    post(
      tx,
      lines.map(({ entry }) => entry),
      now,
    ),
  );
  return lines.map(({ shown }) => shown);
}

function lineOf(
  { type, description }: What,
  { childId, amount }: Payment,
  book: Book,
  { familyId, userId }: Actor,
  now: Date,
) {
  const entry = {
    entryId: newId(now.getTime()),
    familyId,
    type,
    childId,
    occurredAt: now,
    madeBy: userId,
    text: entryText(description),
    ...enteredByParent(type, amount, book),
  };
  const shown = asTransaction({
    entryId: entry.entryId,
    childId,
    type,
    amountSats: entry.amountSats,
    text: description,
    reverses: null,
    childName: book.name,
    occurredAt: now,
    recordedAt: now,
    state: null,
    undoneBy: null,
    ...movedBy(entry.postings, book),
  });
  return { entry, shown };
}
