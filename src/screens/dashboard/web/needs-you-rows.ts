/** A parent's pending items of every kind, as rows of one list. */
import { useState } from 'react';
import type { Request, Requests, Transfer } from '#features/book/approvals/contract.ts';
import type { Deposit } from '#features/money/wallet/children/contract.ts';
import type { Send } from '#features/money/wallet/sending/contract.ts';
import type { Allocation } from '#features/pocket/goals/allocations/contract.ts';

export const KINDS = ['savings', 'goals', 'transfers', 'records', 'deposits', 'sends'] as const;
export type Kind = (typeof KINDS)[number];

export type Row = { id: string; kind: Kind } & (
  | { as: 'request'; request: Request }
  | { as: 'transfer'; transfer: Transfer }
  | { as: 'goal'; goal: Allocation }
  | { as: 'deposit'; deposit: Deposit }
  | { as: 'send'; send: Send }
  | { as: 'answered'; request: Request }
  /** A request for a goal that is no longer pending. */
  | { as: 'goal-gone'; goal: Allocation }
  | { as: 'deposit-answered'; deposit: Deposit }
  /** A payment was seen, or the send was cancelled. */
  | { as: 'send-ended'; send: Send }
);

const ENDED: readonly Row['as'][] = ['answered', 'goal-gone', 'deposit-answered', 'send-ended'];

export const isOpen = ({ as }: Row) => !ENDED.includes(as);

/** True for the kinds that "approve all" may answer. */
export const isRequest = ({ as }: Row) => as === 'request' || as === 'transfer' || as === 'goal';

/** Children's requests: of all children, or of one. */
export interface Asked {
  requests: Requests;
  transfers: readonly Transfer[];
  allocations: readonly Allocation[];
}

/** Adds the wallet's questions for a parent. */
export interface Waiting extends Asked {
  deposits: readonly Deposit[];
  sends: readonly Send[];
}

export function openRows(waiting: Waiting): Row[] {
  const { requests, transfers, allocations, deposits, sends } = waiting;
  const rows: Row[] = [
    ...deposits.filter(isAsked).map((deposit): Row => {
      return { id: deposit.id, kind: 'deposits', as: 'deposit', deposit };
    }),
    ...sends.filter(isUnpaid).map((send): Row => {
      return { id: send.id, kind: 'sends', as: 'send', send };
    }),
    ...requests.open.flatMap((request): Row[] =>
      request.kind === 'savings_transfer'
        ? []
        : [{ id: request.id, kind: kindOf(request), as: 'request', request }],
    ),
    ...transfers.map((transfer): Row => {
      return { id: transfer.id, kind: 'transfers', as: 'transfer', transfer };
    }),
    ...allocations.map((goal): Row => ({ id: goal.id, kind: 'goals', as: 'goal', goal })),
  ];
  return rows.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

const isAsked = ({ state }: Deposit): boolean => state === 'asked';
const isUnpaid = ({ state }: Send): boolean => state === 'waiting';

/** A former row's outcome; undefined if unknown. */
function endOf({ id, kind, ...one }: Row, { requests, deposits, sends }: Waiting) {
  if (one.as === 'goal') return { id, kind, as: 'goal-gone', goal: one.goal } as const;
  const deposit = deposits.find((each) => each.id === id && each.answeredAt !== null);
  if (deposit) return { id, kind, as: 'deposit-answered', deposit } as const;
  const send = sends.find((each) => each.id === id);
  if (send) return { id, kind, as: 'send-ended', send } as const;
  const request = requests.answered.find((each) => each.id === id);
  return request && ({ id, kind, as: 'answered', request } as const);
}

function kindOf({ kind }: Request): Kind {
  if (kind === 'withdrawal') return 'savings';
  return kind === 'savings_transfer' ? 'transfers' : 'records';
}

/** Every row that was open while the panel was visible, in order of first appearance. */
export function useRows(open: readonly Row[], waiting: Waiting) {
  const [seen, setSeen] = useState<readonly Row[]>([]);
  const fresh = open.filter(({ id }) => !seen.some((one) => one.id === id));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  const rows = seen.flatMap((one): Row[] => {
    const row = open.find(({ id }) => id === one.id) ?? endOf(one, waiting);
    return row ? [row] : [];
  });
  const forget = (id: string) => setSeen((all) => all.filter((one) => one.id !== id));
  return { rows, forget };
}

/** The visible rows: all of a chosen kind, otherwise the first of each, until expanded. */
export function inSight(rows: readonly Row[], filter: Kind | 'all', all: boolean): Row[] {
  const firsts = KINDS.map((kind) => rows.find((one) => one.kind === kind && isOpen(one))?.id);
  return rows.filter((one) => {
    if (!isOpen(one)) return true;
    if (filter !== 'all') return one.kind === filter;
    return all || firsts.includes(one.id);
  });
}
