/**
 * Edges by hand; the 49 changes of pay day; random plans against a second implementation (by
 * segments, on day numbers); last, a year in a sample of time zones from `rules.long.test.ts`.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Weekday, weekStartOf } from '#core/calendar.ts';
import {
  daysUntil,
  dueOccurrences,
  firstWeek,
  MAX_OCCURRENCES_PER_CALL,
  nextDue,
  nextPayday,
  type Occurrence,
  type Pause,
  type Plan,
  planInForce,
  previewChange,
  weekAfter,
  weeklyTotal,
} from './pay-days.ts';

const RUNS = 1000;
const DAY_MS = 86_400_000;
const [SUN, MON, TUE, WED, FRI, SAT] = [0, 1, 2, 3, 5, 6] as const;

type Child = { plans: Plan[]; pauses: Pause[]; nextWeek: string };

const plan = (validFrom: string, weekday: Weekday, amountSats = 100n): Plan => {
  return { validFrom, weekday, amountSats };
};
/** Nothing settled yet. March 2026 starts on a Sunday: 1, 8, 15, 22 and 29 are Sundays. */
const child = (...plans: Plan[]): Child => ({ plans, pauses: [], nextWeek: firstWeek(plans) });
const dueDates = (of: Child, today: string) =>
  dueOccurrences({ ...of, today }).map((occurrence) => occurrence.dueDate);

/** Settles what is due, as the store does. */
function settle(of: Child, today: string): Occurrence[] {
  const due = dueOccurrences({ ...of, today });
  const last = due.at(-1);
  if (last) of.nextWeek = weekAfter(last.weekStart);
  return due;
}

describe('refused', () => {
  test('a child without a plan, or a week that does not start on Sunday (CHILD-12)', () => {
    const none = { plans: [], pauses: [], nextWeek: '2026-03-01', today: '2026-03-01' };
    for (const ask of [dueOccurrences, nextDue, nextPayday]) expect(() => ask(none)).toThrow();
    const monday = { ...child(plan('2026-03-01', MON)), nextWeek: '2026-03-02' };
    expect(() => dueDates(monday, '2026-03-09')).toThrow(RangeError);
  });

  test('nothing before the pay day, and nothing twice (CHILD-27)', () => {
    const anna = child(plan('2026-03-01', FRI));
    expect(settle(anna, '2026-03-05')).toEqual([]);
    expect(settle(anna, '2026-03-06')).toHaveLength(1);
    for (const today of ['2026-03-06', '2026-03-07', '2026-03-12', '2026-02-01'])
      expect(settle(anna, today)).toEqual([]);
  });
});

describe('the first week', () => {
  test('day 0 is Sunday, day 6 is Saturday (CHILD-03)', () => {
    for (const weekday of [0, 1, 2, 3, 4, 5, 6] as const)
      expect(nextDue(child(plan('2026-03-01', weekday)))).toBe(`2026-03-0${1 + weekday}`);
  });

  test('a child made on its pay day is due that day, one made after it next week (CHILD-12)', () => {
    expect(nextDue(child(plan('2026-03-04', WED)))).toBe('2026-03-04');
    expect(nextDue(child(plan('2026-03-04', SAT)))).toBe('2026-03-07');
    expect(nextDue(child(plan('2026-03-04', TUE)))).toBe('2026-03-10');
    expect(nextDue(child(plan('2026-03-07', SUN)))).toBe('2026-03-08');
  });

  test('a plan saved twice on the first day: only the later one ever was (CHILD-10)', () => {
    expect(nextDue(child(plan('2026-03-04', FRI), plan('2026-03-04', MON)))).toBe('2026-03-09');
    expect(nextDue(child(plan('2026-03-04', MON), plan('2026-03-04', FRI)))).toBe('2026-03-06');
  });

  test('a correction in a first week without pay day does not bring it on (CHILD-10)', () => {
    const late = plan('2026-03-04', MON);
    expect(nextDue(child(late, plan('2026-03-05', MON, 200n)))).toBe('2026-03-09');
    expect(nextDue(child(late, plan('2026-03-05', TUE)))).toBe('2026-03-10');
    expect(nextDue(child(late, plan('2026-03-05', SAT)))).toBe('2026-03-07');
    const inTime = plan('2026-03-04', FRI);
    expect(nextDue(child(inTime, plan('2026-03-05', TUE)))).toBe('2026-03-05');
  });
});

describe('amounts, pauses and limits', () => {
  test('each week at the plan in force on its date; zero and paused are settled (CHILD-12)', () => {
    const anna = child(plan('2026-03-01', FRI), plan('2026-03-12', FRI, 0n));
    anna.plans.push(plan('2026-03-20', FRI, 300n));
    anna.pauses.push({ from: '2026-03-27', to: '2026-03-27' });
    const due = dueOccurrences({ ...anna, today: '2026-04-03' });
    expect(due.map(({ dueDate, amountSats, skipped }) => [dueDate, amountSats, skipped])).toEqual([
      ['2026-03-06', 100n, false],
      ['2026-03-13', 0n, true],
      ['2026-03-20', 300n, false],
      ['2026-03-27', 300n, true],
      ['2026-04-03', 300n, false],
    ]);
  });

  test('a zero week is not settled on its due date: set later that day, it is due (CHILD-29)', () => {
    const zero = child(plan('2026-03-01', FRI, 0n));
    expect(settle(zero, '2026-03-06')).toEqual([]);
    const change = { weekday: FRI, amountSats: 300n };
    expect(previewChange({ ...zero, today: '2026-03-06', change }).next).toBe('2026-03-06');
    const raised = { ...zero, plans: [...zero.plans, plan('2026-03-06', FRI, 300n)] };
    expect(dueDates(raised, '2026-03-06')).toEqual(['2026-03-06']);
    expect(nextDue(zero)).toBe('2026-03-07');
    expect(settle(zero, '2026-03-07')).toMatchObject([{ dueDate: '2026-03-06', skipped: true }]);
  });

  test('after many years the oldest ten come first, then the rest (CHILD-12)', () => {
    const anna = child(plan('2000-01-01', SAT));
    const all = [1, 2, 3].map(() => settle(anna, '2026-03-07'));
    expect(all.map((due) => due.length)).toEqual([MAX_OCCURRENCES_PER_CALL, 520, 327]);
    expect(new Set(all.flat().map((due) => due.weekStart)).size).toBe(1367);
  });

  test('days until the next pay day: 0 if overdue, none if nothing will ever come (CHILD-37)', () => {
    const anna = child(plan('2026-03-01', FRI));
    expect(nextPayday({ ...anna, today: '2026-03-09' })).toBe('2026-03-09');
    expect(nextDue(anna)).toBe('2026-03-06');
    settle(anna, '2026-03-09');
    expect(nextPayday({ ...anna, today: '2026-03-09' })).toBe('2026-03-13');
    expect(daysUntil('2026-03-09', '2026-03-13')).toBe(4);
    expect(daysUntil('2026-03-09', '2026-03-08')).toBe(0);
    anna.pauses.push({ from: '2026-03-09', to: '2026-03-26' });
    expect(nextPayday({ ...anna, today: '2026-03-09' })).toBe('2026-03-27');
    anna.pauses.push({ from: '2026-03-09', to: '9999-12-31' });
    expect(nextPayday({ ...anna, today: '2026-03-09' })).toBeUndefined();
    const zero = child(plan('1990-01-01', FRI), plan('1990-01-01', FRI, 0n));
    expect(nextPayday({ ...zero, today: '2026-03-09' })).toBeUndefined();
  });

  test('the weekly total includes the plans in force (CHILD-37)', () => {
    const plans = [plan('2026-03-01', FRI), plan('2026-03-12', FRI, 50n)];
    expect(planInForce(plans, '2026-02-28')).toBeUndefined();
    expect(weeklyTotal([plans, [plan('2026-03-10', MON, 7n)]], '2026-03-10')).toBe(107n);
    expect(weeklyTotal([plans, [plan('2026-03-10', MON, 7n)]], '2026-03-12')).toBe(57n);
    expect(weeklyTotal([], '2026-03-12')).toBe(0n);
  });
});

describe('changing the pay day', () => {
  /** T32. Row: old day; column: new day; digit n: the week's pay day if changed on weekday n. */
  const CHANGES = [
    ['0000000', '1000000', '2000000', '3000000', '4000000', '5000000', '6000000'],
    ['0111111', '1111111', '2211111', '3311111', '4411111', '5511111', '6611111'],
    ['0122222', '1122222', '2222222', '3332222', '4442222', '5552222', '6662222'],
    ['0123333', '1123333', '2223333', '3333333', '4444333', '5555333', '6666333'],
    ['0123444', '1123444', '2223444', '3333444', '4444444', '5555544', '6666644'],
    ['0123455', '1123455', '2223455', '3333455', '4444455', '5555555', '6666665'],
    ['0123456', '1123456', '2223456', '3333456', '4444456', '5555556', '6666666'],
  ];
  const cases = CHANGES.flatMap((row, from) =>
    row.map((days, to) => ({ from: from as Weekday, to: to as Weekday, days })),
  );

  test.each(cases)('from day $from to day $to: one a week (CHILD-10 T32)', ({ from, to, days }) => {
    for (const moment of ['before booking', 'after booking', 'booked at the end'])
      for (let changed = 0; changed < 7; changed++) {
        const anna = child(plan('2026-03-01', from));
        const booked: Occurrence[] = [];
        for (let date = '2026-03-01'; date <= '2026-03-28'; date = addDays(date, 1)) {
          if (moment === 'after booking') booked.push(...settle(anna, date));
          if (date === addDays('2026-03-08', changed)) anna.plans.push(plan(date, to, 200n));
          if (moment === 'before booking') booked.push(...settle(anna, date));
        }
        booked.push(...settle(anna, '2026-03-28'));
        const wasBooked = moment === 'after booking' && from === changed;
        const due = wasBooked ? from : Number(days[changed]);
        const isNew = !wasBooked && due >= changed;
        expect(booked, `${moment} on day ${changed}`).toEqual(
          [from, due, to, to].map((weekday, week) => ({
            weekStart: addDays('2026-03-01', 7 * week),
            dueDate: addDays('2026-03-01', 7 * week + weekday),
            amountSats: week > 1 || (week === 1 && isNew) ? 200n : 100n,
            skipped: false,
          })),
        );
      }
  });

  test('the parent sees what is unbooked and the next date before saving (CHILD-10)', () => {
    const anna = child(plan('2026-03-01', FRI));
    const change = { amountSats: 200n, weekday: MON };
    const wednesday = previewChange({ ...anna, today: '2026-03-04', change });
    expect(wednesday).toEqual({ unbooked: [], next: '2026-03-04' });
    const friday = previewChange({ ...anna, today: '2026-03-13', change });
    expect(friday.unbooked.map((due) => due.dueDate)).toEqual(['2026-03-06', '2026-03-13']);
    expect(friday.next).toBe('2026-03-16');
    const zero = previewChange({
      ...anna,
      today: '2026-03-04',
      change: { ...change, amountSats: 0n },
    });
    expect(zero.next).toBeUndefined();
  });

  test('changed and changed back on the pay day after booking: not due again (CHILD-10)', () => {
    const anna = child(plan('2026-03-01', WED));
    expect(settle(anna, '2026-03-04')).toHaveLength(1);
    for (const weekday of [FRI, WED, SAT, WED]) anna.plans.push(plan('2026-03-04', weekday));
    expect(dueDates(anna, '2026-03-10')).toEqual([]);
    expect(nextDue(anna)).toBe('2026-03-11');
  });
});

/** The rules again, by segments and on day numbers; shares no code with them. */
function dueByLaw(plans: readonly Plan[], pauses: readonly Pause[], weekStart: string) {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  const rows: { from: number; plan: Plan }[] = [];
  for (const plan of plans) {
    const from = day(plan.validFrom);
    while (rows.length > 0 && (rows.at(-1)?.from ?? 0) >= from) rows.pop();
    rows.push({ from, plan });
  }
  const sunday = day(weekStart);
  let isOwed = (rows[0]?.from ?? sunday) < sunday;
  for (const [index, { from, plan }] of rows.entries()) {
    const start = Math.max(sunday, from);
    const end = Math.min(sunday + 6, (rows[index + 1]?.from ?? sunday + 7) - 1);
    if (start > end) continue;
    const payDay = sunday + plan.weekday;
    isOwed ||= payDay >= start;
    const due = Math.max(payDay, start);
    if (!isOwed || due > end) continue;
    const isPaused = pauses.some(({ from, to }) => day(from) <= due && due <= day(to));
    const dueDate = new Date(due * DAY_MS).toISOString().slice(0, 10);
    const { amountSats } = plan;
    return { weekStart, dueDate, amountSats, skipped: isPaused || amountSats === 0n };
  }
  return undefined;
}

const someDate = fc.nat(80).map((days) => addDays('2026-02-20', days));
const somePlan = fc.record({
  validFrom: someDate,
  amountSats: fc.constantFrom(0n, 1n, 100n, 2_100_000n),
  weekday: fc.integer({ min: 0, max: 6 }).map((weekday) => weekday as Weekday),
});
const someChild = fc.record({
  plans: fc.array(somePlan, { minLength: 1, maxLength: 8 }),
  pauses: fc.array(fc.record({ from: someDate, to: someDate }), { maxLength: 2 }),
  nextWeek: someDate.map(weekStartOf),
  today: someDate,
});

test('any plans in any order: every week is what the law says, none out of turn (CHILD-12)', () => {
  const check = ({ plans, pauses, nextWeek, today }: Child & { today: string }) => {
    const expected: Occurrence[] = [];
    for (let week = nextWeek; week < '2026-12-01'; week = addDays(week, 7)) {
      const isChild = plans.some((plan) => plan.validFrom < addDays(week, 7));
      const due = isChild ? dueByLaw(plans, pauses, week) : undefined;
      if (due) expected.push(due);
      else expect(plans.every((plan) => plan.validFrom >= week)).toBe(true);
    }
    const settledFrom = ({ dueDate, amountSats }: Occurrence) =>
      amountSats === 0n ? addDays(dueDate, 1) : dueDate;
    const upToToday = expected.filter((due) => settledFrom(due) <= today);
    expect(dueOccurrences({ plans, pauses, nextWeek, today })).toEqual(upToToday);
    expect(nextDue({ plans, pauses, nextWeek })).toBe(expected[0] && settledFrom(expected[0]));
    const paid = expected.find((due) => !due.skipped)?.dueDate;
    const payday = paid && paid < today ? today : paid;
    expect(nextPayday({ plans, pauses, nextWeek, today })).toBe(payday);
  };
  fc.assert(fc.property(someChild, check), { numRuns: RUNS });
});

test('the next date shown before saving is the next date booked after saving (CHILD-10)', () => {
  const check = (given: Child & { today: string }, { weekday, amountSats }: Plan) => {
    // A copy for fast-check to shrink: saving and settling change the child.
    const of = { ...given, plans: [...given.plans] };
    const change = { weekday, amountSats };
    const { unbooked, next } = previewChange({ ...of, change });
    expect(settle(of, of.today)).toEqual(unbooked);
    of.plans.push({ ...change, validFrom: of.today });
    let date = of.today;
    let booked: Occurrence | undefined;
    for (; date < '2026-08-01' && !booked; date = addDays(date, 1))
      booked = settle(of, date).find((due) => !due.skipped);
    expect(booked && addDays(date, -1)).toBe(next);
  };
  fc.assert(fc.property(someChild, somePlan, check), { numRuns: RUNS });
});

process.env.SAMPLE_OF_ZONES = '1';
await import('./pay-days.long.test.ts');
