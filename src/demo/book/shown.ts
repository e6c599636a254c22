/** The demo's book in the formats of the real calls, so that the real screens can draw it. */

import { ageOn } from '#core/ages.ts';
import { formatBtc, type Sats } from '#core/money.ts';
import { daysUntil, nextPause, nextPayday, planInForce } from '#core/pay-days.ts';
import type { Request } from '#features/book/approvals/contract.ts';
import { heldOn } from '#features/book/approvals/rules.ts';
import type { Transaction, TransactionType } from '#features/book/transactions/contract.ts';
import { describe, movedBy } from '#features/book/transactions/rules.ts';
import type { Child } from '#features/people/children/contract.ts';
import { aboveLimit } from '#features/people/children/rules.ts';
import type { Allocation } from '#features/pocket/goals/allocations/contract.ts';
import { estimatedMonthly, partOf, statusOf } from '#features/pocket/goals/allocations/rules.ts';
import type { Contribution, Goal } from '#features/pocket/goals/contract.ts';
import { forecast, progressOf } from '#features/pocket/goals/rules.ts';
import {
  type Asked,
  accountsOf,
  amountsOf,
  availableOf,
  balanceOf,
  demoId,
  type Family,
  type Giving,
  goalAccount,
  goalOf,
  type Kid,
  kidOf,
  type Line,
  type SavedGoal,
  savingsOf,
  spendingOf,
} from './family.ts';

/** The visitor of the demo: the sample family's first parent. */
export const PARENT = { id: demoId(0), firstName: 'Anna', email: 'anna@demo.example' } as const;
const PARENTS = 'Parents';

export const amountNow = (family: Family, kid: Kid): Sats =>
  (planInForce(kid.plans, family.today) ?? kid.plans[0])?.amountSats ?? 0n;

export function asChild(family: Family, kid: Kid): Child {
  const { today } = family;
  const plan = planInForce(kid.plans, today) ?? kid.plans[0];
  const payday = nextPayday({ ...kid, today });
  const availableSpending = availableOf(family, spendingOf(kid.id));
  const inGoals = family.goals.reduce(
    (sum, { id }) => sum + balanceOf(family, goalAccount(id, kid.id)),
    0n,
  );
  return {
    id: kid.id,
    name: kid.name,
    age: ageOn(kid.birthMonth, today),
    birthMonth: kid.birthMonth,
    gender: kid.gender,
    face: kid.face ?? kid.gender,
    cover: kid.cover ?? 'evergreen',
    slot: family.kids.indexOf(kid),
    weeklyAllowance: formatBtc(amountNow(family, kid)),
    agreedAllowance: null,
    allowanceDay: plan?.weekday ?? 0,
    spendingThreshold: formatBtc(kid.limitSats),
    savingsBalance: formatBtc(balanceOf(family, savingsOf(kid.id))),
    availableSavings: formatBtc(availableOf(family, savingsOf(kid.id))),
    spendingBalance: formatBtc(balanceOf(family, spendingOf(kid.id))),
    availableSpending: formatBtc(availableSpending),
    aboveLimit: formatBtc(aboveLimit(availableSpending, kid.limitSats)),
    goalsBalance: formatBtc(inGoals),
    nextAllowanceDate: payday ?? null,
    daysUntilAllowance: payday === undefined ? null : daysUntil(today, payday),
    pause: nextPause(kid.pauses, today),
    parentId: PARENT.id,
    email: null,
    invitedEmail: null,
    userId: null,
    addressLabel: null,
    lightningAddress: null,
    netWorthShare: null,
    profileImageUrl: null,
    createdAt: kid.createdAt,
    updatedAt: kid.createdAt,
  };
}

/** Newest first; entries that only move goals appear in the goals' histories. */
export function transactionsOf(family: Family, most: number, childId?: string): Transaction[] {
  return family.lines
    .filter(({ type }) => type !== 'goal_in')
    .filter((line) => childId === undefined || line.childId === childId)
    .slice(-most)
    .reverse()
    .map((line) => asTransaction(family, line));
}

export const asTransaction = (family: Family, line: Line): Transaction => ({
  id: line.id,
  childId: line.childId,
  type: line.type as TransactionType,
  amount: formatBtc(line.amountSats),
  description: line.words ?? describe(line.type, false),
  childName: line.childId === null ? PARENTS : kidOf(family, line.childId).name,
  createdAt: line.at,
  state: 'recorded',
  reverses: null,
  undoneBy: null,
  ...movedIn(line),
});

function movedIn({ postings, childId }: Line): Pick<Transaction, 'from' | 'to'> {
  const { from, to } = movedBy(postings, accountsOf(childId ?? ''));
  const toGoal = postings.find(({ accountId }) => accountId.startsWith('goal '));
  if (!toGoal || (from && to)) return { from, to };
  return toGoal.amountSats > 0n ? { from, to: to ?? 'goal' } : { from: from ?? 'goal', to };
}

/** The reply to entering something that waits for approval. */
export const asWaiting = (family: Family, asked: Asked): Transaction => ({
  id: asked.id,
  childId: asked.childId,
  type: asked.kind === 'earned' ? 'earned' : 'savings_deposit',
  amount: formatBtc(asked.amountSats),
  description: asked.reason,
  childName: kidOf(family, asked.childId).name,
  createdAt: asked.createdAt,
  state: 'waiting',
  reverses: null,
  undoneBy: null,
  from: asked.kind === 'earned' ? null : 'spending',
  to: asked.kind === 'earned' ? 'spending' : 'savings',
});

export function asRequest(family: Family, asked: Asked): Request {
  const account = heldOn(asked.kind);
  const isOpen = asked.state === 'pending';
  return {
    id: asked.id,
    kind: asked.kind,
    childId: asked.childId,
    childName: kidOf(family, asked.childId).name,
    amount: formatBtc(asked.amountSats),
    reason: asked.reason,
    createdAt: asked.createdAt,
    state: asked.state,
    byChild: asked.byChild,
    enteredBy: asked.byChild ? kidOf(family, asked.childId).name : PARENT.firstName,
    decidedBy: isOpen || asked.state === 'lapsed' ? null : PARENT.firstName,
    decidedAt: asked.decidedAt,
    approvedAmount: asked.approvedSats === null ? null : formatBtc(asked.approvedSats),
    denialReason: asked.denialReason,
    balanceAfter:
      isOpen && account
        ? formatBtc(balanceOf(family, accountsOf(asked.childId)[account]) - asked.amountSats)
        : null,
    payloadId: null,
  };
}

export function asGoal(family: Family, goal: SavedGoal): Goal {
  const amounts = amountsOf(family, goal);
  return {
    id: goal.id,
    createdBy: PARENT.id,
    creatorType: goal.ownerChildId === null ? 'parent' : 'child',
    ownerChildId: goal.ownerChildId,
    title: goal.title,
    description: goal.description,
    category: goal.category,
    drawing: goal.drawing,
    targetAmount: formatBtc(goal.targetSats),
    currentAmount: formatBtc(amounts.currentSats),
    targetDate: null,
    imageUrl: null,
    state: 'open',
    fullSeen: true,
    buyAsked: false,
    ownAmount: null,
    parentsAmount: formatBtc(balanceOf(family, goalAccount(goal.id, null))),
    forecastDate: forecast(amounts, weeklyTo(family, goal.id), family.today) ?? null,
    createdAt: goal.createdAt,
    updatedAt: goal.createdAt,
  };
}

/** What the active allocations contribute in an ordinary week. */
const weeklyTo = (family: Family, goalId: string): Sats =>
  family.givings
    .filter((one) => one.goalId === goalId && one.status === 'active')
    .filter(({ applyTo }) => applyTo === 'new_contributions')
    .flatMap((one) => weeklyOf(family, one).map((sats) => partOf(sats, one.tenths)))
    .reduce((sum, sats) => sum + sats, 0n);

/** The allowances that it shares: the child's, or everyone's. */
const weeklyOf = (family: Family, { childId, applyTo }: Giving): Sats[] =>
  applyTo === 'entire_savings'
    ? []
    : family.kids
        .filter(({ id }) => childId === null || id === childId)
        .map((kid) => amountNow(family, kid));

export function asAllocation(
  family: Family,
  giving: Giving,
  savings: 'entire_savings' | 'existing_savings' = 'entire_savings',
): Allocation {
  const { childId, applyTo, tenths } = giving;
  const goal = amountsOf(family, goalOf(family, giving.goalId));
  const status = statusOf({ ...giving, ...goal });
  const moves =
    applyTo === 'entire_savings' && giving.status === 'pending' && childId !== null
      ? partOf(availableOf(family, savingsOf(childId)), tenths)
      : null;
  return {
    id: giving.id,
    goalId: giving.goalId,
    goalTitle: goal.title,
    goalName: goal.title,
    goalDrawing: goal.drawing,
    childId,
    childName: childId === null ? PARENTS : kidOf(family, childId).name,
    percentage: tenths / 10,
    applyTo: applyTo === 'entire_savings' ? savings : applyTo,
    status,
    denialReason: giving.denialReason,
    requestNote: giving.note,
    contributedAmount: formatBtc(giving.contributedSats),
    estimatedMonthly: formatBtc(
      status === 'ended' ? 0n : estimatedMonthly(weeklyOf(family, giving), tenths),
    ),
    goalProgress: progressOf(goal),
    movesNow: moves === null ? null : formatBtc(moves),
    byChild: giving.byChild,
    enteredBy: giving.byChild && childId !== null ? kidOf(family, childId).name : PARENT.firstName,
    decidedBy: giving.status === 'pending' ? null : PARENT.firstName,
    createdAt: giving.createdAt,
    decidedAt: giving.decidedAt,
  };
}

const MOST_CONTRIBUTIONS = 500;

/** The contributions to a goal, newest first. */
export function contributionsTo(family: Family, goalId: string): Contribution[] {
  const givers = [...family.kids.map(({ id }) => id), null];
  const accounts = new Map(givers.map((one) => [goalAccount(goalId, one), one]));
  return family.lines
    .flatMap((line) =>
      line.postings
        .filter(({ accountId }) => accounts.has(accountId))
        .map(({ accountId, amountSats }) =>
          asContribution(family, line, accounts.get(accountId) ?? null, amountSats),
        ),
    )
    .slice(-MOST_CONTRIBUTIONS)
    .reverse();
}

function asContribution(
  family: Family,
  { id, type, gift, at }: Line,
  childId: string | null,
  sats: Sats,
): Contribution {
  return {
    id,
    childId,
    childName: childId === null ? PARENTS : kidOf(family, childId).name,
    amount: formatBtc(sats),
    contributionType: gift ?? (type === 'allowance' ? 'allowance' : 'savings'),
    description: '',
    createdAt: at,
    canTakeBack: false,
  };
}
