/** Turns the sample data into a book by playing through its weeks under the real rules. */

import { birthMonthFor } from '#core/ages.ts';
import { addDays, type CivilDate } from '#core/calendar.ts';
import { transfer } from '#core/ledger.ts';
import { firstWeek } from '#core/pay-days.ts';
import { enteredByParent } from '#features/book/transactions/rules.ts';
import { DEFAULT_THRESHOLD_SATS } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { addGiving, answer, openRequest } from './asking.ts';
import { accountsOf, type Family, newFamily, newMoment, post } from './family.ts';
import { settle } from './pay-days.ts';
import {
  type DemoAllocation,
  type DemoChild,
  type DemoGoal,
  type DemoTransaction,
  type DemoWithdrawal,
  type Sample,
  sampleData,
} from './sample.ts';
import { contribute } from './saving.ts';
import { fillWallet } from './wallet-calls.ts';

/** Today's allowances are left for the reader to process. */
export function openFamily(today: CivilDate): Family {
  const sample = sampleData(today);
  const family = newFamily(sample.begins);
  // Above every id of the sample data.
  family.count = 0x1000;
  for (const child of sample.children) addChild(family, child);
  writeDay(family, sample);
  for (const goal of sample.goals) begin(family, goal);
  for (const one of sample.allocations) if (one.approved) give(family, one);
  while (family.today < today) {
    settle(family);
    family.today = addDays(family.today, 1);
    writeDay(family, sample);
  }
  for (const one of sample.allocations) if (!one.approved) give(family, one);
  fillWallet(family);
  return family;
}

function addChild(family: Family, { age, weeklySats, payday, ...child }: DemoChild): void {
  const plans = [{ validFrom: family.today, amountSats: weeklySats, weekday: payday }];
  family.kids.push({
    ...child,
    // The middle of the age, so that the youngest has a birthday in the coming year.
    birthMonth: birthMonthFor(age, addDays(family.today, -120)),
    plans,
    pauses: [],
    nextWeek: firstWeek(plans),
    limitSats: DEFAULT_THRESHOLD_SATS,
    createdAt: newMoment(family),
  });
}

/** A child created its personal goal; the parents created the shared ones. */
function begin(family: Family, { begunSats, ...goal }: DemoGoal): void {
  family.goals.push({ ...goal, createdAt: newMoment(family) });
  contribute(family, { goalId: goal.id, childId: goal.ownerChildId, amountSats: begunSats });
}

/** A parent's takes effect at once; a child's waits unless it is approved. */
function give(family: Family, one: DemoAllocation): void {
  addGiving(family, {
    goalId: one.goalId,
    childId: one.childId,
    tenths: one.percentage * 10,
    applyTo: one.allocationType,
    note: one.approved ? null : 'I want to see the rings too',
    byChild: one.userType === 'child' && !one.approved,
  }).id = one.id;
}

function writeDay(family: Family, { transactions, withdrawals, ends }: Sample): void {
  const isToday = ({ createdAt }: { createdAt: string }) => createdAt.startsWith(family.today);
  for (const one of transactions.filter(isToday))
    if (one.type === 'savings_transfer') transferToSavings(family, one, family.today === ends);
    else write(family, one, one.type);
  for (const one of withdrawals.filter(isToday)) wish(family, one);
}

type Written = Exclude<DemoTransaction['type'], 'savings_transfer'>;

function write(family: Family, one: DemoTransaction, type: Written): void {
  const { id, childId, description: words } = one;
  const sats = satsOf(one.amount);
  const accounts = accountsOf(childId);
  if (type === 'allowance') {
    const postings = transfer(accounts.outside, accounts.savings, sats);
    post(family, { id, type, childId, words, amountSats: sats, postings });
    return;
  }
  const kind = type === 'savings' ? 'bonus' : sats > 0n ? 'earned' : 'spending';
  const moved = enteredByParent(kind, sats > 0n ? sats : -sats, accounts);
  post(family, { id, type: kind, childId, words, ...moved });
}

/** A transfer that begins on the last day still waits for an answer. */
function transferToSavings(family: Family, one: DemoTransaction, waits: boolean): void {
  const { id, childId, description: reason } = one;
  const amountSats = satsOf(one.amount);
  const asked = { kind: 'savings_transfer', childId, amountSats, reason, byChild: true } as const;
  openRequest(family, asked).id = id;
  if (!waits) answer(family, id, { approved: true });
}

function wish(family: Family, one: DemoWithdrawal): void {
  const { childId, reason } = one;
  openRequest(family, {
    kind: 'withdrawal',
    childId,
    amountSats: satsOf(one.amount),
    reason,
    byChild: true,
  }).id = one.id;
  if (one.status === 'approved') answer(family, one.id, { approved: true });
}
