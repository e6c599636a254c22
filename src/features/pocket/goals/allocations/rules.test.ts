/** Percentages: their amounts, and dividing without losing or creating a sat. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DueAllowance, type Running, shareOut, splitOff } from '#core/sharing.ts';
import { estimatedMonthly, partOf, percentTenths } from './rules.ts';

test('a percentage is above 0, at most 100, in tenths (GOAL-39 GOAL-74)', () => {
  for (const wrong of [
    '',
    '0',
    '0.0',
    '100.1',
    '101',
    '-1',
    '1.25',
    '1e1',
    ' 5',
    '5%',
    '.5',
    '1000',
  ])
    expect(percentTenths(wrong), wrong).toBeUndefined();
  expect(['0.1', '1', '12.5', '99.9', '100'].map(percentTenths)).toEqual([1, 10, 125, 999, 1000]);
});

test('the monthly estimate is four weeks of each allowance (GOAL-71)', () => {
  expect(estimatedMonthly([2_000n], 250)).toBe(2_000n);
  expect(estimatedMonthly([2_000n, 3_500n], 100)).toBe(2_200n);
  expect(estimatedMonthly([], 100)).toBe(0n);
});

const tenths = fc
  .array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 })
  .filter((list) => list.reduce((sum, one) => sum + one, 0) <= 1000);
const sats = fc.bigInt({ min: 1n, max: 21_000_000n * 100_000_000n });

test('largest remainder: parts never exceed the whole, each within one sat of exact', () => {
  fc.assert(
    fc.property(sats, tenths, (whole, list) => {
      const parts = splitOff(whole, list);
      const sum = parts.reduce((a, b) => a + b, 0n);
      expect(sum <= whole).toBe(true);
      for (const [i, part] of parts.entries()) {
        const down = partOf(whole, list[i] as number);
        expect(part === down || part === down + 1n).toBe(true);
      }
      if (list.reduce((a, b) => a + b, 0) === 1000) expect(sum).toBe(whole);
    }),
  );
  expect(() => splitOff(100n, [600, 401])).toThrow(RangeError);
  // On equal remainders the child’s own comes first.
  expect(splitOff(1n, [500])).toEqual([0n]);
  expect(splitOff(3n, [500])).toEqual([1n]);
});

const GOALS = ['bike', 'tent', 'trip'];
const history = fc.record({
  due: fc.array(fc.record({ child: fc.nat(2), amount: fc.bigInt({ min: 1n, max: 5_000n }) }), {
    maxLength: 12,
  }),
  given: fc.array(
    fc.record({ child: fc.nat(3), goal: fc.nat(2), tenths: fc.integer({ min: 1, max: 250 }) }),
    { maxLength: 8 },
  ),
  rooms: fc.tuple(...GOALS.map(() => fc.bigInt({ min: 0n, max: 4_000n }))),
});

test('shares never lose or mint a sat, never take more than the allowance, never pass a target', () => {
  fc.assert(
    fc.property(history, ({ due, given, rooms }) => {
      const perGiver = new Map<number, number>();
      const running: Running[] = given.flatMap((one, i) => {
        const taken = (perGiver.get(one.child) ?? 0) + one.tenths;
        if (taken > 1000) return [];
        perGiver.set(one.child, taken);
        const goalId = GOALS[one.goal] as string;
        const childId = one.child === 3 ? null : `c${one.child}`;
        return [
          {
            allocationId: `a${i}`,
            familyId: 'f',
            goalId,
            accountId: `${goalId}-${childId}`,
            childId,
            tenths: one.tenths,
          },
        ];
      });
      const allowances: DueAllowance[] = due.map(({ child, amount }, i) => ({
        key: `e${i}`,
        familyId: 'f',
        childId: `c${child}`,
        amountSats: amount,
      }));
      const room = new Map(GOALS.map((goal, i) => [goal, rooms[i] as bigint]));
      const shared = shareOut(allowances, running, room);
      const into = new Map<string, bigint>();
      for (const { key, childId, amountSats } of allowances) {
        const { fromChild, fromParents } = shared.get(key) ?? { fromChild: [], fromParents: [] };
        const out = fromChild.reduce((sum, one) => sum + one.amountSats, 0n);
        expect(out <= amountSats).toBe(true);
        expect(fromChild.every((one) => one.childId === childId)).toBe(true);
        expect(fromParents.every((one) => one.childId === null)).toBe(true);
        for (const { goalId, amountSats: some } of [...fromChild, ...fromParents]) {
          expect(some > 0n).toBe(true);
          into.set(goalId, (into.get(goalId) ?? 0n) + some);
        }
      }
      for (const [goal, all] of into) expect(all <= (room.get(goal) ?? 0n), goal).toBe(true);
    }),
  );
});

test('the room goes out in the order of the allowances given', () => {
  const one = (childId: string): Running => ({
    allocationId: childId,
    familyId: 'f',
    goalId: 'bike',
    accountId: childId,
    childId,
    tenths: 500,
  });
  const due = ['b', 'a'].map((childId) => ({
    key: childId,
    familyId: 'f',
    childId,
    amountSats: 100n,
  }));
  const shared = shareOut(due, [one('a'), one('b')], new Map([['bike', 70n]]));
  expect(shared.get('b')?.fromChild[0]?.amountSats).toBe(50n);
  expect(shared.get('a')?.fromChild[0]?.amountSats).toBe(20n);
});
