/**
 * Closes a child's book: its remaining money is booked out, named as such; then the child's data
 * is erased. Other features store data about a child too. Each defines here what it does when the
 * book closes; `app` passes in the list.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Entry, transfer } from '#core/ledger.ts';
import { endAccess } from '#features/auth/store.ts';
import { cancelInvitations } from '#features/invitations/store.ts';
import { eraseMessagesAbout, forgetMessagesTo } from '#features/messages/store.ts';
import type { Tx } from '#server/db/database.ts';
import type { FamilyContext } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { accountsOf } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { type ChildRow, eraseChild, hasHolds } from './store.ts';

export type Closing = {
  readonly tx: Tx;
  readonly familyId: string;
  readonly childId: string;
  /** Who closes the book. */
  readonly userId: string;
  readonly now: Date;
};

/** What a feature does when a child's book closes. */
export type Eraser = {
  /** Whether a request of the child is still pending: the book then stays open. */
  readonly isWaiting?: (closing: Closing) => Promise<boolean>;
  /** Entries that take the child's money out of places other than its own two accounts. */
  readonly lastEntries?: (closing: Closing) => Promise<Entry[]>;
  /** Erases everything that names the child. */
  readonly erase: (closing: Closing) => PromiseLike<unknown>;
};

/** @throws Refusal CONFLICT while a request of the child is open. */
export async function closeBook(
  { tx, actor, now }: FamilyContext,
  child: ChildRow,
  erasers: readonly Eraser[],
): Promise<void> {
  const { familyId, userId } = actor;
  const { childId } = child;
  const closing: Closing = { tx, familyId, childId, userId, now };
  if (await isWaiting(closing, erasers))
    throw new Refusal('CONFLICT', because('OPEN_REQUESTS_FIRST'));
  const entries = await ownEntries(closing, child);
  for (const { lastEntries } of erasers) entries.push(...((await lastEntries?.(closing)) ?? []));
  await post(tx, entries, now);
  await cancelInvitations(tx, familyId, 'child', now, childId);
  await endSignIn(tx, familyId, child);
  await eraseChild(tx, familyId, childId, now);
  await eraseMessagesAbout(tx, familyId, childId);
  for (const { erase } of erasers) await erase(closing);
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

/** The child no longer signs in with an address of its own; its sessions end at once. */
export async function endSignIn(
  tx: Tx,
  familyId: string,
  { userId, email }: ChildRow,
): Promise<void> {
  if (!userId || !email) return;
  await forgetMessagesTo(tx, familyId, userId);
  await endAccess(tx, userId, email);
  await tx`DELETE FROM users WHERE user_id = ${userId}`;
}
