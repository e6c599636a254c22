/** The parents' screen: totals, pay days, cards, activity, and processing allowances. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Child } from '#features/children/contract.ts';
import { bookCalls, refusal } from '#web/test-support.tsx';
import { open, openChildPage, openDialog, openParentView, press, said } from './test-family.tsx';
import { aChild, aDashboard, anEntry, aUser, id, LEO, leo, MIA } from './test-replies.ts';

const PROCESS = 'POST /api/process-allowances';
const RECENT = 'GET /api/transactions/recent';
const nothingDue = { processedChildren: [], totalAmount: '0.00000000' };
const card = (name: RegExp) =>
  within(screen.getByRole('heading', { name }).closest('li') as HTMLElement);
const amountsOf = (name: RegExp) =>
  card(name)
    .getAllByRole('definition')
    .map((one) => one.textContent);
/** Each block that is needed rarely is one line with its name, which opens it. */
const openBlock = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
/** Mia's pay day has come. */
const due = () => aChild({ nextAllowanceDate: '2026-11-18', daysUntilAllowance: 0 });
const textOf = (name: string) =>
  screen.getByRole('heading', { name }).closest('section')?.textContent ?? '';

test('DASH-16 the screen is titled "Family Bitcoin Dashboard"', async () => {
  await openParentView();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Family Bitcoin Dashboard');
});

test('DASH-28 PLAT-07 PLAT-08 the family total in BTC, sats and dollars at the fixed rate', async () => {
  await openParentView();
  const cover = screen.getByText('Family total').closest('section') as HTMLElement;
  expect(cover.textContent).toContain('0.00150750 BTC');
  expect(cover.textContent).toContain('150,750 sats');
  expect(cover.textContent).toContain('about $66.33 at a fixed $44,000');
});

test('DASH-29 the pie shares savings plus spending, in whole percents that make 100', async () => {
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

test('DASH-29 without any money there is a sentence instead of a pie', async () => {
  await openParentView({ children: [leo()] });
  await openBlock('Family Bitcoin share');
  await screen.findByRole('heading', { name: 'Family Bitcoin share' });
  expect(screen.queryByRole('img', { name: /share/ })).toBeNull();
  expect(textOf('Family Bitcoin share')).toContain('All books are at zero');
});

test('DASH-30 the weekly allowance total', async () => {
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
  expect(screen.getByText('Next is Leo, on Friday, in 2 days.')).toBeTruthy();
});

test('DASH-31 a row for each child, with its balances; it opens the child’s page', async () => {
  await openParentView();
  expect(card(/^Mia, 9$/).getByText('Sat, in 3 days')).toBeTruthy();
  expect(amountsOf(/^Leo, 15$/)).toEqual(['0 sats', '0 sats']);
  const link = screen.getByRole('link', { name: 'Leo, 15' });
  expect(link.getAttribute('href')).toBe(`/children/${LEO}`);
  await openDialog('Add transaction for Mia', 'Parent Only');
});

test('CHILD-01 CHILD-05 a child’s page has both balances, in sats and with 8 decimals in BTC', async () => {
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

test('a child’s page that is nobody’s says so', async () => {
  open({ 'GET /api/dashboard': aDashboard() }, `/children/${id(77)}`);
  await screen.findByText('Child Not Found');
});

test('DASH-32 the explainer names today’s weekday', async () => {
  await openParentView();
  await openBlock('How pay day works');
  await screen.findByRole('heading', { name: 'How pay day works' });
  expect(textOf('How pay day works')).toContain('Today is Wednesday.');
  expect(textOf('How pay day works')).not.toContain('Automatic allowances are on');
});

const empty = (over: Partial<Child> = {}) => ({
  ...leo(),
  weeklyAllowance: '0.00000000',
  nextAllowanceDate: null,
  daysUntilAllowance: null,
  ...over,
});
const steps = () =>
  [...document.querySelectorAll('.first-steps > li')].map((step) =>
    step.getAttribute('aria-current'),
  );

test('a new family gets three steps, the first of them open, and no empty blocks', async () => {
  await openParentView({ children: [], recent: [] });
  await screen.findByText('Three steps to the first pay day');
  expect(steps()).toEqual(['step', null, null]);
  expect(screen.queryByText('Recent activity')).toBeNull();
  await openDialog('Add your first child', 'Add a child');
});

test('CHILD-10 until the first line is written each child gets an allowance with one press', async () => {
  const CHANGE = `PATCH /api/children/${LEO}/allowance`;
  const page = await openParentView(
    { children: [empty()], recent: [] },
    { [CHANGE]: refusal(409, 'Not now') },
  );
  const chip = await screen.findByRole('button', { name: '2,000 sats a week for Leo' });
  fireEvent.click(chip);
  await said('Error', 'Failed to update allowance settings');
  page.answers[CHANGE] = leo();
  page.answers['GET /api/children'] = [leo()];
  fireEvent.click(chip);
  await said('Allowance settings updated successfully');
  const sent = page.sent.filter(({ call }) => call === CHANGE).map(({ body }) => body);
  expect(sent.at(-1)).toEqual({ weeklyAllowance: '0.00002000', allowanceDay: 5 });
  await waitFor(() => expect(steps()).toEqual([null, 'step', null]));
  expect(screen.queryByRole('button', { name: /a week for Leo/ })).toBeNull();
});

test('AUTH-30 a parent without a name is asked once what the children call them', async () => {
  const RENAME = 'PATCH /api/auth/user';
  const user = aUser({ firstName: null });
  const { unmount } = await openParentView();
  expect(screen.queryByText('What do your children call you?')).toBeNull();
  unmount();
  const page = await openParentView({ user }, { [RENAME]: refusal(400, 'Too long', 'firstName') });
  await screen.findByText('What do your children call you?');
  fireEvent.change(screen.getByLabelText(/^Mum, Dad/), { target: { value: ' Mum ' } });
  press('Save');
  await screen.findAllByText('Too long');
  page.answers[RENAME] = aUser({ firstName: 'Mum' });
  page.answers['GET /api/auth/user'] = aUser({ firstName: 'Mum' });
  press('Save');
  await said('Saved', 'We’ll call you Mum.');
  await waitFor(() => expect(screen.queryByText('What do your children call you?')).toBeNull());
});

test('PLAT-20 a change asks once for each thing that is shown, and not for the dashboard again', async () => {
  const page = await openParentView({ children: [due(), leo()] }, { [PROCESS]: nothingDue });
  await openBlock('Active savings allocations');
  await screen.findByRole('heading', { name: 'Active savings allocations' });
  page.answers['GET /api/children'] = [aChild({ spendingBalance: '0.00000001' }), leo()];
  press('Process Allowances');
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

test('TXN-24 TXN-25 five entries, and all with "View All"', async () => {
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

test('TXN-01 TXN-04 an entry says what, who, when in the family’s zone, and how much, signed', async () => {
  const late = anEntry({ createdAt: '2026-11-14T23:30:00.000Z', amount: '-0.00001200' });
  await openParentView({ recent: [late] });
  const line = screen.getByText('Birthday from Grandma').closest('li') as HTMLElement;
  expect(line.textContent).toContain('Mia · Sun, Nov 15');
  expect(line.textContent).toContain('−1,200 sats');
});

test('TXN-26 the retention note follows the setting', async () => {
  const { unmount } = await openParentView();
  expect(textOf('Recent activity')).toContain('Data retention: set to 12 months');
  unmount();
  await openParentView({ user: aUser({ dataRetentionMonths: -1 }) });
  expect(textOf('Recent activity')).toContain('Data retention: entries are kept forever');
});

test('activity without entries says what will stand there', async () => {
  await openParentView({ recent: [] });
  expect(screen.getByText('Nothing here yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'View All' })).toBeNull();
});
