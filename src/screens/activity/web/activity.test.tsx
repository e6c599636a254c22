/** The activity page and one entry: the actions offered, and to whom. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Details, Page } from '#features/book/transactions/contract.ts';
import { aChild, aDashboard, anEntry, LEO, leo, MIA, miasDashboard } from '#tests/web/replies.ts';
import { hintSignedIn, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { ActivityPage } from './activity-page.tsx';

const ENTRY = anEntry({ description: 'Raked the leaves' });
const ACCOUNT = '0190c6e4-0000-7000-8000-0000000000a1';
const LIST = 'GET /api/transactions';
const ONE = `GET /api/transactions/${ENTRY.id}`;
const UNDO = `POST /api/transactions/${ENTRY.id}/undo`;
const PAID = `POST /api/transactions/${ENTRY.id}/paid`;
const UNPAID = `DELETE /api/transactions/${ENTRY.id}/paid`;

const line = (over = {}) => ({ ...ENTRY, change: null, balanceAfter: null, ...over });
const aPage = (over: Partial<Page> = {}): Page => ({
  entries: [line()],
  next: null,
  searchedTo: null,
  broughtForward: null,
  account: null,
  ...over,
});
const details = (over: Partial<Details> = {}): Details => ({
  entry: ENTRY,
  pair: null,
  recordedAt: '2026-11-14T12:00:00.000Z',
  madeBy: 'Anna',
  askedBy: null,
  changes: [{ kind: 'savings', childName: 'Mia', change: '0.00142300' }],
  payments: [],
  undoUntil: '2026-11-15T12:00:00.000Z',
  undoObstacle: null,
  payable: true,
  ...over,
});
const account = {
  id: ACCOUNT,
  kind: 'savings',
  childId: MIA,
  childName: 'Mia',
  goalTitle: null,
  balance: '0.00142300',
  held: '0.00000500',
};

function openPage(
  address = '/activity',
  replies: Record<string, Reply | readonly Reply[]> = {},
  who = aDashboard(),
) {
  history.replaceState(null, '', address);
  const sent = serve({
    'GET /api/auth/user': [200, who.user],
    'GET /api/family': [200, who.family],
    'GET /api/children': [200, [aChild(), leo()]],
    [`GET /api/children/${MIA}`]: [200, aChild()],
    'GET /api/accounts': [200, [account]],
    [LIST]: [200, aPage()],
    [ONE]: [200, details()],
    ...replies,
  });
  show(<ActivityPage />);
  return sent;
}

beforeEach(() => {
  clearToasts();
  hintSignedIn(true);
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('every entry is listed under its day with its state; more load page by page (TXN-25)', async () => {
  const second = anEntry({ description: 'Ice cream', state: 'paid' });
  const sent = openPage('/activity', {
    [LIST]: [
      [200, aPage({ next: ENTRY.id, searchedTo: ENTRY.createdAt })],
      [200, aPage({ entries: [{ ...line(), ...second }] })],
    ],
  });
  await screen.findByText('Saturday, November 14, 2026');
  screen.getByText('Recorded');
  press('Show older lines');
  await screen.findByText('Ice cream');
  screen.getByText('Paid');
  expect(screen.queryByRole('button', { name: 'Show older lines' })).toBeNull();
  expect(sentTo(sent, LIST).map(({ url }) => url.split('before=')[1])).toEqual([
    undefined,
    ENTRY.id,
  ]);
});

test('words, child, kind and days go into the question and the address (TXN-05)', async () => {
  const sent = openPage();
  fireEvent.change(await screen.findByLabelText(/Words/), { target: { value: 'leaves' } });
  fireEvent.change(screen.getByLabelText(/Whose book/), { target: { value: LEO } });
  fireEvent.change(screen.getByLabelText(/What kind/), { target: { value: 'bonus' } });
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-11' } });
  expect(location.search).toContain('month=2026-11');
  fireEvent.change(screen.getByLabelText(/From/), { target: { value: '2026-11-01' } });
  await waitFor(() => expect(location.search).toContain('from=2026-11-01'));
  expect(location.search).not.toContain('month');
  await waitFor(() => {
    const asked = new URL(sentTo(sent, LIST).at(-1)?.url ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      childId: LEO,
      type: 'bonus',
      from: '2026-11-01',
      text: 'leaves',
    });
  });
  press('Show all');
  await waitFor(() => expect(location.search).toBe(''));
});

test('the address names a child and a month; an empty month leads back to everything (TXN-05)', async () => {
  const sent = openPage(`/activity?child=${MIA}&month=2026-02`, {
    [LIST]: [200, aPage({ entries: [] })],
  });
  await screen.findByText('Nothing in these months');
  const asked = new URL(sentTo(sent, LIST).at(-1)?.url ?? '', 'http://x').searchParams;
  expect(Object.fromEntries(asked)).toEqual({
    childId: MIA,
    from: '2026-02-01',
    to: '2026-02-28',
  });
  expect(screen.getByLabelText<HTMLSelectElement>('Month').value).toBe('2026-02');
  press('Show all lines');
  await waitFor(() => expect(location.search).toBe(''));
});

test('a transfer is one neutral line: what it was for, and both accounts (TXN-25)', async () => {
  const moved = line({
    type: 'savings_withdrawal',
    amount: '-0.00001500',
    description: 'Football boots',
    from: 'savings',
    to: 'spending',
  });
  const wordless = line({ ...OWN, id: LEO, description: '' });
  openPage('/activity', { [LIST]: [200, aPage({ entries: [moved, wordless] })] });
  const words = await screen.findByRole('link', { name: 'Football boots' });
  const row = words.closest('li') as HTMLElement;
  const accounts = within(row).getByRole('img', { name: 'to' }).parentElement?.textContent;
  expect(accounts?.replaceAll(/\s+/g, ' ').trim()).toBe('Savings → Spending');
  expect(row.textContent).toMatch(/Spending · Mia/);
  expect(row.querySelector('.money')?.textContent).toBe('1,500 sats');
  const other = screen.getByRole('link', { name: 'Savings to Spending' }).closest('li');
  expect(other?.textContent).not.toContain('Spending · ');
});

/** A request of the child's, approved by a parent. */
const OWN = { type: 'savings_withdrawal', from: 'savings', to: 'spending' } as const;

test('a parent’s correction and a line taken back are plain sentences to the child (T19)', async () => {
  const entries = [
    line({ id: LEO, type: 'spending_adjustment', to: null, from: 'spending' }),
    line({ type: 'savings_deposit', description: 'Correction of savings' }),
    line({ id: ACCOUNT, reverses: ENTRY.id, description: 'Taken back: Taken back: Bonus' }),
    line({ ...OWN, id: MIA, description: 'Football boots' }),
  ];
  openPage('/activity', { [LIST]: [200, aPage({ entries })] }, miasDashboard());
  await screen.findByText('A parent corrected your spending money');
  screen.getByText('A parent corrected your savings');
  screen.getByText('A parent took a line back');
  screen.getByText(/^Football boots/);
});

test('a balance leads to the lines it is made of, with what was there after each', async () => {
  const sent = openPage(`/activity?child=${MIA}&part=savings`, {
    [LIST]: [200, aPage({ entries: [line({ change: '0.00142300', balanceAfter: '0.00142300' })] })],
  });
  await screen.findByText('All lines below add up to this number.', { exact: false });
  screen.getByText(/of it is held for open requests/);
  await screen.findByText(/balance 142,300 sats/);
  expect(sentTo(sent, LIST).at(-1)?.url).toContain(`accountId=${ACCOUNT}`);
});

test('an entry is taken back with one press; both lines of the pair are named', async () => {
  const reversal = anEntry({ description: 'Taken back: Raked the leaves', reverses: ENTRY.id });
  const sent = openPage(`/activity?entry=${ENTRY.id}`, {
    [ONE]: [
      [200, details()],
      [
        200,
        details({ entry: { ...ENTRY, undoneBy: reversal.id }, pair: reversal, undoUntil: null }),
      ],
    ],
    [UNDO]: [200, reversal],
  });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Anna');
  press('Undo');
  await dialog.findByText('This line was taken back');
  expect(dialog.getByText('State').nextElementSibling?.textContent).toBe('Taken back');
  dialog.getByText(/together they cancel out/);
  expect(sentTo(sent, UNDO)).toHaveLength(1);
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
  press('Enter it again');
  const again = within(await screen.findByRole('dialog', { name: 'Parent Only' }));
  expect(again.getByLabelText<HTMLInputElement>('Description').value).toBe('Raked the leaves');
  expect(again.getByLabelText<HTMLInputElement>('Amount').value).toBe('142,300');
});

test('what cannot be taken back says why, and a correction is offered', async () => {
  const why = 'More than 24 hours have passed. Please add a correcting line instead';
  openPage(`/activity?entry=${ENTRY.id}`, {
    [ONE]: [200, details({ undoUntil: null, undoObstacle: why })],
  });
  await screen.findByText(`${why}.`);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  press('Enter a correction');
  const dialog = within(await screen.findByRole('dialog', { name: 'Update savings balance' }));
  // Mia has nothing, which is an empty field.
  expect(dialog.getByLabelText<HTMLInputElement>('New savings balance').value).toBe('');
});

test('a refused undo says why in the page', async () => {
  openPage(`/activity?entry=${ENTRY.id}`, {
    [UNDO]: refusal(409, 'Open requests hold this money'),
  });
  await within(await screen.findByRole('dialog')).findByText('Anna');
  press('Undo');
  await screen.findAllByText('Open requests hold this money');
});

test('a parent says "I paid this another way" (TXN-01)', async () => {
  const sent = openPage(`/activity?entry=${ENTRY.id}`, { [PAID]: [200, ENTRY] });
  await within(await screen.findByRole('dialog')).findByText('Anna');
  press('I paid this another way');
  await waitFor(() => expect(sentTo(sent, PAID)).toHaveLength(1));
});

test('a parent withdraws their own statement, never a wallet’s, whatever was said before', async () => {
  const entry = { ...ENTRY, state: 'paid' as const };
  const words = (...said: ['paid' | 'cancelled', string][]) => ({
    ...{ entry, payable: true },
    payments: said.map(([state, source], hour) => ({
      ...{ state, source, proof: null, madeBy: null },
      at: `2026-11-14T1${hour}:00:00.000Z`,
    })),
  });
  const wallets = words(['paid', 'parent'], ['cancelled', 'parent'], ['paid', 'wallet']);
  const parents = words(['paid', 'wallet'], ['cancelled', 'wallet'], ['paid', 'parent']);
  openPage(`/activity?entry=${ENTRY.id}`, { [ONE]: [200, details(wallets)] });
  await within(await screen.findByRole('dialog')).findByText('Anna');
  expect(screen.queryByRole('button', { name: 'Not paid after all' })).toBeNull();
  cleanup();
  const sent = openPage(`/activity?entry=${ENTRY.id}`, {
    [ONE]: [200, details(parents)],
    [UNPAID]: [200, ENTRY],
  });
  await within(await screen.findByRole('dialog')).findByText('Anna');
  press('Not paid after all');
  await waitFor(() => expect(sentTo(sent, UNPAID)).toHaveLength(1));
});

test('nothing is offered for an entry that undoes another, or that nobody pays', async () => {
  const entry = { ...ENTRY, reverses: LEO, type: 'savings_deposit' as const };
  const taken = details({ entry, pair: anEntry(), undoUntil: null, payable: false });
  openPage(`/activity?entry=${ENTRY.id}`, { [ONE]: [200, taken] });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('This line takes another one back');
  for (const name of ['Undo', 'Enter it again', 'Enter a correction', 'I paid this another way'])
    expect(dialog.queryByRole('button', { name }), name).toBeNull();
  // The sentence is the child’s, who can't know why.
  const toChild = /The book and the money did not match/;
  expect(dialog.queryByText(toChild)).toBeNull();
  cleanup();
  openPage(`/activity?entry=${ENTRY.id}`, { [ONE]: [200, taken] }, miasDashboard());
  await screen.findByText(toChild);
});

test('a child looks at its own lines and changes none (T19)', async () => {
  openPage(`/activity?entry=${ENTRY.id}`, {}, miasDashboard());
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Anna');
  for (const name of ['Undo', 'Enter a correction', 'I paid this another way'])
    expect(dialog.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByLabelText(/Whose book/)).toBeNull();
  expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe('My book');
});
