/** The model's lines: written by hand, taken back, said to be paid, corrected. */
import type { ActOf } from './act.ts';
import { book, onSavings } from './model-book.ts';
import { askAgain } from './model-goals.ts';
import { bring, importFile } from './model-imports.ts';
import { ask } from './model-requests.ts';
import { isAdult } from './model-rights.ts';
import type { Account, ChildNo, Model, Move, Outcome } from './model-types.ts';

const DAY_MS = 86_400_000;

type EntryCall = 'undo' | 'undoSeveral' | 'markPaid' | 'unmarkPaid' | 'markSeveralPaid';

/** All of them or none: the caller drops a model that was refused. */
export function changeEntries(next: Model, act: ActOf<EntryCall>, _: string, now: number): Outcome {
  const entries = 'entries' in act ? act.entries : [act.entry];
  const one = (name: string) => {
    if (act.call === 'undo' || act.call === 'undoSeveral') return undo(next, name, now);
    return mark(next, name, act.call !== 'unmarkPaid');
  };
  return entries.map(one).find((outcome) => outcome !== 'done') ?? 'done';
}

export function enter(next: Model, act: ActOf<'enter'>, name: string, now: number): Outcome {
  const { by, child, type, sats } = act;
  if (type === 'savings_deposit')
    return ask(next, { by, child, sats, kind: 'savings_transfer' }, name, now);
  if (type === 'earned' && !isAdult(by))
    return ask(next, { by, child, sats, kind: 'earned' }, name, now);
  const account = type === 'earned' || type === 'spending' ? 'spending' : 'savings';
  const moves: Move[] = [{ child, account, change: type === 'spending' ? -sats : sats }];
  return book(next, moves, { name, now });
}

/** Within a day, once, and only while what it gave is still there. */
function undo(next: Model, name: string, now: number): Outcome {
  const entry = next.entries.get(name);
  if (!entry) return 'gone';
  const isPaid = entry.paidBy && !entry.arrival;
  if (entry.isUndone || isPaid || now >= entry.at + DAY_MS) return 'refused';
  entry.isUndone = true;
  askAgain(next, entry);
  return book(
    next,
    entry.moves.map((one) => ({ ...one, change: -one.change })),
  );
}

/** A parent's word, which may be given twice and taken back once. */
function mark(next: Model, name: string, isPaid: boolean): Outcome {
  const entry = next.entries.get(name);
  if (!entry) return 'gone';
  if (isPaid ? entry.isUndone : entry.paidBy !== 'parent') return 'refused';
  entry.paidBy = isPaid ? (entry.paidBy ?? 'parent') : undefined;
  return 'done';
}

/** To what it is already: nothing is written. */
export function set(next: Model, child: ChildNo, account: Account, sats: bigint): Outcome {
  const by = sats - next.balances[account][child];
  return by === 0n ? 'done' : book(next, [{ child, account, change: by }]);
}

/** A child asks for it. */
export function toSpending(
  next: Model,
  act: ActOf<'toSpending'>,
  name: string,
  now: number,
): Outcome {
  const { by, child, sats } = act;
  if (!isAdult(by)) return ask(next, { by, child, sats, kind: 'withdrawal' }, name, now);
  return book(next, [onSavings(child, -sats), { child, account: 'spending', change: sats }]);
}

/** A file of a wallet is cut at the newest one. */
export function correct(next: Model, child: ChildNo, sats: bigint, now: number): Outcome {
  if (sats !== next.balances.spending[child])
    next.correctedAt[child] = Math.max(now, next.correctedAt[child] ?? now);
  return set(next, child, 'spending', sats);
}

/** A child's own file waits for a parent. */
export function bringIn(next: Model, act: ActOf<'import'>, name: string, now: number): Outcome {
  const { by, child, rows, includes } = act;
  const file = { child, rows, includes };
  if (isAdult(by)) return importFile(next, file, name, now);
  const outcome = bring(next, file, now);
  return outcome === 'waits'
    ? ask(next, { by, child, sats: 0n, kind: 'import', file }, name, now)
    : outcome;
}
