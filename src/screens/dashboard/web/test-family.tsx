/** For tests: the dashboard as a person meets it, on an API that is faked at `fetch` and noted. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { Request } from '#features/approvals/contract.ts';
import { asTransfer } from '#features/approvals/contract.ts';
import type { Child } from '#features/children/contract.ts';
import type { Transaction } from '#features/transactions/contract.ts';
import type { Dashboard } from '#screens/dashboard/contract.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { newQueryClient } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { unitChoice } from '#web/ui/unit-choice.ts';
import { DashboardPage } from './dashboard-page.tsx';

const NOW = '2026-11-18T12:00:00.000Z';
const id = (n: number) => `0190c6e4-1a2b-7c3d-8e4f-${String(n).padStart(12, '0')}`;
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
    weeklyAllowance: '0.00002000',
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

/** The same, answered by Anna at 18:02 in Berlin. */
export const answered = (over: Partial<Request> = {}): Request =>
  aRequest({
    state: 'approved',
    decidedBy: 'Anna',
    decidedAt: '2026-11-18T17:02:00.000Z',
    approvedAmount: '0.00005000',
    balanceAfter: null,
    ...over,
  });

export function aDashboard(over: Partial<Dashboard> = {}): Dashboard {
  return {
    user: {
      id: id(9),
      familyId: id(70),
      role: 'parent',
      isAdmin: false,
      firstName: 'Anna',
      email: 'anna@example.org',
      childId: null,
      handedOver: false,
      familyNetWorthSharingEnabled: true,
      familyNetWorthSharePercentage: 100,
      dataRetentionMonths: 12,
      autoDataPruningEnabled: false,
    },
    family: {
      timeZone: 'Europe/Berlin',
      payAutomatically: false,
      today: '2026-11-18',
      weekday: 3,
      createdAt: NOW,
    },
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
    ...over,
  };
}

export const aUser = (over: Partial<Dashboard['user']>): Dashboard['user'] => ({
  ...aDashboard().user,
  ...over,
});

/** What the child user of Mia's book gets. */
export const miasDashboard = (over: Partial<Dashboard> = {}) =>
  aDashboard({
    user: aUser({ role: 'child', childId: MIA, firstName: 'Mia', email: 'mia@example.org' }),
    family: null,
    children: [aChild()],
    canApprove: false,
    ...over,
  });

export const refusal = (status: number, code: string, message: string, field?: string) =>
  new Response(JSON.stringify({ message, code, ...(field && { field }) }), { status });

/** Answers by `METHOD /path`: a value, or a function of the body that may return a Response. */
export type Answers = Record<string, unknown>;

export interface Sent {
  call: string;
  body: unknown;
  key: string | null;
}

/** Fakes the API; an answer may be replaced later. What was sent is noted in order. */
function fakeApi(answers: Answers): { answers: Answers; sent: Sent[] } {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url}`;
    const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
    sent.push({ call, body, key: new Headers(init.headers).get('idempotency-key') });
    const answer = answers[call] ?? answers[call.split('?')[0] ?? ''];
    const value: unknown = typeof answer === 'function' ? await answer(body) : answer;
    if (value instanceof Response) return value.clone();
    return value === undefined
      ? refusal(404, 'NOT_FOUND', 'Not found')
      : new Response(JSON.stringify(value));
  });
  return { answers, sent };
}

const isDashboard = (answer: unknown): answer is Dashboard =>
  typeof answer === 'object' && answer !== null && 'recent' in answer;

/** What the named calls answer where the dashboard says `all`. */
const namedCalls = (all: Dashboard): Answers => ({
  'GET /api/auth/user': all.user,
  'GET /api/family': all.family,
  'GET /api/family/spouse': all.spouse,
  'GET /api/family/can-approve': { canApprove: all.canApprove },
  'GET /api/invitations': all.invitations,
  'GET /api/children': all.children,
  ...Object.fromEntries(all.children.map((one) => [`GET /api/children/${one.id}`, one])),
  'GET /api/transactions/recent': all.recent,
  'GET /api/requests': all.requests,
  'GET /api/savings-transfers/pending': all.requests.open
    .filter(({ kind }) => kind === 'savings_transfer')
    .map(asTransfer),
  'GET /api/family-goals': all.goals,
  'GET /api/allocations/active': all.allocations,
  'GET /api/pending-allocations': all.pendingAllocations,
  'GET /api/messages/unread': { unread: all.unreadMessages },
});

/** Opens the dashboard on a fresh cache, without retries. */
export function open(answers: Answers, address = '/dashboard') {
  clearToasts();
  unitChoice.set(undefined);
  history.replaceState(null, '', address);
  const all = answers['GET /api/dashboard'];
  const api = fakeApi({ ...(isDashboard(all) && namedCalls(all)), ...answers });
  const queries = newQueryClient();
  queries.setDefaultOptions({
    queries: { ...queries.getDefaultOptions().queries, retry: false },
    mutations: { retry: false },
  });
  const view = render(
    <MessagesProvider>
      <QueryClientProvider client={queries}>
        <DashboardPage />
        <Toaster />
      </QueryClientProvider>
    </MessagesProvider>,
  );
  return { ...api, ...view, queries };
}

/** The parents' screen, ready. */
export async function openParentView(over: Partial<Dashboard> = {}, answers: Answers = {}) {
  const all = aDashboard(over);
  const page = open({
    'GET /api/dashboard': all,
    ...answers,
  });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }));

/** Presses a button and waits for the dialog that it opens. */
export async function openDialog(button: string, title: string) {
  press(button);
  return within(await screen.findByRole('dialog', { name: title }, { timeout: 5000 }));
}

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Waits for a toast's words: title, and description. */
export const said = (title: string, description?: string) =>
  screen.findByText(
    description ? `${title}${/[.!]$/.test(title) ? '' : '.'} ${description}` : title,
    {
      selector: '[role=status]',
    },
  );
