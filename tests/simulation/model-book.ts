/** The model's book: its contents, and what may be taken from it. */

import { need } from './ended.ts';
import type { Account, AskKind, ChildNo, Model, Move, Person } from './model-types.ts';

export const onSavings = (child: ChildNo, change: bigint): Move => ({
  child,
  account: 'savings',
  change,
});

/** From savings to spending money, or back. */
export const toSpending = (child: ChildNo, sats: bigint): Move[] => [
  onSavings(child, -sats),
  { child, account: 'spending', change: sats },
];

/** Fails on missing money, and on money held by an open request. */
type Made = { name: string; now: number; paidBy?: 'wallet'; arrival?: string };
export function book(next: Model, moves: readonly Move[], made?: Made): void {
  for (const { child, account, change: by } of moves) {
    next.balances[account][child] += by;
    need(by >= 0n || next.balances[account][child] >= heldOf(next, child, account));
  }
  for (const child of new Set(moves.map((one) => one.child))) next.lines[child] += 1;
  if (!made) return;
  const { name, now: at, ...paid } = made;
  next.entries.set(name, { at, isUndone: false, paidBy: undefined, moves, ...paid });
}

export const HELD_ON: Partial<Record<AskKind, Account>> = {
  withdrawal: 'savings',
  savings_transfer: 'spending',
};

/** The hold for a payment's fee: 1 percent, at least 10 sats. */
export const limitOf = (sats: bigint): bigint => (sats / 100n > 10n ? sats / 100n : 10n);

const UNPAID: ReadonlySet<string> = new Set(['due', 'checking', 'owed']);
const HOLDING: ReadonlySet<string> = new Set(['asked', 'open', 'refused']);

export const ofChild = <T extends { child: ChildNo | undefined }>(
  all: ReadonlyMap<string, T>,
  child: ChildNo,
): T[] => [...all.values()].filter((one) => one.child === child);

/** On hold for requests and payments. */
export function heldOf(model: Model, child: ChildNo, account: Account): bigint {
  const sum = (all: readonly { sats: bigint }[]) =>
    all.reduce((total, { sats }) => total + sats, 0n);
  const requests = ofChild(model.requests, child).filter(
    ({ state, kind }) => state === 'open' && HELD_ON[kind] === account,
  );
  const payments = ofChild(model.payments, child)
    .filter(({ purpose, state }) => purpose === 'spend' && HOLDING.has(state))
    .map(({ sats }) => ({ sats: sats + limitOf(sats) }));
  const payouts = ofChild(model.payouts, child).filter(
    ({ plan, state }) => plan === 'lightning' && UNPAID.has(state),
  );
  const sends = ofChild(model.sends, child).filter(({ isOpen }) => isOpen);
  return sum([...requests, ...(account === 'spending' ? payments : [...payouts, ...sends])]);
}

export const freeOf = (model: Model, child: ChildNo, account: Account): bigint =>
  model.balances[account][child] - heldOf(model, child, account);

type About = { child?: ChildNo | undefined; about?: string; except?: Person };

/** Notifies both adults or a child once, not the actor. */
export function tell(next: Model, to: 'adults' | ChildNo, kind: string, of: About): void {
  const { child, about = '', except } = of;
  const all = { adults: ['parent', 'spouse'], 0: ['child0'], 1: ['child1'] } as const;
  const who = all[to].filter((one: Person) => one !== except && !next.unheard.has(one));
  next.told = [...next.told, ...who.map((one) => ({ who: one, kind, child, about }))];
}
