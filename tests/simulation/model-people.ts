/**
 * The model's people: whose book is closed, restored and erased, and who has no rights any more.
 */
import type { PeopleAct } from './act.ts';
import { ACCOUNTS, heldOf, tell } from './model-book.ts';
import type { ChildNo, Model, Outcome, Person } from './model-types.ts';

const KEPT_MS = 72 * 3_600_000;

export const ownOf = (child: ChildNo): Person => (child === 0 ? 'child0' : 'child1');

export function changePeople(next: Model, act: PeopleAct, _: string, now: number): Outcome {
  if ('child' in act) return { endSignIn, restoreBook, closeBook }[act.call](next, act.child, now);
  return { removeSpouse, deleteFamily, keepFamily }[act.call](next, now);
}

/** Whoever has no sign-in has none to lose. */
function endSignIn(next: Model, child: ChildNo): Outcome {
  const who = ownOf(child);
  if (next.away.get(who) === 'joins') return 'refused';
  leave(next, who);
  return 'done';
}

function leave(next: Model, who: Person): void {
  next.away.set(who, 'joins');
  // What they were told is forgotten; what they are told once they are back is not followed.
  next.unheard.add(who);
  next.told = next.told.filter((one) => one.who !== who);
}

/** Not while anything of it is open, or on its way. */
function closeBook(next: Model, child: ChildNo, now: number): Outcome {
  const own = <T extends { child: ChildNo | undefined }>(all: ReadonlyMap<string, T>) =>
    [...all.values()].filter((one) => one.child === child);
  const isOpenStill =
    own(next.requests).some(({ state }) => state === 'open') ||
    own(next.payments).some(({ state }) => state === 'late') ||
    own(next.arrivals).some(({ isGift, state }) => isGift && state === 'asked') ||
    own(next.payouts).some(({ plan, state }) => plan === 'vault' && state === 'checking');
  if (isOpenStill || ACCOUNTS.some((account) => heldOf(next, child, account) > 0n))
    return 'refused';
  next.closed[child] = now + KEPT_MS;
  if (!next.away.has(ownOf(child))) next.away.set(ownOf(child), 'signs in');
  tell(next, 'adults', 'book_closed', { child });
  return 'done';
}

function restoreBook(next: Model, child: ChildNo, now: number): Outcome {
  const until = next.closed[child];
  if (until === undefined || until <= now) return 'gone';
  next.closed[child] = undefined;
  tell(next, 'adults', 'book_restored', { child });
  return 'done';
}

function removeSpouse(next: Model, now: number): Outcome {
  if (next.away.has('spouse')) return 'refused';
  leave(next, 'spouse');
  next.leftUntil = Math.max(next.leftUntil, now + KEPT_MS);
  for (const change of next.changes.values()) {
    change.askedBy = undefined;
    next.leftUntil = Math.max(next.leftUntil, change.until);
  }
  return 'done';
}

/** Once it is asked for, that it is asked for again changes nothing. */
function deleteFamily(next: Model): Outcome {
  if (!next.isEnding) tell(next, 'adults', 'money_changed', {});
  next.isEnding = true;
  return 'done';
}

function keepFamily(next: Model): Outcome {
  if (!next.isEnding) return 'refused';
  next.isEnding = false;
  return 'done';
}

/** Everything of a child whose book has been closed for long enough. */
export function eraseBooks(next: Model, now: number): void {
  for (const child of [0, 1] as const) {
    const until = next.closed[child];
    if (until === undefined || until > now || next.erased[child]) continue;
    next.erased[child] = true;
    next.away.set(ownOf(child), 'is gone');
    const isOurs = (one: { child: ChildNo }) => one.child === child;
    for (const map of [next.requests, next.payments, next.payouts, next.imports, next.sends])
      for (const [name, one] of map) if (isOurs(one)) map.delete(name);
    for (const [name, { moves }] of next.entries) if (moves.some(isOurs)) next.entries.delete(name);
    for (const [name, one] of next.arrivals) {
      if (one.child === child && one.isGift) next.arrivals.delete(name);
      if (one.child === child) one.child = undefined;
    }
    for (const goal of next.goals.values()) if (goal.state === 'open') goal.parts.delete(child);
    for (const map of [next.gifts, next.shares])
      for (const [name, one] of map) if (one.giver === child) map.delete(name);
    for (const item of ['address', 'plan', 'limit']) next.settings.delete(`${item} of ${child}`);
    for (const [name, { items }] of next.changes)
      if (items.every(({ item }) => item.endsWith(`of ${child}`))) next.changes.delete(name);
    next.told = next.told.filter((one) => one.child !== child);
  }
}

export const isOpen = ({ closed }: Model, child: ChildNo): boolean => closed[child] === undefined;
