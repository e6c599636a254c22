/** What a parent enters by hand: for one child, or for several in one step. */
import { Refusal } from '#contract/errors.ts';
import type { Entry } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import type { FamilyContext } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { PARENT_TYPES, Transaction } from './contract.ts';
import { enteredByParent } from './rules.ts';
import { asTransaction, findBooks } from './store.ts';

/**
 * One entry for each payment, in the order given, all or none.
 * @throws Refusal NOT_FOUND when the family lacks one of the children.
 */
export async function enter(
  { tx, actor, now, last }: FamilyContext,
  type: (typeof PARENT_TYPES)[number],
  description: string,
  payments: readonly { childId: string; amount: Sats }[],
): Promise<Transaction[]> {
  const { familyId, userId } = actor;
  const books = await findBooks(
    tx,
    familyId,
    payments.map(({ childId }) => childId),
  );
  const lines = payments.map(({ childId, amount }) => {
    const book = books.get(childId);
    if (!book) throw new Refusal('NOT_FOUND', 'There is no such child', 'childId');
    const entry: Entry = {
      entryId: newId(now.getTime()),
      familyId,
      type,
      childId,
      occurredAt: now,
      madeBy: userId,
      text: entryText(description),
      ...enteredByParent(type, amount, book),
    };
    return { entry, childName: book.name };
  });
  last(
    post(
      tx,
      lines.map(({ entry }) => entry),
      now,
    ),
  );
  return lines.map(({ entry, childName }) =>
    asTransaction({
      entryId: entry.entryId,
      childId: entry.childId ?? null,
      type,
      amountSats: entry.amountSats,
      text: description,
      reverses: null,
      childName,
      occurredAt: now,
      recordedAt: now,
      state: null,
      undoneBy: null,
    }),
  );
}
