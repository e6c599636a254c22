/** For tests: the dashboard on a fake API that records what is sent. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useLocation } from 'wouter';
import { asTransfer } from '#features/book/approvals/contract.ts';
import { OfChild } from '#screens/child/web/child-page.tsx';
import type { Dashboard } from '#screens/dashboard/contract.ts';
import { DashboardPage } from '#screens/dashboard/web/dashboard-page.tsx';
import { MorePage } from '#screens/more/web/more-page.tsx';
import { Shell } from '#screens/shell/web/shell.tsx';
import { aDashboard, MIA } from '#tests/web/replies.ts';
import { fakeApi, type Reply, type Sent, toasted } from '#tests/web/support.tsx';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { newQueryClient } from '#web/query.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { unitChoice } from '#web/ui/unit-choice.ts';

/** By `METHOD /path`: a body, a reply with another status, or a function of the request. */
export type Answers = Record<string, unknown>;

const isReply = (one: unknown): one is Reply =>
  one === 'offline' || (Array.isArray(one) && typeof one[0] === 'number');

/** Replies to calls from the object; a test may replace entries later. */
function serveAnswers(answers: Answers): { answers: Answers; sent: Sent[] } {
  const sent = fakeApi(async ({ call, url, body }) => {
    const [method] = call.split(' ');
    const answer = answers[`${method} ${url}`] ?? answers[call];
    const value: unknown = typeof answer === 'function' ? await answer(body) : answer;
    return value === undefined || isReply(value) ? value : [200, value];
  });
  return { answers, sent };
}

const isDashboard = (answer: unknown): answer is Dashboard =>
  typeof answer === 'object' && answer !== null && 'recent' in answer;

/** Separate calls for parts of the dashboard's single reply. */
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
  'GET /api/allocations/answered': all.answeredAllocations,
  'GET /api/payouts': { payer: 'none', payouts: [] },
  'GET /api/lightning/payments': [],
  'GET /api/messages/unread': { unread: all.unreadMessages },
});

function Screen() {
  const [path] = useLocation();
  if (path === '/more') return <MorePage />;
  const [, id] = path.match(/^\/children\/(.+)$/) ?? [];
  return id ? <OfChild id={id} /> : <DashboardPage />;
}

/** Opens a page of the app with an empty cache, without retries. */
export function open(answers: Answers, address = '/dashboard') {
  clearToasts();
  unitChoice.set(undefined);
  history.replaceState(null, '', address);
  const all = answers['GET /api/dashboard'];
  const api = serveAnswers({ ...(isDashboard(all) && namedCalls(all)), ...answers });
  const queries = newQueryClient();
  queries.setDefaultOptions({
    queries: { ...queries.getDefaultOptions().queries, retry: false },
    mutations: { retry: false },
  });
  const view = render(
    <MessagesProvider>
      <QueryClientProvider client={queries}>
        <Shell>
          <Screen />
        </Shell>
        <Toaster />
      </QueryClientProvider>
    </MessagesProvider>,
  );
  return { ...api, ...view, queries };
}

/** Opens the parents' screen, loaded. */
export async function openParentView(over: Partial<Dashboard> = {}, answers: Answers = {}) {
  const all = aDashboard(over);
  const page = open({
    'GET /api/dashboard': all,
    ...answers,
  });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

/** Opens Mia's page, loaded. */
export async function openChildPage(over: Partial<Dashboard> = {}, answers: Answers = {}) {
  const page = open(
    {
      'GET /api/dashboard': aDashboard(over),
      [`GET /api/children/${MIA}/transactions`]: [],
      'GET /api/family/pin': { isSet: false },
      ...answers,
    },
    `/children/${MIA}`,
  );
  await screen.findByRole('heading', { level: 1, name: /^Mia/ });
  return page;
}

/** Opens one of Mia's settings by its row. */
export async function openSetting(line: RegExp, title: string) {
  press(line);
  return within(await screen.findByRole('dialog', { name: title }));
}

export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }));

/** Presses a button and waits for the dialog that it opens. */
export async function openDialog(button: string | RegExp, title: string) {
  press(button);
  return within(await screen.findByRole('dialog', { name: title }));
}

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Waits for a toast with this title and description. */
export const said = (title: string, description?: string) =>
  toasted(description ? `${title}${/[.!]$/.test(title) ? '' : '.'} ${description}` : title);
