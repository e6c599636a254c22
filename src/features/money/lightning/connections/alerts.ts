/** Alerts about large spending, for families that turned them on. */
import { formatBtc } from '#core/money.ts';
import { notify } from '#features/notices/messages/store.ts';
import { type BillingSettings, hasSubscription } from '#server/billing-settings.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Queue } from '#server/queue.ts';
import { LARGE_SPENDING_PERCENT } from './contract.ts';
import { readPreferences } from './store.ts';

/** True above this share of the child's previous balance. */
export const isLarge = (spentSats: bigint, leftSats: bigint): boolean =>
  spentSats * 100n > (leftSats + spentSats) * LARGE_SPENDING_PERCENT;

type Spending = { childId: string; spentSats: bigint; now: Date };

/** Call it after the entry was posted. */
export async function noteSpending(
  { jobs, billing }: { jobs: Queue; billing?: BillingSettings | undefined },
  tx: Tx,
  familyId: string,
  { childId, spentSats, now }: Spending,
): Promise<void> {
  const { spendingAlerts } = await readPreferences(tx, familyId);
  if (!spendingAlerts || !(await hasSubscription(billing, tx, familyId, now))) return;
  const [row] = await tx<{ balanceSats: bigint }[]>`
    SELECT balance_sats FROM account
    WHERE family_id = ${familyId} AND child_id = ${childId} AND kind = 'spending'`;
  if (!isLarge(spentSats, row?.balanceSats ?? 0n)) return;
  const data = { amount: formatBtc(spentSats) };
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'spending_large', childId, data }], now);
}
