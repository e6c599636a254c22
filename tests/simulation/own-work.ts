/** The server's own work, as its tasks do it. */
import { lapseRequests } from '#features/book/approvals/decisions.ts';
import { watchLightning } from '#features/money/lightning/watch.ts';
import { eraseBooks } from '#features/people/children/closing.ts';
import { settleAutomatic } from '#features/pocket/allowances/settling.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { bookings } from '../../src/app/bookings.ts';
import { erasers } from '../../src/app/erasers.ts';
import { SEAL_KEY, type TestApp } from '../support/app.ts';

/** @param aheadMs time offset of the task that ends unanswered requests */
export function ownWork(
  { db: { owner }, services, clock }: TestApp,
  aheadMs: number,
): (() => Promise<unknown>)[] {
  const lapseAt = new Date(clock.now.getTime() + aheadMs);
  return [
    () => sealAll(owner, SEAL_KEY),
    () => watchLightning(services),
    // Its bookings are paid in the next round: there is a minute to undo them.
    () => settleAutomatic(owner, clock.now),
    () => lapseRequests(owner, { ...services, bookings: bookings() }, lapseAt),
    () => eraseBooks(owner, erasers, clock.now),
  ];
}

/** Stops all work for a family whose story is over. */
export async function endStory({ db: { owner } }: TestApp, familyId: string): Promise<void> {
  for (const table of ['payment', 'payout', 'lightning_connection'])
    await owner`
      UPDATE ${owner(table)} SET look_at = 'infinity'
      WHERE family_id = ${familyId} AND look_at IS NOT NULL`;
  await owner`UPDATE family SET pay_automatically = false WHERE family_id = ${familyId}`;
  await owner`UPDATE book_closing SET due_at = 'infinity' WHERE family_id = ${familyId}`;
}
