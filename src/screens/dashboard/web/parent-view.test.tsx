/** The parents' screen: totals, pay days, cards, activity, and processing allowances. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, openChildPage, openDialog, openParentView, press } from '#tests/web/family.tsx';
import {
  aChild,
  aDashboard,
  aFamily,
  anEntry,
  aUser,
  id,
  LEO,
  leo,
  MIA,
} from '#tests/web/replies.ts';
import { bookCalls } from '#tests/web/support.tsx';
import { aCoverage, noWallet } from '#tests/web/wallet.ts';

const PROCESS = 'POST /api/process-allowances';
const RECENT = 'GET /api/transactions/recent';
const nothingDue = { processedChildren: [], totalAmount: '0.00000000' };
const card = (name: RegExp) =>
  within(screen.getByRole('heading', { name }).closest('li') as HTMLElement);
const amountsOf = (name: RegExp) =>
  card(name)
    .getAllByRole('definition')
    .map((one) => one.textContent);
/** Each rarely needed block is one line with its name, which opens it. */
const openBlock = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
/** Mia's pay day has come. */
const due = () => aChild({ nextAllowanceDate: '2026-11-18', daysUntilAllowance: 0 });
const textOf = (name: string) =>
  screen.getByRole('heading', { name }).closest('section')?.textContent ?? '';

test('the screen is titled "Family Bitcoin Dashboard" (DASH-16)', async () => {
  await openParentView();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Family Bitcoin Dashboard');
});

test('the family total in BTC, sats and dollars at the fixed rate (DASH-28 PLAT-07 PLAT-08)', async () => {
  await openParentView();
  const cover = screen.getByText('Family total').closest('section') as HTMLElement;
  expect(cover.textContent).toContain('0.00150750 BTC');
  expect(cover.textContent).toContain('150,750 sats');
  expect(cover.textContent).toContain('about $66.33 at a fixed $44,000');
});

test('the family total says whether the wallet covers the books, where there is one (DASH-22)', async () => {
  const COVERAGE = 'GET /api/wallet/coverage';
  const without = await openParentView({}, { 'GET /api/wallet/family-info': noWallet() });
  await screen.findByText('Not configured');
  expect(without.sent.some(({ call }) => call === COVERAGE)).toBe(false);
  without.unmount();
  const short = aCoverage({ state: 'short', shortBy: '0.00012300' });
  await openParentView({ family: aFamily({ hasWallet: true }) }, { [COVERAGE]: short });
  const total = within(screen.getByRole('region', { name: 'Family total' }));
  expect(await total.findByText('Short by 12,300 sats')).toBeTruthy();
  fireEvent.click(total.getByRole('link', { name: 'Is it covered?' }));
  expect(location.pathname).toBe('/coverage');
});

test('the pie shares savings plus spending, in whole percents that make 100 (DASH-29)', async () => {
  const third = { savingsBalance: '0.00000001', spendingBalance: '0.00000000' };
  await openParentView({
    children: [aChild(third), leo(), { ...leo(), ...third, id: id(3), name: 'Bo' }],
  });
  await openBlock('Family Bitcoin share');
  const image = await screen.findByRole('img', { name: /^Family Bitcoin share/ });
  expect(image.getAttribute('aria-label')).toBe(
    'Family Bitcoin share: Mia 50 percent, Bo 50 percent',
  );
});

test('without any money there is a sentence instead of a pie (DASH-29)', async () => {
  await openParentView({ children: [leo()] });
  await openBlock('Family Bitcoin share');
  await screen.findByRole('heading', { name: 'Family Bitcoin share' });
  expect(screen.queryByRole('img', { name: /share/ })).toBeNull();
  expect(textOf('Family Bitcoin share')).toContain('All books are at zero');
});

test('the weekly allowance total (DASH-30)', async () => {
  await openParentView();
  expect(textOf('Pay days')).toContain('Weekly allowance total 7,000 sats');
});

test('the pay-day strip marks today, who is due on which day, and who is next', async () => {
  await openParentView();
  const days = within(screen.getByRole('list', { name: 'Pay days' })).getAllByRole('listitem');
  expect(days.map((day) => day.getAttribute('aria-current'))).toEqual([
    null,
    null,
    null,
    'date',
    null,
    null,
    null,
  ]);
  expect(days[6]?.textContent).toContain('Saturday: Mia');
  expect(days[5]?.textContent).toContain('Friday: Leo');
  expect(screen.getByText('Next: Leo, on Friday, in 2 days.')).toBeTruthy();
});

test('a row for each child, with its balances; it opens the child’s page (DASH-31)', async () => {
  await openParentView();
  expect(card(/^Mia, 9$/).getByText('Sat, in 3 days')).toBeTruthy();
  expect(amountsOf(/^Leo, 15$/)).toEqual(['0 sats', '0 sats']);
  const link = screen.getByRole('link', { name: 'Leo, 15' });
  expect(link.getAttribute('href')).toBe(`/children/${LEO}`);
  await openDialog('Add transaction for Mia', 'Parent Only');
});

test('a child’s page has both balances, in sats and with 8 decimals in BTC (CHILD-01 CHILD-05)', async () => {
  await openChildPage();
  const part = (name: string) => screen.getByRole('region', { name }).textContent;
  expect(part('Savings')).toContain('142,300 sats0.00142300 BTC · about $62.61');
  expect(part('Spending')).toContain('8,450 sats0.00008450 BTC');
  expect(screen.getByText('2,000 sats on Saturdays, next in 3 days')).toBeTruthy();
});

test('a child’s page leads to its last month, and to the book as the child sees it', async () => {
  await openChildPage();
  const to = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(to(/^Last month/)).toBe(`/statement?child=${MIA}&month=2026-10`);
  expect(to(/^See the book as Mia/)).toBe(`/dashboard?view=child&child=${MIA}`);
});

test('an unknown child’s page says so', async () => {
  open({ 'GET /api/dashboard': aDashboard() }, `/children/${id(77)}`);
  await screen.findByText('Child Not Found');
});

test('the explainer names today’s weekday (DASH-32)', async () => {
  await openParentView();
  await openBlock('How pay day works');
  await screen.findByRole('heading', { name: 'How pay day works' });
  expect(textOf('How pay day works')).toContain('Today is Wednesday.');
  expect(textOf('How pay day works')).not.toContain('Automatic allowances are on');
});

test('a change reloads each visible part once, and not the dashboard again (PLAT-20)', async () => {
  const page = await openParentView({ children: [due(), leo()] }, { [PROCESS]: nothingDue });
  await openBlock('Active savings allocations');
  await screen.findByRole('heading', { name: 'Active savings allocations' });
  page.answers['GET /api/children'] = [aChild({ spendingBalance: '0.00000001' }), leo()];
  fireEvent.click(await screen.findByRole('button', { name: 'Process Allowances' }));
  await waitFor(() => expect(amountsOf(/^Mia/)[1]).toBe('1 sats'));
  const calls = page.sent.map(({ call }) => call);
  expect(calls.filter((call) => call === 'GET /api/dashboard')).toHaveLength(1);
  const again = calls.slice(calls.indexOf(PROCESS) + 1);
  const money = [
    'GET /api/children',
    RECENT,
    'GET /api/family-goals',
    'GET /api/allocations/active',
  ];
  expect(again).toEqual(expect.arrayContaining(money));
  expect(new Set(again).size).toBe(again.length);
});

test('five entries, and all with "View All" (TXN-24 TXN-25)', async () => {
  const many = Array.from({ length: 7 }, (_, n) => anEntry({ description: `Line ${n}` }));
  const page = await openParentView(
    { recent: many.slice(0, 5) },
    { [`${RECENT}?all=true`]: many, [RECENT]: many.slice(0, 5) },
  );
  expect(screen.getAllByText(/^Line \d$/)).toHaveLength(5);
  expect(bookCalls(page.sent)).toHaveLength(1);
  press('View All');
  await screen.findByText('Line 6');
  expect(screen.getAllByText(/^Line \d$/)).toHaveLength(7);
  expect(bookCalls(page.sent).at(-1)?.url).toBe('/api/transactions/recent?all=true');
  press('View All');
  await waitFor(() => expect(screen.getAllByText(/^Line \d$/)).toHaveLength(5));
});

test('an entry says what, who, when in the family’s zone, and how much, signed (TXN-01 TXN-04)', async () => {
  const late = anEntry({ createdAt: '2026-11-14T23:30:00.000Z', amount: '-0.00001200' });
  await openParentView({ recent: [late] });
  const line = screen.getByText('Birthday from Grandma').closest('li') as HTMLElement;
  expect(line.textContent).toContain('Mia · Nov 15');
  expect(line.textContent).toContain('−1,200 sats');
});

test('the retention note follows the setting (TXN-26)', async () => {
  const { unmount } = await openParentView();
  expect(textOf('Recent activity')).toContain('Data retention: set to 12 months');
  unmount();
  await openParentView({ user: aUser({ dataRetentionMonths: -1 }) });
  expect(textOf('Recent activity')).toContain('Data retention: entries are kept forever');
});

test('activity without entries says what will appear there', async () => {
  await openParentView({ recent: [] });
  expect(screen.getByText('Nothing here yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'View All' })).toBeNull();
});
