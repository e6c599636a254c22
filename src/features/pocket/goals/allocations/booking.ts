/** Books an approved allocation, a child's request for a goal. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { WHOLE_TENTHS } from '#core/tenths.ts';
import type { Book, Booking, Facts, Payload } from '#features/book/approvals/bookings.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { accountsOf } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import { assertNeeds } from '../permits.ts';
import { intoGoal, roomOf, toGoal } from '../rules.ts';
import { findGoal, type GoalRow, goalAccount } from '../store.ts';
import { partOf, takingText } from './rules.ts';
import * as store from './store.ts';

export const allocationBooking: Booking = {
  prepare: async (_, allocation) => takesEffect(allocation),
  forget: (tx, allocations) => store.endAsked(tx, allocations),
  facts: factsOf,
};

/** Facts about goal requests for messages. */
export async function factsOf(
  tx: Tx,
  allocations: readonly Payload[],
): Promise<ReadonlyMap<string, Facts>> {
  const asked = await store.listAsked(tx, allocations);
  return new Map(
    asked.map(({ allocationId, goalId, goal, tenths }) => [
      allocationId,
      { goalId, goal, percentage: String(tenths / 10) },
    ]),
  );
}

/** From now on, or once: then the share of available savings moves, as far as it fits. */
export const takesEffect =
  ({ familyId, payloadId }: Payload): Book =>
  async (tx, { userId, now }) => {
    const row = await store.findAllocation(tx, familyId, payloadId, null);
    const goal = await findGoal(tx, familyId, row.goalId, null);
    assertNeeds(goal);
    await store.start(tx, familyId, payloadId);
    const accountId = await goalAccount(tx, familyId, row.goalId, row.childId, now);
    if (row.applyTo === 'entire_savings')
      return moveSavings(tx, row, { goal, accountId, familyId, madeBy: userId, now });
    await assertRoom(tx, familyId, row, payloadId);
    await store.endFull(tx, familyId, row.childId);
  };

/** @throws Refusal CONFLICT if the percentages of new allowances would exceed 100 */
export async function assertRoom(
  tx: Tx,
  familyId: string,
  { childId, tenths, applyTo }: Pick<store.NewAllocation, 'childId' | 'tenths' | 'applyTo'>,
  exceptId: string | null = null,
): Promise<void> {
  if (applyTo !== 'new_contributions') return;
  const taking = await store.listTaking(tx, familyId, childId, exceptId);
  const taken = taking.reduce((sum, one) => sum + one.tenths, 0);
  if (taken + tenths > WHOLE_TENTHS)
    throw new Refusal(
      'CONFLICT',
      because('OVER_ALLOCATED', {
        taken: taken / 10,
        left: (WHOLE_TENTHS - taken) / 10,
        goals: takingText(taking),
      }),
      'percentage',
    );
}

type Move = { goal: GoalRow; accountId: string; familyId: string; madeBy: string; now: Date };

async function moveSavings(
  tx: Tx,
  row: store.AllocationRow,
  { goal, accountId, familyId, madeBy, now }: Move,
): Promise<void> {
  if (row.childId === null || row.availableSats === null)
    throw new Refusal('CONFLICT', because('USE_CONTRIBUTE'), 'childId');
  const wanted = partOf(row.availableSats, row.tenths);
  const room = roomOf(goal);
  const sats = wanted < room ? wanted : room;
  if (sats === 0n) throw new Refusal('CONFLICT', because('NO_SAVINGS_TO_MOVE'));
  const accounts = await accountsOf(tx, familyId, row.childId);
  if (!accounts) throw new Error(`The child ${row.childId} has no accounts`);
  const entryId = newId(now.getTime());
  if (!(await store.markDone(tx, familyId, row.allocationId, entryId, sats)))
    throw new Refusal('CONFLICT', because('MOVED_ALREADY'));
  const entry = {
    entryId,
    familyId,
    type: 'savings_withdrawal',
    childId: row.childId,
    amountSats: -sats,
    occurredAt: now,
    madeBy,
    text: entryText(toGoal(goal.title)),
    postings: intoGoal(accounts.savings, { accountId, goalId: row.goalId }, sats),
  };
  await post(tx, [entry], now);
}
