/** The model's people: rights, departures, and closed or erased books. */
import type { Act, Changes, PeopleAct } from './act.ts';
import { ACCOUNTS, CHILDREN } from './beginning.ts';
import { Ended, gone, need } from './ended.ts';
import { heldOf, ofChild, tell } from './model-book.ts';
import type { ChildNo, Giver, Model, Move, Person } from './model-types.ts';
import { noteLeft } from './model-wallets.ts';

const KEPT_MS = 72 * 3_600_000;

export const ownOf = (child: ChildNo): Person => (child === 0 ? 'child0' : 'child1');

export const PEOPLE_CHANGES: Changes<PeopleAct['call']> = {
  // Without a sign-in, nothing to end.
  endSignIn(next, { child }) {
    need(next.away.get(ownOf(child)) !== 'joins');
    leave(next, ownOf(child));
  },
  // Not while anything in it is open or in transit.
  closeBook(next, { child }, _, now) {
    const isOpenStill =
      ofChild(next.requests, child).some(({ state }) => state === 'open') ||
      ofChild(next.payments, child).some(({ state }) => state === 'late') ||
      ofChild(next.arrivals, child).some(({ isGift, state }) => isGift && state === 'asked') ||
      ofChild(next.payouts, child).some(
        ({ plan, state }) => plan === 'vault' && state === 'checking',
      );
    need(!isOpenStill && ACCOUNTS.every((account) => heldOf(next, child, account) <= 0n));
    next.closed[child] = now + KEPT_MS;
    if (!next.away.has(ownOf(child))) next.away.set(ownOf(child), 'signs in');
    tell(next, 'adults', 'book_closed', { child });
  },
  restoreBook(next, { child }, _, now) {
    const until = next.closed[child];
    if (until === undefined || until <= now) gone();
    next.closed[child] = undefined;
    tell(next, 'adults', 'book_restored', { child });
  },
  removeSpouse(next, _act, _name, now) {
    need(!next.away.has('spouse'));
    removeSpouse(next, now);
    // The children this adult let in leave too; `eraseAgain` has an erasure for each.
    for (const own of CHILDREN.filter((child) => next.inviters[child] === 'spouse').map(ownOf))
      if ([undefined, 'signs in'].includes(next.away.get(own))) leave(next, own);
  },
  // After a restore, an operator repeats erasures made since the backup.
  eraseAgain(next, { what, isWaiting, isOurs }, _, now) {
    need(isWaiting);
    if (!isOurs) return;
    const isBook = what === 0 || what === 1;
    need(what !== 'parent');
    const isThere = isBook
      ? isOpen(next, what)
      : [undefined, 'signs in'].includes(next.away.get(what));
    if (isBook) {
      next.closed[what] ??= now;
      eraseBook(next, what);
    } else if (isThere && what === 'spouse') removeSpouse(next, now);
    else if (isThere) leave(next, what);
    if (isThere) tell(next, 'adults', 'money_changed', {});
  },
  // Repeating the request changes nothing.
  deleteFamily(next) {
    if (!next.isEnding) tell(next, 'adults', 'money_changed', {});
    next.isEnding = true;
  },
  keepFamily(next) {
    need(next.isEnding);
    next.isEnding = false;
  },
};

function removeSpouse(next: Model, now: number): void {
  leave(next, 'spouse');
  noteLeft(next, 'spouse');
  next.leftUntil = Math.max(next.leftUntil, now + KEPT_MS);
  for (const change of next.changes.values()) {
    Object.assign(change, { askedBy: undefined, hasLeft: true });
    next.leftUntil = Math.max(next.leftUntil, change.until);
  }
}

function leave(next: Model, who: Person): void {
  next.away.set(who, 'joins');
  // Their old messages are deleted; messages after they return are not tracked.
  next.unheard.add(who);
  next.told = next.told.filter((one) => one.who !== who);
}

/** Erases books that have been closed long enough. */
export function eraseBooks(next: Model, now: number): void {
  for (const child of CHILDREN) if ((next.closed[child] ?? now + 1) <= now) eraseBook(next, child);
}

function eraseBook(next: Model, child: ChildNo): void {
  if (next.erased[child]) return;
  next.erased[child] = true;
  next.away.set(ownOf(child), 'is gone');
  const owned = [...ownedIn(next), next.payments] as Map<string, Owned>[];
  for (const map of owned)
    for (const [name, one] of map) if (ownersOf(one).includes(child)) map.delete(name);
  for (const [name, one] of next.arrivals) {
    if (one.child === child && one.isGift) next.arrivals.delete(name);
    if (one.child === child) one.child = undefined;
  }
  for (const goal of next.goals.values()) if (goal.state === 'open') goal.parts.delete(child);
  for (const item of next.settings.keys())
    if (item.endsWith(` of ${child}`)) next.settings.delete(item);
  for (const [name, { items }] of next.changes)
    if (items.every(({ item }) => item.endsWith(` of ${child}`))) next.changes.delete(name);
  next.told = next.told.filter((one) => one.child !== child);
}

export const isOpen = ({ closed }: Model, child: ChildNo): boolean => closed[child] === undefined;

export const isAdult = (by: Person): boolean => by === 'parent' || by === 'spouse';
const noOf = (by: Person) => CHILDREN.find((child) => ownOf(child) === by);

const PARENTS: ReadonlySet<string> = new Set(['removeSpouse', 'deleteFamily']);
const OWN: ReadonlySet<string> = new Set(['ask', 'pay', 'import', 'toSpending']);

/** @throws Ended if forbidden */
export function permit(model: Model, act: Act): void {
  if (model.away.has(act.by) || !mayCall(model, act)) throw new Ended('kept_out');
  if (act.call === 'restoreBook' || act.call === 'answerAll') return;
  if (!childrenOf(model, act).every((child) => isOpen(model, child))) gone();
}

const FOR_BOTH: ReadonlySet<string> = new Set(['several', 'saveAddresses', 'setUpAddresses']);

/** Children concerned. */
function childrenOf(model: Model, act: Act): ChildNo[] {
  if (FOR_BOTH.has(act.call)) return [...CHILDREN];
  const all: readonly object[] =
    'parts' in act ? act.parts : 'payouts' in act ? act.payouts : [act];
  const named = all.flatMap((one) => Object.values(one)).flat();
  const found = ownedIn(model).flatMap((map) => named.map((name) => map.get(name)));
  return [...all, ...found].flatMap((one) => ownersOf(one));
}

/** What an act may name. */
const ownedIn = ({ entries, gifts, shares, payouts, requests, imports, sends }: Model) =>
  [entries, gifts, shares, payouts, requests, imports, sends] as Map<string, Owned>[];

type Owned = { child?: ChildNo; giver?: Giver; moves?: readonly Move[] };
const ownersOf = ({ child, giver, moves = [] }: Owned = {}): ChildNo[] =>
  [child, giver, ...moves.map((one) => one.child)].filter((one) => one === 0 || one === 1);

/** A child's own book and own calls only. */
function mayCall(model: Model, act: Act): boolean {
  if (act.call === 'eraseAgain' || act.by === 'operator')
    return act.call === 'eraseAgain' && act.by === 'operator';
  if (isAdult(act.by)) return !PARENTS.has(act.call) || act.by === 'parent';
  const own = noOf(act.by);
  if (own === undefined) return false;
  if (act.call === 'enter')
    return act.child === own && ['earned', 'spending', 'savings_deposit'].includes(act.type);
  if (OWN.has(act.call)) return 'child' in act && act.child === own;
  if (act.call === 'declinePayment') return model.payments.get(act.payment)?.child === own;
  if (act.call === 'withdraw') return model.requests.get(act.request)?.child === own;
  return false;
}
