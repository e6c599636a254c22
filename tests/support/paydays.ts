/** Calls about allowances that several tests make. */
import type * as v from 'valibot';
import type { Occurrence, Processed } from '../../src/features/pocket/allowances/contract.ts';
import type { TestApp, Visitor } from './app.ts';

type ProcessedBody = v.InferOutput<typeof Processed>;
export type Preview = { unbooked: v.InferOutput<typeof Occurrence>[]; nextDate: string | null };

export const DAY = 86_400_000;

export const processDue = async (visitor: Visitor): Promise<ProcessedBody> =>
  (await visitor.send('POST', '/api/process-allowances')).body;

/** `Mia 2026-11-18 0.00010000` for each booked allowance, sorted. */
export const booked = async (visitor: Visitor): Promise<string[]> =>
  (await processDue(visitor)).processedChildren
    .map(({ childName, dueDate, amount }) => `${childName} ${dueDate} ${amount}`)
    .sort();

export const changePlan = (
  visitor: Visitor,
  id: string,
  weeklyAllowance: string,
  allowanceDay: number,
  unbooked?: 'book' | 'skip',
) =>
  visitor.send('PATCH', `/api/children/${id}/allowance`, {
    weeklyAllowance,
    allowanceDay,
    ...(unbooked && { unbooked }),
  });

export const preview = async (
  visitor: Visitor,
  id: string,
  weeklyAllowance: string,
  allowanceDay: number,
): Promise<Preview> =>
  (
    await visitor.get(
      `/api/children/${id}/allowance/preview?weeklyAllowance=${weeklyAllowance}&allowanceDay=${allowanceDay}`,
    )
  ).body;

/** The outcomes of a child's weeks, oldest first: `2026-11-18 booked`. */
export const weeksOf = async ({ db }: TestApp, childId: string): Promise<string[]> => {
  const rows = await db.owner<{ dueDate: string; state: string }[]>`
    SELECT due_date, state FROM allowance_occurrence WHERE child_id = ${childId}
      ORDER BY week_start`;
  return rows.map(({ dueDate, state }) => `${dueDate} ${state}`);
};
