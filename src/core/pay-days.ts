/**
 * Due dates and amounts of allowances. Pure: `today`, the family's date, is an argument.
 *
 * The family week runs from Sunday to Saturday. Weeks are settled (booked, skipped or reversed) in
 * order, so `nextWeek`, the Sunday of the first unsettled week, summarizes the whole past, and no
 * later shift (another pay day, a corrected clock, another time zone) can make a settled week due
 * again.
 *
 * THE LAW: a week's allowance is due on the first day on which the pay day of the plan in force on
 * that day has come, provided that it was still ahead (or was that day) on some earlier day of the
 * child in that week.
 *
 * In terms of segments: cut the week by the plan in force; the first segment that contains max(its
 * pay day, its first day) wins, and that is the due date. So if "Friday" becomes "Monday" on a
 * Wednesday, the allowance is due at once, as Monday has come; if "Monday" becomes "Friday", it
 * stays due on Monday.
 *
 * Why every week after the first has exactly one due date. At most one: it is the *first* such day.
 * At least one: the child was there on Sunday, weekday 0, when no pay day 0..6 has passed, so the
 * proviso holds; and on Saturday, weekday 6, every pay day has come. A change is valid from the day
 * it is saved, so a due date in the past stays the same; only one that is today or ahead moves,
 * within its week. In the first week the proviso matters: a child created after its pay day starts
 * next week, even if the amount is corrected before Saturday.
 */
import {
  addDays,
  type CivilDate,
  daysBetween,
  maxDate,
  type Weekday,
  weekdayOf,
  weekStartOf,
} from './calendar.ts';
import type { Sats } from './money.ts';
import type { Agreement } from './price.ts';
import type { Rate } from './rate.ts';

/**
 * In force from `validFrom` until a later plan takes over. Plans are listed in the order they were
 * saved and never overwritten: the plan in force on a date is the last one listed that is valid by
 * then. So of two saved on one day the later one wins, even if the family's date has gone back in
 * between.
 */
export type Plan = {
  validFrom: CivilDate;
  /** For an agreed plan, its value at the current price. */
  amountSats: Sats;
  weekday: Weekday;
  /** `isOld`: the price no longer books anything automatically. */
  agreed?: (Agreement & Rate & { isOld?: boolean }) | undefined;
};

/** Both days included. */
export type Pause = { from: CivilDate; to: CivilDate };

/** The current pause, otherwise the next one. A pause ended before it began is empty. */
export function nextPause(pauses: readonly Pause[], today: CivilDate): Pause | null {
  const open = pauses.filter(({ from, to }) => from <= to && today <= to);
  return open.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0] ?? null;
}

/**
 * One week of one child. `skipped`: paused or zero; it settles the week and books nothing. A zero
 * week is settled on the day after its due date: until then the amount can still be set.
 */
export type Occurrence = {
  weekStart: CivilDate;
  dueDate: CivilDate;
  amountSats: Sats;
  skipped: boolean;
  /** The agreement and the price that the amount comes from. */
  agreed?: Plan['agreed'];
};

/** `plans` holds at least one plan; `nextWeek` is a Sunday. Anything else throws RangeError. */
export type Schedule = {
  plans: readonly Plan[];
  pauses: readonly Pause[];
  nextWeek: CivilDate;
};

/** Ten years. A caller that gets this many settles them and calls again. */
export const MAX_OCCURRENCES_PER_CALL = 520;
/** How many weeks ahead to look for the next pay day after pauses. */
const MAX_WEEKS_AHEAD = 520;

/** Every occurrence that can be settled today, oldest first, at most MAX_OCCURRENCES_PER_CALL. */
export function dueOccurrences(input: Schedule & { today: CivilDate }): Occurrence[] {
  const due: Occurrence[] = [];
  for (const occurrence of unsettled(input)) {
    if (settledFrom(occurrence) > input.today || due.length === MAX_OCCURRENCES_PER_CALL) break;
    due.push(occurrence);
  }
  return due;
}

/**
 * The day, past or future, when the first unsettled week can be settled: its due date, or the day
 * after if its amount is zero. Paused weeks must be settled too.
 */
export function nextDue(schedule: Schedule): CivilDate {
  for (const occurrence of unsettled(schedule)) return settledFrom(occurrence);
  throw new Error('unreachable: every week after the first has a due date');
}

/**
 * The date of the next booking: today if an occurrence is overdue; undefined if the amount stays
 * zero or a pause doesn't end within ten years.
 */
export function nextPayday(input: Schedule & { today: CivilDate }): CivilDate | undefined {
  const last = input.plans.at(-1);
  const horizon = addDays(maxDate(input.today, input.nextWeek), 7 * MAX_WEEKS_AHEAD);
  for (const { dueDate, skipped } of unsettled(input)) {
    if (!skipped) return maxDate(dueDate, input.today);
    // The last plan stays in force forever: if it is zero now, so is every week to come.
    if (last?.amountSats === 0n && dueDate >= last.validFrom) return undefined;
    if (dueDate > horizon) return undefined;
  }
  return undefined;
}

/**
 * The pay day that completes `missingSats` if `partSats` of each allowance are saved from `next`
 * on; undefined if that takes more than ten years.
 */
export function fullOn(
  plan: { next: CivilDate; amountSats: Sats; weekday: Weekday; pauses: readonly Pause[] },
  missingSats: Sats,
  partSats: Sats,
): CivilDate | undefined {
  if (partSats <= 0n) return undefined;
  let left = missingSats - partSats;
  if (left <= 0n) return plan.next;
  const nextWeek = weekAfter(weekStartOf(plan.next));
  const end = addDays(nextWeek, 7 * MAX_WEEKS_AHEAD);
  const plans = [{ ...plan, validFrom: nextWeek }];
  for (const { dueDate, skipped } of unsettled({ plans, pauses: plan.pauses, nextWeek })) {
    if (dueDate > end) return undefined;
    if (skipped) continue;
    left -= partSats;
    if (left <= 0n) return dueDate;
  }
  return undefined;
}

/**
 * Previews another amount or day, valid from today. `unbooked`: due by today under the present plan
 * and not settled (skipped ones included); the parent first chooses "Book them" or "Skip them",
 * because the one due today would otherwise move with the day. `next`: the next pay day once those
 * are settled and the change is saved.
 */
export function previewChange(
  input: Schedule & { today: CivilDate; change: { amountSats: Sats; weekday: Weekday } },
): { unbooked: Occurrence[]; next: CivilDate | undefined } {
  const { plans, pauses, today, change } = input;
  const thisWeek = weekStartOf(today);
  const due = dueInWeek(plans, thisWeek);
  const isSettled = due !== undefined && settledFrom(due) <= today;
  const nextWeek = maxDate(input.nextWeek, isSettled ? weekAfter(thisWeek) : thisWeek);
  const changed = [...plans, { validFrom: today, ...change }];
  return {
    unbooked: dueOccurrences(input),
    next: nextPayday({ plans: changed, pauses, nextWeek, today }),
  };
}

/** The plan in force on a date; undefined before the child's first day. */
export function planInForce(plans: readonly Plan[], date: CivilDate): Plan | undefined {
  return plans.findLast((plan) => plan.validFrom <= date);
}

/**
 * The week of the child's first day: `nextWeek` as long as nothing is settled. It may turn out to
 * have no due date (if the child was created after the pay day); every function here then skips it.
 */
export function firstWeek(plans: readonly Plan[]): CivilDate {
  const [first, ...others] = plans.map((plan) => plan.validFrom);
  if (first === undefined) throw new RangeError('a child has at least one plan');
  return weekStartOf(others.reduce((a, b) => (b < a ? b : a), first));
}

export function weekAfter(weekStart: CivilDate): CivilDate {
  return addDays(weekStart, 7);
}

/** Days until the date; 0 if it is today or past. */
export function daysUntil(today: CivilDate, date: CivilDate): number {
  return Math.max(0, daysBetween(today, date));
}

/** The children's weekly total: the sum of the plans in force, one list of plans per child. */
export function weeklyTotal(plansOfChildren: readonly (readonly Plan[])[], date: CivilDate): Sats {
  return plansOfChildren.reduce(
    (sum, plans) => sum + (planInForce(plans, date)?.amountSats ?? 0n),
    0n,
  );
}

/** The unsettled occurrences in order, an endless sequence: the caller must stop. */
function* unsettled({ plans, pauses, nextWeek }: Schedule): Generator<Occurrence, void> {
  if (weekdayOf(nextWeek) !== 0) throw new RangeError(`not a Sunday: ${nextWeek}`);
  for (let weekStart = maxDate(nextWeek, firstWeek(plans)); ; weekStart = weekAfter(weekStart)) {
    const due = dueInWeek(plans, weekStart);
    if (!due) continue;
    const { dueDate, amountSats, agreed } = due;
    const isPaused = pauses.some(({ from, to }) => from <= dueDate && dueDate <= to);
    const skipped = isPaused || amountSats === 0n;
    yield { weekStart, dueDate, amountSats, skipped, ...(agreed && { agreed }) };
  }
}

type Due = Pick<Occurrence, 'dueDate' | 'amountSats' | 'agreed'>;

/**
 * A zero week waits for the end of its due date, because the amount may be set until then. An
 * agreed one doesn't: its price is just far too high, and no price moves the day.
 */
const settledFrom = ({ dueDate, amountSats, agreed }: Due): CivilDate =>
  amountSats === 0n && !agreed ? addDays(dueDate, 1) : dueDate;

/** The law, day by day. Undefined only in the first week, or before it. */
function dueInWeek(plans: readonly Plan[], weekStart: CivilDate): Due | undefined {
  let wasAhead = false;
  for (let weekday = 0; weekday < 7; weekday++) {
    const date = addDays(weekStart, weekday);
    const plan = planInForce(plans, date);
    if (!plan) continue;
    wasAhead ||= plan.weekday >= weekday;
    if (wasAhead && plan.weekday <= weekday) return { ...plan, dueDate: date };
  }
  return undefined;
}
