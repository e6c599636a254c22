/** For tests of screens: the server's replies about one small family. */
import type { Request } from '#features/book/approvals/contract.ts';
import type { Transaction } from '#features/book/transactions/contract.ts';
import type { Family } from '#features/household/family/contract.ts';
import type { User } from '#features/people/auth/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { Dashboard } from '#screens/dashboard/contract.ts';

const NOW = '2026-11-18T12:00:00.000Z';
export const id = (n: number) => `0190c6e4-1a2b-7c3d-8e4f-${String(n).padStart(12, '0')}`;
export const MIA = id(1);
export const LEO = id(2);

/** Mia, 9, a girl: 2,000 sats on Saturdays, in 3 days (it is Wednesday, 18 November 2026). */
export function aChild(over: Partial<Child> = {}): Child {
  return {
    id: MIA,
    name: 'Mia',
    age: 9,
    birthMonth: '2017-04',
    gender: 'girl',
    face: 'girl',
    cover: 'evergreen',
    slot: 0,
    weeklyAllowance: '0.00002000',
    agreedAllowance: null,
    allowanceDay: 6,
    spendingThreshold: '0.00100000',
    savingsBalance: '0.00142300',
    availableSavings: '0.00142300',
    goalsBalance: '0.00000000',
    spendingBalance: '0.00008450',
    availableSpending: '0.00008450',
    aboveLimit: '0.00000000',
    nextAllowanceDate: '2026-11-21',
    daysUntilAllowance: 3,
    pause: null,
    parentId: id(9),
    invitedEmail: null,
    email: null,
    userId: null,
    addressLabel: null,
    lightningAddress: null,
    netWorthShare: null,
    profileImageUrl: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...over,
  };
}

/** Leo, 15, a boy: no money yet, 5,000 sats on Fridays. */
export const leo = () =>
  aChild({
    id: LEO,
    name: 'Leo',
    age: 15,
    gender: 'boy',
    face: 'boy',
    slot: 1,
    weeklyAllowance: '0.00005000',
    allowanceDay: 5,
    nextAllowanceDate: '2026-11-20',
    daysUntilAllowance: 2,
    savingsBalance: '0.00000000',
    availableSavings: '0.00000000',
    spendingBalance: '0.00000000',
    availableSpending: '0.00000000',
  });

let made = 100;

export function anEntry(over: Partial<Transaction> = {}): Transaction {
  made += 1;
  return {
    id: id(made),
    childId: MIA,
    type: 'bonus',
    amount: '0.00142300',
    description: 'Birthday from Grandma',
    childName: 'Mia',
    createdAt: '2026-11-14T12:00:00.000Z',
    state: 'recorded',
    reverses: null,
    undoneBy: null,
    from: null,
    to: 'savings',
    ...over,
  };
}

/** Mia, 5,000 sats for football boots, since Wednesday noon. */
export const aRequest = (over: Partial<Request> = {}): Request => ({
  id: id(50),
  kind: 'withdrawal',
  childId: MIA,
  childName: 'Mia',
  amount: '0.00005000',
  reason: 'Football boots',
  createdAt: NOW,
  state: 'pending',
  byChild: true,
  enteredBy: null,
  decidedBy: null,
  decidedAt: null,
  approvedAmount: null,
  denialReason: null,
  balanceAfter: '0.00137300',
  payloadId: null,
  ...over,
});

/** The same, approved by Anna at 18:02 in Berlin. */
export const answered = (over: Partial<Request> = {}): Request =>
  aRequest({
    state: 'approved',
    decidedBy: 'Anna',
    decidedAt: '2026-11-18T17:02:00.000Z',
    approvedAmount: '0.00005000',
    balanceAfter: null,
    ...over,
  });

export const aUser = (over: Partial<User> = {}): User => ({
  id: id(9),
  familyId: id(70),
  role: 'parent',
  isAdmin: false,
  firstName: 'Anna',
  email: 'anna@example.org',
  childId: null,
  handedOver: false,
  ownDevice: false,
  familyNetWorthSharingEnabled: true,
  familyNetWorthSharePercentage: 100,
  dataRetentionMonths: 12,
  autoDataPruningEnabled: false,
  amountUnit: 'sats',
  rate: null,
  ...over,
});

/** In Berlin, on Wednesday, 18 November 2026. */
export const aFamily = (over: Partial<Family> = {}): Family => ({
  timeZone: 'Europe/Berlin',
  payAutomatically: false,
  hasWallet: false,
  hasEncryptedWallet: false,
  hasLightning: false,
  giftsWaiting: 0,
  payoutsOwed: 0,
  paymentsWaiting: 0,
  depositsWaiting: 0,
  sendsWaiting: 0,
  today: '2026-11-18',
  weekday: 3,
  createdAt: NOW,
  ...over,
});

export function aDashboard(over: Partial<Dashboard> = {}): Dashboard {
  return {
    user: aUser(),
    family: aFamily(),
    children: [aChild(), leo()],
    recent: [anEntry()],
    requests: { open: [], answered: [] },
    canApprove: true,
    unreadMessages: 0,
    deletionAsked: false,
    spouse: null,
    invitations: [],
    goals: [],
    allocations: [],
    pendingAllocations: [],
    answeredAllocations: [],
    ...over,
  };
}

/** The reply for Mia, signed in as a child. */
export const miasDashboard = (over: Partial<Dashboard> = {}) =>
  aDashboard({
    user: aUser({ role: 'child', childId: MIA, firstName: 'Mia', email: 'mia@example.org' }),
    family: null,
    children: [aChild()],
    canApprove: false,
    ...over,
  });
