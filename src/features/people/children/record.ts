/** A child, or its closed book, in the API's format. */

import { ageOn } from '#core/ages.ts';
import type { CivilDate } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { daysUntil, nextPause, nextPayday, type Plan, planInForce } from '#core/pay-days.ts';
import type { ClosedRow } from './closed-books.ts';
import type { Child, ClosedBook } from './contract.ts';
import { aboveLimit } from './rules.ts';
import type { ChildRow } from './store.ts';

export const asClosedBook = ({ childId, dueAt, closedAt, ...row }: ClosedRow): ClosedBook => ({
  ...row,
  id: childId,
  closedAt: closedAt.toISOString(),
  restorableUntil: dueAt.toISOString(),
});

export function asChild(row: ChildRow, today: CivilDate): Child {
  // A plan made later today, or by a family that moved west, may not be in force yet.
  const plan = planInForce(row.plans, today) ?? row.plans[0];
  if (!plan) throw new Error(`The child ${row.childId} has no allowance plan`);
  const payday = nextPayday({ ...row, today });
  const availableSpending = row.spendingSats - row.spendingHeldSats;
  return {
    id: row.childId,
    name: row.name,
    age: ageOn(row.birthMonth, today),
    birthMonth: row.birthMonth,
    gender: row.gender,
    face: row.face ?? row.gender,
    cover: row.cover ?? 'evergreen',
    slot: row.slot,
    weeklyAllowance: formatBtc(plan.amountSats),
    agreedAllowance: plan.agreed ? asAgreed(plan.agreed) : null,
    allowanceDay: plan.weekday,
    spendingThreshold: formatBtc(row.spendingThresholdSats),
    savingsBalance: formatBtc(row.savingsSats),
    availableSavings: formatBtc(row.savingsSats - row.savingsHeldSats),
    spendingBalance: formatBtc(row.spendingSats),
    availableSpending: formatBtc(availableSpending),
    aboveLimit: formatBtc(aboveLimit(availableSpending, row.spendingThresholdSats)),
    goalsBalance: formatBtc(row.goalsSats),
    nextAllowanceDate: payday ?? null,
    pause: nextPause(row.pauses, today),
    daysUntilAllowance: payday === undefined ? null : daysUntil(today, payday),
    parentId: row.parentId,
    email: row.email,
    invitedEmail: row.invitedEmail,
    userId: row.userId,
    addressLabel: null,
    lightningAddress: null,
    netWorthShare: null,
    profileImageUrl: null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const asAgreed = (agreed: NonNullable<Plan['agreed']>) => ({
  currency: agreed.currency,
  minor: Number(agreed.minor),
  most: formatBtc(agreed.mostSats),
  minorPerBtc: Number(agreed.minorPerBtc),
  isPriceOld: agreed.isOld === true,
});
