/** A family's money in its books, in whole sats. */
import type { Visitor } from './people.ts';

const SATS = 100_000_000;
const satsOf = (btc: string) => Math.round(Number(btc) * SATS);

export type Balances = { savings: number; spending: number; goals: number; total: number };

export async function balancesOf(who: Visitor, childId: string): Promise<Balances> {
  const book = (await who.must('GET', `/api/children/${childId}`)) as Record<string, string>;
  const [savings, spending, goals] = ['savingsBalance', 'spendingBalance', 'goalsBalance'].map(
    (name) => satsOf(book[name] as string),
  ) as [number, number, number];
  return { savings, spending, goals, total: savings + spending + goals };
}
