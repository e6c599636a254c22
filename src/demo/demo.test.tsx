/** The demo's book: sample data, the real rules, days that pass; and nothing leaves the browser. */
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
import { balances } from '#features/pocket/balances/contract.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { growth } from '#features/pocket/growth/contract.ts';
import { serve } from '#tests/web/support.tsx';
import { callApi } from '#web/api.ts';
import { senderOf } from '#web/query.ts';
import { sampleData } from './book/sample.ts';
import { walletOf } from './book/wallet.ts';
import { type Demo, openDemo } from './demo.ts';

const TODAY = '2026-11-21';
let sent: unknown[];
beforeEach(() => {
  sent = serve({});
});
afterEach(() => {
  expect(sent, 'calls over HTTP').toEqual([]);
  vi.unstubAllGlobals();
});

/** Asks as a screen does; the answer must be what the contract says the server answers. */
async function ask<E extends Endpoint>(demo: Demo, e: E, input: Input<E>): Promise<Output<E>> {
  const answer = await callApi(e, input, undefined, senderOf(demo.queries));
  // No build has been here: the description is whole.
  const { output } = e;
  return v.parse(output, answer) as Output<E>;
}

const failing = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was refused',
    (error: { status?: number }) => error.status,
  );

/** Every posting of every line, on the accounts: what the balances must be. */
function assertBalanced(demo: Demo) {
  const { lines, balances: kept } = demo.state().family;
  const sums = new Map<string, bigint>();
  for (const { postings } of lines) {
    expect(postings.reduce((sum, { amountSats }) => sum + amountSats, 0n)).toBe(0n);
    for (const { accountId, amountSats } of postings)
      sums.set(accountId, (sums.get(accountId) ?? 0n) + amountSats);
  }
  expect(kept).toEqual(sums);
  for (const [account, sats] of kept)
    if (account !== 'outside') expect(sats, account).toBeGreaterThanOrEqual(0n);
}

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
  expect(walletOf(demo.state().family)).toEqual({
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
  const sample = sampleData(TODAY).allocations;
  const shown = [...active, ...pending].map(({ id, childId, applyTo, status }) => ({
    id,
    userType: childId === null ? 'parent' : 'child',
    allocationType: applyTo,
    approved: status === 'active',
  }));
  expect(shown).toEqual(
    sample.map(({ id, userType, allocationType, approved }) => ({
      id,
      userType,
      allocationType,
      approved,
    })),
  );
});

test('the days until the next allowance follow from the weekday; 0 is today (DEMO-08)', async () => {
  for (let day = 0; day < 7; day++) {
    const today = addDays(TODAY, day);
    const demo = openDemo(today);
    const [mia, leo, ida] = await ask(demo, children.list, {});
    expect(mia).toMatchObject({ allowanceDay: weekdayOf(today), daysUntilAllowance: 0 });
    expect(leo).toMatchObject({ allowanceDay: (weekdayOf(today) + 2) % 7, daysUntilAllowance: 2 });
    expect(ida).toMatchObject({ allowanceDay: (weekdayOf(today) + 5) % 7, daysUntilAllowance: 5 });
    await ask(demo, allowances.process, {});
    const [after] = await ask(demo, children.list, {});
    expect(after?.daysUntilAllowance).toBe(7);
  }
});

test('an action changes the sample book alone, once, and is answered with an alert (DEMO-05)', async () => {
  const demo = openDemo(TODAY);
  expect(demo.state().said).toBeUndefined();
  const first = await ask(demo, allowances.process, {});
  expect(first.processedChildren.map(({ childName }) => childName)).toEqual(['Mia']);
  expect(demo.state().said).toMatchObject({ nth: 1, kind: 'act', refused: false });
  const again = await ask(demo, allowances.process, {});
  expect(again.processedChildren).toEqual([]);
  expect(demo.state().said).toMatchObject({ nth: 2, kind: 'act' });
  assertBalanced(demo);
});

test('what is refused changes nothing, and says so (DEMO-05)', async () => {
  const demo = openDemo(TODAY);
  const before = demo.state().family;
  const [mia] = await ask(demo, children.list, {});
  const id = mia?.id as string;
  const tooMuch = { childId: id, amount: '0.5', reason: 'A castle' };
  expect(await failing(ask(demo, approvals.ask, tooMuch))).toBe(409);
  expect(await failing(ask(demo, approvals.ask, { ...tooMuch, amount: '-1' }))).toBe(400);
  expect(await failing(ask(demo, handover.setPin, { pin: '1234' }))).toBe(409);
  expect(await failing(ask(demo, family.inviteSpouse, { email: 'a@example.com' }))).toBe(409);
  const unknown = id.replaceAll('a', 'f');
  expect(await failing(ask(demo, children.get, { id: unknown }))).toBe(404);
  expect(demo.state().family).toBe(before);
  expect(demo.state().said).toMatchObject({ nth: 4, refused: true });
});

test('requests hold their money, are answered once, and move what they ask for (DEMO-05)', async () => {
  const demo = openDemo(TODAY);
  const { open } = await ask(demo, approvals.list, {});
  const boots = open.find(({ kind }) => kind === 'withdrawal');
  const leo = await ask(demo, children.get, { id: boots?.childId as string });
  expect(BigInt(leo.savingsBalance.replace('.', ''))).toBe(
    BigInt(leo.availableSavings.replace('.', '')) + 5_000n,
  );
  const yes = { id: boots?.id as string, approved: true };
  await ask(demo, approvals.decideWithdrawal, yes);
  expect(await failing(ask(demo, approvals.decideWithdrawal, yes))).toBe(409);
  const after = await ask(demo, children.get, { id: leo.id });
  expect(after.savingsBalance).toBe(leo.availableSavings);
  const transfer = open.find(({ kind }) => kind === 'savings_transfer');
  await ask(demo, approvals.approveTransfer, {
    transferId: transfer?.id as string,
    approved: false,
  });
  const [asked] = await ask(demo, allocations.pending, {});
  await ask(demo, allocations.decide, { id: asked?.id as string, approved: true });
  expect((await ask(demo, approvals.list, {})).open).toEqual([]);
  expect(await ask(demo, allocations.pending, {})).toEqual([]);
  assertBalanced(demo);
});

test('what a parent can write down is written into the sample book (DEMO-05)', async () => {
  const demo = openDemo(TODAY);
  const added = await ask(demo, children.create, {
    name: 'Tom',
    age: 7,
    weeklyAllowance: '0.00001',
  });
  expect(added).toMatchObject({ name: 'Tom', age: 7, savingsBalance: '0.00000000' });
  const id = added.id;
  await ask(demo, children.edit, { id, name: 'Tommy', age: 8 });
  await ask(demo, children.setThreshold, { id, threshold: '0.002' });
  await ask(demo, transactions.add, {
    childId: id,
    type: 'bonus',
    amount: '0.0001',
    description: 'Hi',
  });
  await ask(demo, balances.updateSavings, { id, newBalance: '0.0003' });
  await ask(demo, balances.syncLightning, { childId: id, newBalance: 700 });
  const plan = { id, weeklyAllowance: '0.00002', allowanceDay: 3 } as const;
  const { nextDate } = await ask(demo, allowances.preview, { ...plan, allowanceDay: '3' });
  const changed = await ask(demo, allowances.change, plan);
  expect(changed).toMatchObject({
    name: 'Tommy',
    age: 8,
    spendingThreshold: '0.00200000',
    savingsBalance: '0.00030000',
    spendingBalance: '0.00000700',
    weeklyAllowance: '0.00002000',
    nextAllowanceDate: nextDate,
  });
  const paused = await ask(demo, allowances.pause, { id, from: TODAY, to: addDays(TODAY, 30) });
  expect(paused.pause).toEqual({ from: TODAY, to: addDays(TODAY, 30) });
  expect((await ask(demo, allowances.endPause, { id })).pause).toBeNull();
  assertBalanced(demo);
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
  for (const { id } of list) {
    const parts = await ask(demo, goals.contributions, { id });
    expect(parts.length).toBeGreaterThan(0);
  }
  expect(await ask(demo, auth.user, {})).toMatchObject({ firstName: 'Anna', role: 'parent' });
});

test('a week and a year bring every pay day once, over clocks that change and leap days (DEMO-08)', () => {
  for (const today of [TODAY, '2027-03-20', '2028-02-27', '2026-12-31']) {
    const demo = openDemo(today);
    demo.pass(7);
    expect(demo.state().family.today).toBe(addDays(today, 7));
    // Today's of Mia, and one of each in the week after.
    expect(demo.state().said).toMatchObject({ passed: { days: 7, payDays: 4, goalsReached: [] } });
    demo.pass(364);
    expect(demo.state().said).toMatchObject({
      passed: {
        payDays: 3 * 52,
        goalsReached: ['A week by the sea', 'A red bike', 'A goal for the garden', 'A loop pedal'],
        // What nobody answered: boots, a transfer and a telescope.
        lapsed: 3,
      },
    });
    assertBalanced(demo);
  }
});

test('the same steps give the same book, and two visits do not meet (DEMO-05)', () => {
  const [one, other] = [openDemo(TODAY), openDemo(TODAY)];
  one.pass(364);
  expect(other.state().family.today).toBe(TODAY);
  other.pass(364);
  expect(other.state()).toEqual(one.state());
});

test('a year of the sample book adds up, and the next one begins where it ends (DEMO-10)', async () => {
  const demo = openDemo('2026-12-24');
  const [leo] = (await ask(demo, children.list, {})).filter(({ name }) => name === 'Leo');
  const id = leo?.id ?? '';
  const sats = (btc = '0') => Math.round(Number(btc) * 1e8);
  expect(await failing(ask(demo, growth.year, { id, year: '2027' }))).toBe(400);
  const { sums, to, moments } = await ask(demo, growth.year, { id, year: '2026' });
  expect(to).toBe('2026-12-24');
  const holds = [leo?.savingsBalance, leo?.spendingBalance, leo?.goalsBalance].map(sats);
  const closing = holds.reduce((sum, one) => sum + one, 0);
  expect([sats(sums?.opening), sats(sums?.closing)]).toEqual([0, closing]);
  expect(sats(sums?.in) - sats(sums?.out)).toBe(closing);
  expect(moments.map(({ createdAt }) => createdAt)).toEqual(
    moments.map(({ createdAt }) => createdAt).toSorted(),
  );
  demo.pass(14);
  const next = await ask(demo, growth.year, { id, year: '2027' });
  const before = await ask(demo, growth.year, { id, year: '2026' });
  expect(next.sums?.opening).toBe(before.sums?.closing);
});
