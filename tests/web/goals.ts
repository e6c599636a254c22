/** A goal, a request and a child, for tests of screens. */

import type { User } from '#features/people/auth/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { Allocation } from '#features/pocket/goals/allocations/contract.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';

export const id = (n: number) => `0190c6e4-1a2b-7c3d-8e4f-${String(n).padStart(12, '0')}`;
export const MIA = id(1);
export const aGoal = (over: Partial<Goal> = {}): Goal => ({
  id: id(50),
  createdBy: id(9),
  creatorType: 'parent',
  ownerChildId: null,
  title: 'Bike',
  description: 'A red one',
  category: 'bike',
  drawing: 'bike',
  targetAmount: '0.00100000',
  currentAmount: '0.00070000',
  targetDate: null,
  imageUrl: null,
  state: 'open',
  fullSeen: false,
  buyAsked: false,
  ownAmount: null,
  parentsAmount: '0.00010000',
  forecastDate: '2027-01-02',
  createdAt: '2026-11-18T12:00:00.000Z',
  updatedAt: '2026-11-18T12:00:00.000Z',
  ...over,
});

export const aRequest = (over: Partial<Allocation> = {}): Allocation => ({
  id: id(70),
  goalId: id(50),
  goalTitle: 'Bike',
  goalName: 'Bike',
  goalDrawing: 'bike',
  childId: MIA,
  childName: 'Mia',
  percentage: 20,
  applyTo: 'entire_savings',
  status: 'pending',
  denialReason: null,
  requestNote: 'I want to help with it',
  contributedAmount: '0.00000000',
  estimatedMonthly: '0.00000000',
  goalProgress: 70,
  movesNow: '0.00002000',
  byChild: true,
  enteredBy: null,
  decidedBy: null,
  createdAt: '2026-11-18T12:00:00.000Z',
  decidedAt: null,
  ...over,
});

/** Anna; or Mia, a child who signs in. */
export const aReader = (isChild: boolean): User => ({
  id: id(isChild ? 8 : 9),
  familyId: id(90),
  role: isChild ? 'child' : 'parent',
  isAdmin: false,
  firstName: isChild ? 'Mia' : 'Anna',
  email: 'reader@example.org',
  childId: isChild ? MIA : null,
  handedOver: false,
  ownDevice: false,
  familyNetWorthSharingEnabled: true,
  familyNetWorthSharePercentage: 100,
  dataRetentionMonths: 12,
  autoDataPruningEnabled: false,
  amountUnit: 'sats',
  rate: null,
});

export const mia = {
  id: MIA,
  name: 'Mia',
  weeklyAllowance: '0.00002000',
  allowanceDay: 6,
  nextAllowanceDate: '2026-11-21',
  pause: null,
  availableSavings: '0.00010000',
} as Child;
