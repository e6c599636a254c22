/** The model's lines, and requests for them: asked, answered, withdrawn, corrected. */
import type { Changes } from './act.ts';
import { CHILDREN } from './beginning.ts';
import { found, gone, need } from './ended.ts';
import { book, freeOf, HELD_ON, ofChild, onSavings, tell, toSpending } from './model-book.ts';
import { askAgain, importFile, isNews } from './model-goals.ts';
import { isAdult } from './model-people.ts';
import type { Account, Asked, AskKind, ChildNo, Model, Person } from './model-types.ts';

const DAY_MS = 86_400_000;
const MOST_OPEN = 20;
const LAPSES_MS = 30 * 86_400_000;

type EntryCall =
  | ('enter' | 'several' | 'setSavings' | 'setSpending' | 'toSpending' | 'import' | 'ask')
  | ('undo' | 'undoSeveral' | 'markPaid' | 'unmarkPaid' | 'markSeveralPaid' | 'withdraw')
  | ('answer' | 'answerWithdrawal' | 'answerTransfer' | 'answerAll');

export const ENTRY_CHANGES: Changes<EntryCall> = {
  enter(next, { by, child, type, sats }, name, now) {
    const kind = type === 'savings_deposit' ? 'savings_transfer' : type;
    const account = type === 'earned' || type === 'spending' ? 'spending' : 'savings';
    const change = type === 'spending' ? -sats : sats;
    if (kind === 'savings_transfer' || (kind === 'earned' && !isAdult(by)))
      ask(next, { by, child, sats, kind }, name, now);
    else book(next, [{ child, account, change }], { name, now });
  },
  several(next, { sats }) {
    const moves = CHILDREN.map((child) => onSavings(child, sats[child]));
    book(next, moves);
  },
  undo: (next, act, _, now) => undo(next, act.entry, now),
  // All or none: a refused model is dropped.
  undoSeveral(next, { entries }, _, now) {
    for (const name of entries) undo(next, name, now);
  },
  markPaid: (next, act) => mark(next, act.entry, true),
  unmarkPaid: (next, act) => mark(next, act.entry, false),
  markSeveralPaid(next, { entries }) {
    for (const name of entries) mark(next, name, true);
  },
  setSavings: (next, act) => set(next, act.child, 'savings', act.sats),
  setSpending(next, { child, sats }, _, now) {
    // Wallet files are cut off at the newest one.
    if (sats !== next.balances.spending[child])
      next.correctedAt[child] = Math.max(now, next.correctedAt[child] ?? now);
    set(next, child, 'spending', sats);
  },
  // Children request it.
  toSpending(next, { by, child, sats }, name, now) {
    if (isAdult(by)) book(next, toSpending(child, sats));
    else ask(next, { by, child, sats, kind: 'withdrawal' }, name, now);
  },
  // A child's own file waits for approval.
  import(next, { by, child, rows, includes }, name, now) {
    const file = { child, rows, includes };
    if (isAdult(by)) importFile(next, file, name, now);
    else if (isNews(next, file, now))
      ask(next, { by, child, sats: 0n, kind: 'import', file }, name, now);
  },
  ask: (next, act, name, now) => ask(next, { ...act, kind: 'withdrawal' }, name, now),
  answer: (next, act, _, now) => answer(next, act, now),
  answerWithdrawal: (next, act, _, now) => answer(next, { ...act, kind: 'withdrawal' }, now),
  answerTransfer: (next, act, _, now) => answer(next, { ...act, kind: 'savings_transfer' }, now),
  // Approves those still open, as requested.
  answerAll(next, { requests }, _, now) {
    const open = requests.filter((name) => isUnanswered(next.requests.get(name)));
    // Files are booked last.
    const isFile = (name: string) => Number(next.requests.get(name)?.kind === 'import');
    for (const request of open.toSorted((a, b) => isFile(a) - isFile(b)))
      answer(next, { request, yes: true }, now);
  },
  withdraw(next, { request, by }) {
    const asked = found(next.requests, request);
    need(isUnanswered(asked));
    asked.state = 'no';
    tellBoth(next, 'request_withdrawn', { child: asked.child, about: request, except: by });
  },
};

/** Within a day, once, and only if the money is still there. */
function undo(next: Model, name: string, now: number): void {
  const entry = found(next.entries, name);
  const isPaid = entry.paidBy && !entry.arrival;
  need(!entry.isUndone && !isPaid && now < entry.at + DAY_MS);
  entry.isUndone = true;
  askAgain(next, entry);
  book(
    next,
    entry.moves.map((one) => ({ ...one, change: -one.change })),
  );
}

/** A parent's claim, which may be made twice and withdrawn once. */
function mark(next: Model, name: string, isPaid: boolean): void {
  const entry = found(next.entries, name);
  need(isPaid ? !entry.isUndone : entry.paidBy === 'parent');
  entry.paidBy = isPaid ? (entry.paidBy ?? 'parent') : undefined;
}

/** Setting the same value writes nothing. */
function set(next: Model, child: ChildNo, account: Account, sats: bigint): void {
  const change = sats - next.balances[account][child];
  if (change !== 0n) book(next, [{ child, account, change }]);
}

type Made = Omit<Asked, 'state' | 'at'>;
function ask(next: Model, made: Made, name: string, at: number): void {
  const { child, kind, sats, by } = made;
  const account = HELD_ON[kind];
  const open = ofChild(next.requests, child).filter(({ state }) => state === 'open');
  need(open.length < MOST_OPEN && (!account || freeOf(next, child, account) >= sats));
  next.requests.set(name, { ...made, at, state: 'open' });
  tell(next, 'adults', 'request_opened', { child, about: name, except: by });
}

/** @param kind only requests of this kind are answered */
type Answer = { request: string; yes: boolean; sats?: bigint | undefined; kind?: AskKind };
function answer(next: Model, act: Answer, now: number): void {
  const asked = found(next.requests, act.request);
  if (act.kind && asked.kind !== act.kind) gone();
  need(isUnanswered(asked));
  asked.state = act.yes ? 'yes' : 'no';
  const said = act.yes ? 'request_approved' : 'request_denied';
  tell(next, asked.child, said, { child: asked.child, about: act.request });
  need(act.yes || act.sats === undefined);
  if (!act.yes) return;
  const { child, kind, file } = asked;
  // A file can't be approved in part.
  need(act.sats === undefined || act.sats <= asked.sats);
  const sats = act.sats ?? asked.sats;
  const earned = [{ child, account: 'spending', change: sats }] as const;
  const moved = toSpending(child, kind === 'withdrawal' ? sats : -sats);
  if (file) importFile(next, file, act.request, now);
  else book(next, kind === 'earned' ? earned : moved, { name: act.request, now });
}

const isUnanswered = (asked?: Asked) => asked?.state === 'open' && !asked.isPaying;

/** Thirty days without an answer. */
export function lapse(next: Model, now: number): void {
  for (const [about, asked] of next.requests) {
    if (!isUnanswered(asked) || asked.at >= now - LAPSES_MS) continue;
    asked.state = 'no';
    tellBoth(next, 'request_lapsed', { child: asked.child, about });
  }
}

type OfRequest = { child: ChildNo; about: string; except?: Person };
function tellBoth(next: Model, kind: string, of: OfRequest): void {
  for (const to of ['adults', of.child] as const) tell(next, to, kind, of);
}
