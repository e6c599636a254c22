/** The demo's recorded replies on the reader's dates: actions are fake, nothing is sent. */
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint, Input, Output } from '#contract/endpoint.ts';
import { addDays, weekdayOf } from '#core/calendar.ts';
import { approvals } from '#features/book/approvals/contract.ts';
import { RECENT, transactions } from '#features/book/transactions/contract.ts';
import { family } from '#features/household/family/contract.ts';
import { coverage } from '#features/money/wallet/coverage/contract.ts';
import { auth } from '#features/people/auth/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { handover } from '#features/people/handover/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { growth, SPANS } from '#features/pocket/growth/contract.ts';
import { sampleData } from '#tests/support/demo-sample.ts';
import { serve } from '#tests/web/support.tsx';
import { satsOf } from '#web/amounts.ts';
import { callApi } from '#web/api.ts';
import { senderOf } from '#web/query.ts';
import { type Demo, openDemo } from './demo.ts';
import { TIMES } from './recording.ts';

const TODAY = '2026-11-21';
let sent: unknown[];
beforeEach(() => {
  sent = serve({});
});
afterEach(() => {
  expect(sent, 'calls over HTTP').toEqual([]);
  vi.unstubAllGlobals();
});

/** Calls as a screen does; the reply must match the contract. */
async function ask<E extends Endpoint>(demo: Demo, e: E, input: Input<E>): Promise<Output<E>> {
  const reply = await callApi(e, input, undefined, senderOf(demo.queries));
  // Not built here: the description is complete.
  const { output } = e;
  return v.parse(output, reply) as Output<E>;
}

const failing = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was refused',
    (error: { status?: number }) => error.status,
  );

test('the sample data have the specified fields and meanings (DEMO-11 DEMO-12 DEMO-13 DEMO-14)', async () => {
  const { transactions: lines, withdrawals, allocations: given } = sampleData(TODAY);
  for (const line of lines) {
    expect(Object.keys(line).toSorted()).toEqual(
      ['amount', 'childId', 'childName', 'createdAt', 'description', 'id', 'type'].toSorted(),
    );
    expect(line.amount).toMatch(/^-?\d+\.\d{8}$/);
  }
  const kinds = new Set(lines.map(({ type }) => type));
  expect(kinds).toEqual(new Set(['allowance', 'spending', 'savings', 'savings_transfer']));
  expect(lines.some(({ amount }) => amount.startsWith('-'))).toBe(true);
  expect(withdrawals.map((one) => Object.keys(one).toSorted())).toEqual(
    withdrawals.map(() =>
      ['amount', 'childId', 'childName', 'createdAt', 'id', 'reason', 'status'].toSorted(),
    ),
  );
  expect(new Set(withdrawals.map(({ status }) => status))).toEqual(
    new Set(['pending', 'approved']),
  );
  for (const { userType, allocationType, approved, childId } of given) {
    expect(userType).toBe(childId === null ? 'parent' : 'child');
    expect(['new_contributions', 'entire_savings']).toContain(allocationType);
    expect(typeof approved).toBe('boolean');
  }
  expect(given.some(({ approved }) => !approved)).toBe(true);
  const demo = openDemo(TODAY);
  const { held } = await ask(demo, coverage.get, {});
  expect(demo.state().wallet).toEqual({
    balance: held,
    totalBalance: '0.00888700',
    address: expect.stringMatching(/^tb1/),
    lightningBalance: '0.00042700',
    lightningPendingBalance: '0.00002000',
  });
});

test('allocations reach the screens with whose they are, what of, and whether approved (DEMO-11)', async () => {
  const demo = openDemo(TODAY);
  const active = await ask(demo, allocations.active, {});
  const pending = await ask(demo, allocations.pending, {});
  const { allocations: sample, children: kids } = sampleData(TODAY);
  const shown = [...active, ...pending].map((one) => ({
    goalName: one.goalName,
    childName: one.childName,
    percentage: one.percentage,
    userType: one.childId === null ? 'parent' : 'child',
    allocationType: one.applyTo,
    approved: one.status === 'active',
  }));
  expect(shown).toEqual(
    sample.map(({ goalName, childId, percentage, userType, allocationType, approved }) => ({
      ...{ goalName, percentage, userType, allocationType, approved },
      childName: kids.find(({ id }) => id === childId)?.name ?? 'Parents',
    })),
  );
});

test('whatever the reader’s day: it is the demo’s, weekdays and dates follow it; 0 days is today (DEMO-08)', async () => {
  for (const [day, today] of [...Array(7).keys()].map(
    (n) => [n, addDays(TODAY, n * 100)] as const,
  )) {
    const demo = openDemo(today);
    expect(demo.state().today).toBe(today);
    const { weekday, createdAt } = await ask(demo, family.get, {});
    expect([weekday, createdAt.slice(0, 10)]).toEqual([weekdayOf(today), addDays(today, -84)]);
    const kids = await ask(demo, children.list, {});
    const ahead = { Mia: 0, Leo: 2, Ida: 5 };
    expect(kids, String(day)).toHaveLength(3);
    for (const { name, allowanceDay, daysUntilAllowance, nextAllowanceDate } of kids) {
      const days = ahead[name as keyof typeof ahead];
      expect(daysUntilAllowance).toBe(days);
      expect(nextAllowanceDate).toBe(addDays(today, days));
      expect(allowanceDay).toBe(weekdayOf(addDays(today, days)));
    }
  }
});

test('every action is refused with an alert, and changes nothing (DEMO-05)', async () => {
  const demo = openDemo(TODAY);
  expect(demo.state().said).toBeUndefined();
  const before = await ask(demo, children.list, {});
  const id = before[0]?.id as string;
  const wish = { childId: id, amount: '0.00001', reason: 'A castle' };
  const acts: [Endpoint, object][] = [
    [approvals.ask, wish],
    [transactions.add, { ...wish, type: 'bonus', description: 'Hi' }],
    [handover.setPin, { pin: '1234' }],
    [family.inviteSpouse, { email: 'a@example.com' }],
    [children.remove, { id }],
  ];
  for (const [e, input] of acts) expect(await failing(ask(demo, e, input))).toBe(409);
  expect(demo.state()).toMatchObject({ time: 'today', said: { nth: acts.length } });
  expect(await ask(demo, children.list, {})).toEqual(before);
  // Others are missing too, and calls no screen of the demo needs.
  expect(await failing(ask(demo, children.get, { id: id.replaceAll('0', 'f') }))).toBe(404);
  expect(await failing(ask(demo, auth.sessions, {}))).toBe(404);
});

test('Process Allowances shows what it recorded, once: Mia has her allowance (DEMO-05 DEMO-08)', async () => {
  const demo = openDemo(TODAY);
  const holds = ({ savingsBalance, goalsBalance }: Output<typeof children.get>) =>
    satsOf(savingsBalance) + satsOf(goalsBalance);
  const [before] = await ask(demo, children.list, {});
  const { processedChildren } = await ask(demo, allowances.process, {});
  expect(processedChildren).toMatchObject([{ childName: 'Mia', amount: '0.00002000' }]);
  const [after] = await ask(demo, children.list, {});
  expect(after?.daysUntilAllowance).toBe(7);
  expect(after && before && holds(after) - holds(before)).toBe(2_000n);
  const [line] = await ask(demo, transactions.recent, {});
  expect(line).toMatchObject({ id: processedChildren[0]?.entryId, type: 'allowance' });
  expect(await failing(ask(demo, allowances.process, {}))).toBe(409);
});

test('a week and a year later every pay day has come once, and goals were reached (DEMO-08)', async () => {
  const demo = openDemo(TODAY);
  const payDays = async () => {
    const all = await ask(demo, transactions.recent, { all: 'true' });
    return all.filter(({ type }) => type === 'allowance').length;
  };
  const full = async () =>
    (await ask(demo, goals.list, {}))
      .filter(({ currentAmount, targetAmount }) => currentAmount === targetAmount)
      .map(({ title }) => title);
  const start = await payDays();
  expect(await full()).toEqual([]);
  demo.goTo('week');
  expect(demo.state().today).toBe(addDays(TODAY, 7));
  // Mia's today, and one of each in the next week.
  expect((await payDays()) - start).toBe(3);
  demo.goTo('year');
  expect(demo.state().today).toBe(addDays(TODAY, 364));
  expect((await payDays()) - start).toBe(3 * 52);
  expect(await full()).toEqual([
    'A week by the sea',
    'A red bike',
    'A goal for the garden',
    'A loop pedal',
  ]);
  // Unanswered requests have lapsed, and the wallet, never topped up, no longer covers.
  expect((await ask(demo, approvals.list, {})).open).toEqual([]);
  expect((await ask(demo, coverage.get, {})).state).toBe('short');
  demo.goTo('today');
  expect(await payDays()).toBe(start);
});

test('there are more goals and lines than a dashboard shows (DEMO-07)', async () => {
  const demo = openDemo(TODAY);
  const list = await ask(demo, goals.list, {});
  const [mia] = await ask(demo, children.list, {});
  const hers = list.filter(({ ownerChildId }) => !ownerChildId || ownerChildId === mia?.id);
  expect(hers.length).toBeGreaterThan(4);
  expect(await ask(demo, transactions.recent, {})).toHaveLength(RECENT);
  const all = await ask(demo, transactions.recent, { all: 'true' });
  expect(all.length).toBeGreaterThan(RECENT);
  expect(await ask(demo, auth.user, {})).toMatchObject({ firstName: 'Anna', role: 'parent' });
});

test('at each of its times the screens get what they ask for (DEMO-01 DEMO-02)', async () => {
  const demo = openDemo(TODAY);
  for (const time of TIMES) {
    demo.goTo(time);
    for (const { id } of await ask(demo, goals.list, {}))
      expect((await ask(demo, goals.contributions, { id })).length).toBeGreaterThan(0);
    for (const { id } of await ask(demo, children.list, {})) {
      expect(await ask(demo, transactions.ofChild, { id })).not.toEqual([]);
      for (const span of SPANS)
        expect((await ask(demo, growth.ofChild, { id, span })).points.length).toBeGreaterThan(1);
    }
  }
});
