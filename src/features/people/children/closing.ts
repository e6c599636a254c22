/**
 * Closes a child's book, restores it, or erases it for good. A closed book is hidden immediately
 * and stays intact for 72 hours. Then its remaining money is booked out, labeled as such, and the
 * child's data is erased. Other features store data about a child too. Each defines here how to
 * handle the erasure; `app` passes in the list.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Entry, transfer } from '#core/ledger.ts';
import { HOUR } from '#core/time.ts';
import { eraseMessagesAbout, forgetMessagesTo, notify } from '#features/notices/messages/store.ts';
import { endAccess } from '#features/people/auth/store.ts';
import { cancelInvitations } from '#features/people/invitations/store.ts';
import { retried, transaction } from '#server/db/database.ts';
import { lockForChange } from '#server/db/revision.ts';
import type { Pool, Tx } from '#server/db/sql.ts';
import { noteErasure } from '#server/erasures.ts';
import type { Actor } from '#server/http/actor.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { accountsOf } from '#server/ledger/accounts.ts';
import { releaseHoldsOn } from '#server/ledger/holds.ts';
import { post } from '#server/ledger/post.ts';
import { addClosing, dueClosings, hasBook, listClosings, takeClosingBack } from './closed-books.ts';
import { RESTORE_HOURS } from './contract.ts';
import { closedMail, restoredMail } from './mails.ts';
import { type ChildRow, eraseChild, findChild, hasHolds } from './store.ts';

export type Closing = {
  readonly tx: Tx;
  readonly familyId: string;
  readonly childId: string;
  /** The person who closed the book. */
  readonly userId: string;
  readonly now: Date;
};

/** A feature's part in erasing a child's book. */
export type Eraser = {
  /** True if the child has a pending request, which prevents closing the book. */
  readonly isWaiting?: (closing: Closing) => Promise<boolean>;
  /** Accounts of the child's book in addition to its own two. */
  readonly accounts?: (closing: Pick<Closing, 'tx' | 'familyId' | 'childId'>) => Promise<string[]>;
  /** Entries that take the child's money out of places other than its own two accounts. */
  readonly lastEntries?: (closing: Closing) => Promise<Entry[]>;
  /** Erases all data that identifies the child. */
  readonly erase: (closing: Closing) => PromiseLike<unknown>;
};

/** @throws Refusal CONFLICT while the child has an open request */
export async function closeBook(
  { jobs, publicUrl }: Services,
  { tx, actor, now, calendar }: FamilyContext,
  child: ChildRow,
  erasers: readonly Eraser[],
): Promise<void> {
  const { familyId, userId } = actor;
  const { childId } = child;
  if (await isWaiting({ tx, familyId, childId, userId, now }, erasers))
    throw new Refusal('CONFLICT', because('OPEN_REQUESTS_FIRST'));
  const dueAt = new Date(now.getTime() + RESTORE_HOURS * HOUR);
  const others = await otherAccounts({ tx, familyId, childId }, erasers);
  await addClosing(tx, familyId, childId, others, { userId, now, dueAt });
  await cancelInvitations(tx, familyId, 'child', now, childId);
  await interruptSignIn(tx, familyId, child);
  const { timeZone } = await calendar();
  const mail = closedMail(dueAt, timeZone, publicUrl);
  await notify(jobs, tx, [{ ...aboutBook(actor, childId), kind: 'book_closed', mail }], now);
}

/** @throws Refusal NOT_FOUND if there is no such closed book, or its 72 hours are over */
export async function restoreBook(
  { jobs, publicUrl }: Services,
  { tx, actor, now }: FamilyContext,
  childId: string,
  erasers: readonly Eraser[],
): Promise<void> {
  const closed = await listClosings(tx, actor.familyId, now);
  if (!closed.some((one) => one.childId === childId))
    throw new Refusal('NOT_FOUND', because('NO_CLOSED_BOOK'));
  const { familyId } = actor;
  const others = await otherAccounts({ tx, familyId, childId }, erasers);
  await takeClosingBack(tx, familyId, childId, others);
  const mail = restoredMail(publicUrl);
  await notify(jobs, tx, [{ ...aboutBook(actor, childId), kind: 'book_restored', mail }], now);
}

async function otherAccounts(
  book: Pick<Closing, 'tx' | 'familyId' | 'childId'>,
  erasers: readonly Eraser[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { accounts } of erasers) found.push(...((await accounts?.(book)) ?? []));
  return found;
}

const aboutBook = ({ familyId, firstName, email }: Actor, childId: string) =>
  ({ familyId, to: 'adults', childId, data: { by: firstName ?? email } }) as const;

/** Erases the closed books whose 72 hours are over; returns how many. */
export async function eraseBooks(
  owner: Pool,
  erasers: readonly Eraser[],
  now: Date,
  notifyChange: (familyIds: readonly string[]) => void = () => undefined,
): Promise<number> {
  const failed: string[] = [];
  let erased = 0;
  for (const { familyId, childId } of await dueClosings(owner, now))
    try {
      await retried(() =>
        transaction(owner, 'BEGIN', async (tx) => {
          await lockForChange(tx, familyId);
          await eraseBook(tx, familyId, childId, erasers, now);
        }),
      );
      notifyChange([familyId]);
      erased += 1;
    } catch (error) {
      failed.push((error as Error).message);
    }
  if (failed.length > 0) throw new Error(`${failed.length} books were not erased: ${failed[0]}`);
  return erased;
}

/** Under the family's lock. Does nothing if the book was just restored, or closed again. */
async function eraseBook(
  tx: Tx,
  familyId: string,
  childId: string,
  erasers: readonly Eraser[],
  now: Date,
): Promise<void> {
  const others = await otherAccounts({ tx, familyId, childId }, erasers);
  const userId = await takeClosingBack(tx, familyId, childId, others, now);
  const child = userId && (await findChild(tx, familyId, childId, now));
  if (!child) return;
  await noteErasure(tx, { kind: 'book', subjectId: childId, ofFamily: familyId, erasedAt: now });
  const closing: Closing = { tx, familyId, childId, userId, now };
  const entries = await ownEntries(closing, child);
  for (const { lastEntries } of erasers) entries.push(...((await lastEntries?.(closing)) ?? []));
  await post(tx, entries, now);
  await endSignIn(tx, familyId, child, now);
  await eraseChild(tx, familyId, childId, now);
  await eraseMessagesAbout(tx, familyId, childId);
  for (const { erase } of erasers) await erase(closing);
}

/**
 * After a restore, erases a book that was erased after the copy was made: it may be open in the
 * copy, with money on hold. Under the family's lock.
 */
export async function repeatErasing(
  tx: Tx,
  familyId: string,
  childId: string,
  erasers: readonly Eraser[],
  now: Date,
): Promise<void> {
  const [parent] = await tx<{ userId: string }[]>`
    SELECT user_id FROM users WHERE family_id = ${familyId} AND role = 'parent' LIMIT 1`;
  if (!parent || !(await hasBook(tx, familyId, childId))) return;
  const others = await otherAccounts({ tx, familyId, childId }, erasers);
  await takeClosingBack(tx, familyId, childId, others);
  await releaseHoldsOn(tx, familyId, childId, others, now);
  await addClosing(tx, familyId, childId, others, { ...parent, now, dueAt: now });
  await eraseBook(tx, familyId, childId, erasers, now);
}

async function isWaiting(closing: Closing, erasers: readonly Eraser[]): Promise<boolean> {
  if (await hasHolds(closing.tx, closing.familyId, closing.childId)) return true;
  for (const eraser of erasers) if (await eraser.isWaiting?.(closing)) return true;
  return false;
}

async function ownEntries(
  { tx, familyId, childId, userId, now }: Closing,
  { savingsSats, spendingSats }: ChildRow,
): Promise<Entry[]> {
  const accounts = await accountsOf(tx, familyId, childId);
  if (!accounts) throw new Error(`The child ${childId} has no accounts`);
  const out = (type: string, account: string, sats: bigint): Entry[] =>
    sats === 0n
      ? []
      : [
          {
            entryId: newId(now.getTime()),
            familyId,
            type,
            childId,
            amountSats: -sats,
            occurredAt: now,
            madeBy: userId,
            postings: transfer(account, accounts.outside, sats),
          },
        ];
  return [
    ...out('savings_withdrawal', accounts.savings, savingsSats),
    ...out('spending', accounts.spending, spendingSats),
  ];
}

/** Signs the child out everywhere; its sign-in is refused until the book is restored. */
async function interruptSignIn(
  tx: Tx,
  familyId: string,
  { childId, userId, email }: ChildRow,
): Promise<void> {
  await tx`
    DELETE FROM session WHERE own_device AND handed_to = ${childId}
      AND user_id IN (SELECT user_id FROM users WHERE family_id = ${familyId})`;
  if (!userId || !email) return;
  // A simultaneous sign-in takes this lock first: it either ends here, or sees the closed book.
  await tx`SELECT FROM users WHERE user_id = ${userId} FOR UPDATE`;
  await endAccess(tx, userId, email);
}

/** Ends the child's sign-in with its own address, and its sessions. */
export async function endSignIn(
  tx: Tx,
  familyId: string,
  { userId, email }: Pick<ChildRow, 'userId' | 'email'>,
  now: Date,
): Promise<void> {
  if (!userId || !email) return;
  await noteErasure(tx, { kind: 'person', subjectId: userId, ofFamily: familyId, erasedAt: now });
  await forgetMessagesTo(tx, familyId, userId);
  await endAccess(tx, userId, email);
  await tx`DELETE FROM users WHERE user_id = ${userId}`;
}

/** After a restore, for a child whose sign-in ended after the copy. False for anyone else. */
export async function repeatEndOfSignIn(
  tx: Tx,
  familyId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const [child] = await tx<{ userId: string; email: string }[]>`
    SELECT user_id, email FROM users
    WHERE family_id = ${familyId} AND user_id = ${userId} AND role = 'child'`;
  if (child) await endSignIn(tx, familyId, child, now);
  return child !== undefined;
}
