/** What waits for a parent, of every kind, as the rows of one list. */
import { useState } from 'react';
import type { Request, Requests, Transfer } from '#features/approvals/contract.ts';
import type { Allocation } from '#features/goals/allocations/contract.ts';

export const KINDS = ['savings', 'goals', 'transfers', 'records'] as const;
export type Kind = (typeof KINDS)[number];

export type Row = { id: string; kind: Kind } & (
  | { as: 'request'; request: Request }
  | { as: 'transfer'; transfer: Transfer }
  | { as: 'goal'; goal: Allocation }
  | { as: 'answered'; request: Request }
  /** A request for a goal that no longer waits. */
  | { as: 'goal-gone'; goal: Allocation }
);

export const isOpen = ({ as }: Row) => as !== 'answered' && as !== 'goal-gone';

export function openRows(
  { open }: Requests,
  transfers: readonly Transfer[],
  goals: readonly Allocation[],
): Row[] {
  const rows: Row[] = [
    ...open.flatMap((request): Row[] =>
      request.kind === 'savings_transfer'
        ? []
        : [{ id: request.id, kind: kindOf(request), as: 'request', request }],
    ),
    ...transfers.map((transfer): Row => {
      return { id: transfer.id, kind: 'transfers', as: 'transfer', transfer };
    }),
    ...goals.map((goal): Row => ({ id: goal.id, kind: 'goals', as: 'goal', goal })),
  ];
  return rows.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function kindOf({ kind }: Request): Kind {
  if (kind === 'withdrawal') return 'savings';
  return kind === 'savings_transfer' ? 'transfers' : 'records';
}

/** Every row that was open while the panel was shown, in the order of first appearance. */
export function useRows(open: readonly Row[], answered: readonly Request[]) {
  const [seen, setSeen] = useState<readonly Row[]>([]);
  const fresh = open.filter(({ id }) => !seen.some((one) => one.id === id));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  const rows = seen.flatMap((one): Row[] => {
    const { id, kind } = one;
    const still = open.find((each) => each.id === id);
    if (still) return [still];
    if (one.as === 'goal') return [{ id, kind, as: 'goal-gone', goal: one.goal }];
    const request = answered.find((each) => each.id === id);
    return request ? [{ id, kind, as: 'answered', request }] : [];
  });
  const forget = (id: string) => setSeen((all) => all.filter((one) => one.id !== id));
  return { rows, forget };
}

/** The visible rows: all of a chosen kind, else the first of each, until the reader wants all. */
export function inSight(rows: readonly Row[], filter: Kind | 'all', all: boolean): Row[] {
  const firsts = KINDS.map((kind) => rows.find((one) => one.kind === kind && isOpen(one))?.id);
  return rows.filter((one) => {
    if (!isOpen(one)) return true;
    if (filter !== 'all') return one.kind === filter;
    return all || firsts.includes(one.id);
  });
}
