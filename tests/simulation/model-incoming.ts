/** What comes into the model from outside: files of wallets, gifts and deposits. */
import type { ArrivalAct, Changes, File, FileRow } from './act.ts';
import { found, gone, need } from './ended.ts';
import { book, onSavings, tell } from './model-book.ts';
import { addGift } from './model-goals.ts';
import { isOpen } from './model-people.ts';
import type { Arrival, ChildNo, Model } from './model-types.ts';

const DAY_MS = 86_400_000;
/** A row and an entry that are farther apart are two payments. */
const WINDOW_MS = 3 * DAY_MS;

const keyOf = (child: ChildNo, { id }: FileRow) => `${child} ${id}`;

/** Not in the book yet. A payment that is to be made in two days is a mistake of somebody's. */
function newOf({ rows }: Model, file: File, now: number): readonly FileRow[] {
  const fresh = file.rows.filter((row) => !rows.has(keyOf(file.child, row)));
  need(fresh.every(({ at }) => at <= now + DAY_MS));
  return fresh;
}

/** Of a child's file, only what is new waits for a parent. */
export const isNews = (model: Model, file: File, now: number) => newOf(model, file, now).length > 0;

export function importFile(next: Model, file: File, name: string, now: number): void {
  const { child } = file;
  const fresh = newOf(next, file, now);
  if (fresh.length === 0) return;
  const cut = next.correctedAt[child];
  let [net, lines, counted] = [0n, 0, false];
  for (const row of fresh) {
    const isOld = cut !== undefined && row.at < cut;
    const isMatched = match(next, child, row);
    const kind = isMatched ? 'matched' : isOld && !file.includes ? 'history' : 'posted';
    const counts = kind !== 'history' && (cut === undefined || (isOld && file.includes));
    next.rows.set(keyOf(child, row), { ...row, file: name, kind, counts });
    counted ||= counts;
    if (kind !== 'posted') continue;
    net += row.sats;
    lines += 1;
  }
  next.imports.set(name, { child, imported: fresh.length, isUndone: false });
  move(next, child, { net, lines, counted });
}

/** Its entry, if it stands and nobody else's row is it, counts as paid from now on. */
function match({ entries, rows }: Model, child: ChildNo, { entry: name, at }: FileRow): boolean {
  const entry = name === undefined ? undefined : entries.get(name);
  if (!entry || entry.isUndone || Math.abs(entry.at - at) > WINDOW_MS) return false;
  if ([...rows].some(([key, row]) => key.startsWith(`${child} `) && isTaken(row, name)))
    return false;
  entry.paidBy ??= 'file';
  return true;
}

const isTaken = ({ kind, entry }: { kind: string; entry?: string | undefined }, name?: string) =>
  kind === 'matched' && entry === name;

/**
 * What was in the wallet before its first row is whatever keeps all its sums from being below zero.
 */
function move(
  next: Model,
  child: ChildNo,
  { net, lines, counted }: { net: bigint; lines: number; counted: boolean },
): void {
  const opening = counted ? openingOf(next, child) - next.opening[child] : 0n;
  next.opening[child] += opening;
  const all = lines + (opening === 0n ? 0 : 1);
  if (all === 0) return;
  book(next, [{ child, account: 'spending', change: net + opening }]);
  next.lines[child] += all - 1;
}

function openingOf({ rows }: Model, child: ChildNo): bigint {
  let [sum, lowest] = [0n, 0n];
  const counted = [...rows].filter(([key, row]) => key.startsWith(`${child} `) && row.counts);
  for (const [, { sats }] of counted.toSorted(
    ([, a], [, b]) => a.at - b.at || (a.id < b.id ? -1 : 1),
  )) {
    sum += sats;
    if (sum < lowest) lowest = sum;
  }
  return -lowest;
}

/** As if the file had never been: it may come in once more. */
function undoImport(next: Model, name: string): void {
  const file = found(next.imports, name);
  need(!file.isUndone);
  file.isUndone = true;
  let [net, lines] = [0n, 0];
  for (const [key, row] of next.rows) {
    if (row.file !== name) continue;
    next.rows.delete(key);
    const entry = row.kind === 'matched' && next.entries.get(row.entry ?? '');
    if (entry && entry.paidBy === 'file') entry.paidBy = undefined;
    if (row.kind !== 'posted') continue;
    net -= row.sats;
    lines += 1;
  }
  move(next, file.child, { net, lines, counted: true });
}

/**
 * In no book until an adult has said whose it is, and again in none once that entry is taken back.
 * The adults are asked whose a gift is; of a deposit they hear from the look at the chain.
 */
export function arrive(next: Model, name: string, made: Omit<Arrival, 'state'>): void {
  next.arrivals.set(name, { ...made, state: 'asked' });
  if (made.isGift) tell(next, 'adults', 'gift_arrived', { child: made.child });
}

/** Of its name and kind, unless it is in a book already. */
function openArrival({ arrivals }: Model, name: string, isGift: boolean): Arrival {
  const arrival = found(arrivals, name);
  if (arrival.isGift !== isGift) gone();
  need(arrival.state !== 'booked' && arrival.isConfirmed);
  return arrival;
}

export const INCOMING_CHANGES: Changes<ArrivalAct['call'] | 'undoImport'> = {
  undoImport: (next, { file }) => undoImport(next, file),
  answerDeposit(next, { arrival, child, isPromised }, name, now) {
    const deposit = openArrival(next, arrival, false);
    deposit.state = isPromised ? 'promised' : child === undefined ? 'nobody' : 'booked';
    if (deposit.state !== 'booked' || child === undefined) return;
    book(next, [onSavings(child, deposit.sats)], { name, now, paidBy: 'wallet', arrival });
  },
  answerGift(next, act, name, now) {
    const { arrival } = act;
    const gift = openArrival(next, arrival, true);
    const { child, sats } = gift;
    gift.state = act.to === 'nobody' ? 'nobody' : 'booked';
    if (act.to === 'nobody') return;
    if (child === undefined || !isOpen(next, child)) gone();
    tell(next, child, 'gift_booked', { child });
    const given = { giver: child, sats, at: now, isUndone: false, arrival };
    if (act.to === 'goal') addGift(next, { ...given, goal: act.goal }, name);
    else {
      const made = { name, now, paidBy: 'wallet', arrival } as const;
      book(next, [{ child, account: act.to, change: sats }], made);
    }
  },
};
