/** Child View: choosing a book, then the book in the words of that age. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { open, openDialog, press } from '#tests/web/family.tsx';
import { aChild, aDashboard, anEntry, aUser, leo, MIA, miasDashboard } from '#tests/web/replies.ts';
import { bookCalls, refusal, sentTo } from '#tests/web/support.tsx';

const PICKER = '/dashboard?view=child';
const BOOK = `${PICKER}&child=${MIA}`;

async function openBook(over: Partial<Child> = {}, entries = [anEntry()]) {
  const child = aChild(over);
  const page = open(
    {
      'GET /api/dashboard': aDashboard({ children: [child, leo()] }),
      [`GET /api/children/${MIA}/transactions`]: entries,
    },
    BOOK,
  );
  await screen.findByRole('heading', { name: /^Hi, / });
  return page;
}

const cardOf = (heading: string) =>
  screen.getByRole('heading', { name: heading }).closest('section') as HTMLElement;

test('without children the picker says so and leads back (DASH-12)', async () => {
  open({ 'GET /api/dashboard': aDashboard({ children: [] }) }, PICKER);
  await screen.findByText('No child accounts found');
  press('Back to Parent View');
  await screen.findByRole('heading', { name: 'Family Bitcoin Dashboard' });
});

test('the picker lists savings in BTC and spending in sats (DASH-11)', async () => {
  open({ 'GET /api/dashboard': aDashboard() }, PICKER);
  const mia = await screen.findByRole('button', { name: /^Mia/ });
  expect(mia.textContent).toContain('Savings 142,300 sats 0.00142300 BTC');
  expect(mia.textContent).toContain('Spending 8,450 sats');
  expect(screen.queryByText('No child accounts found')).toBeNull();
});

test('a child user without a book (CHILD-31)', async () => {
  const user = aUser({ role: 'child', childId: null });
  open({
    'GET /api/dashboard': aDashboard({ user, family: null, children: [], canApprove: false }),
  });
  await screen.findByText('No Child Selected');
  expect(screen.getByText('Please ask your parent to add a child account first.')).toBeTruthy();
});

test('an unknown child, and the way back (CHILD-33)', async () => {
  const unknown = '0190c6e4-1a2b-7c3d-8e4f-00000000dead';
  const address = `${PICKER}&child=${unknown}`;
  const missing = { [`GET /api/children/${unknown}`]: refusal(404, 'No such child') };
  open({ 'GET /api/dashboard': aDashboard(), ...missing }, address);
  await screen.findByText('Child Not Found');
  expect(screen.getByText('The selected child account could not be found.')).toBeTruthy();
  press('Back');
  await screen.findByRole('heading', { name: 'Whose book?' });
});

test('a skeleton is shown while the book loads (CHILD-32)', async () => {
  let answer: (child: Child) => void = () => undefined;
  const late = { [`GET /api/children/${MIA}`]: () => new Promise((done) => (answer = done)) };
  open({ 'GET /api/dashboard': aDashboard({ children: [leo()] }), ...late }, BOOK);
  await screen.findByRole('button', { name: 'Back' });
  expect(screen.getByText('Opening the book')).toBeTruthy();
  expect(screen.queryByText('Child Not Found')).toBeNull();
  await waitFor(() => answer(aChild()));
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  expect(screen.queryByText('Opening the book')).toBeNull();
});

test('another failure is no missing child, and can be tried again (CHILD-33)', async () => {
  const broken = { [`GET /api/children/${MIA}`]: refusal(500, 'Broken') };
  const page = open({ 'GET /api/dashboard': aDashboard({ children: [leo()] }), ...broken }, BOOK);
  await screen.findByText(/could not be opened/);
  expect(screen.queryByText('Child Not Found')).toBeNull();
  page.answers[`GET /api/children/${MIA}`] = aChild();
  press('Try Again');
  await screen.findByRole('heading', { name: 'Hi, Mia' });
});

test('the greeting has the child’s picture; pressing it offers twelve, and the chosen one is saved (CHILD-34)', async () => {
  const { container, sent } = await openBook({ gender: 'boy', face: 'boy' });
  const drawn = (root: Element) => root.querySelector('.avatar svg')?.innerHTML;
  await waitFor(() => expect(drawn(container)).toBeTruthy());
  const boy = drawn(container);
  press('Choose your picture');
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose your picture' }));
  expect(dialog.getByRole('button', { pressed: true, name: 'Short brown hair' })).toBeTruthy();
  const faces = within(dialog.getAllByRole('list')[0] as HTMLElement);
  expect(faces.getAllByRole('button', { pressed: false })).toHaveLength(11);
  const fox = dialog.getByRole('button', { name: 'Fox' });
  await waitFor(() => expect(drawn(fox)).not.toBe(boy));
  fireEvent.click(fox);
  await waitFor(() =>
    expect(sentTo(sent, `PUT /api/children/${MIA}/face`)[0]?.body).toEqual({ face: 'fox' }),
  );
});

test('eight colors of the book are under the picture; one press tries one, and the dialog stays', async () => {
  const page = await openBook();
  const book = () => page.container.querySelector('.kid')?.getAttribute('data-cover');
  expect(book()).toBe('evergreen');
  page.answers[`PUT /api/children/${MIA}/face`] = aChild({ cover: 'berry' });
  page.answers[`GET /api/children/${MIA}`] = aChild({ cover: 'berry' });
  press('Choose your picture');
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose your picture' }));
  const colors = within(dialog.getByRole('region', { name: 'The color of the book' }));
  expect(colors.getAllByRole('button')).toHaveLength(8);
  fireEvent.click(colors.getByRole('button', { name: 'Berry' }));
  await waitFor(() => expect(book()).toBe('berry'));
  const sent = sentTo(page.sent, `PUT /api/children/${MIA}/face`);
  expect(sent[0]?.body).toEqual({ cover: 'berry' });
  expect(colors.getByRole('button', { pressed: true, name: 'Berry' })).toBeTruthy();
});

test('the greeting says the pay day in every case', async () => {
  const cases: [Partial<Child>, string][] = [
    [{ nextAllowanceDate: null, daysUntilAllowance: null }, 'No pay day is set right now.'],
    [{ nextAllowanceDate: '2026-11-18', daysUntilAllowance: 0 }, 'Pay day is today'],
    [{ daysUntilAllowance: 1 }, 'Pay day is Saturday, tomorrow'],
    [{}, 'Pay day is Saturday, in 3 days'],
  ];
  for (const [over, words] of cases) {
    const { unmount } = await openBook(over);
    expect(screen.getByText(words)).toBeTruthy();
    unmount();
  }
});

test('the allowance card: no pocket money yet (CHILD-37)', async () => {
  await openBook({
    weeklyAllowance: '0.00000000',
    nextAllowanceDate: null,
    daysUntilAllowance: null,
  });
  const card = cardOf('Weekly Allowance');
  expect(card.textContent).toContain('No pocket money is set yet.');
  expect(within(card).queryByRole('img')).toBeNull();
});

test('the allowance card: amount, days until the next, day name, seven days (CHILD-37)', async () => {
  await openBook({ age: 12 });
  const card = cardOf('Weekly Allowance');
  expect(card.textContent).toContain('2,000 sats');
  expect(card.textContent).toContain('Every Saturday. 3 days to go.');
  const week = within(card).getByRole('img');
  expect(week.getAttribute('aria-label')).toBe('Today is Wednesday. Pay day is Saturday.');
  expect(week.children).toHaveLength(7);
});

test('the youngest read sats, and dollars in words', async () => {
  await openBook();
  expect(cardOf('My Savings').textContent).toContain('142,300 sats');
  expect(cardOf('My Savings').textContent).toContain('about 62 dollars 61 at a fixed $44,000');
  expect(cardOf('My Savings').textContent).not.toContain('BTC');
  expect(cardOf('Spending Money').textContent).toContain('8,450 sats');
  expect(screen.getByText('Your grown-ups can see this book.')).toBeTruthy();
});

test('the youngest see savings, spending, the week and lessons, one More, and no BTC', async () => {
  open({ 'GET /api/dashboard': miasDashboard() });
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  const page = within(screen.getByRole('main'));
  for (const gone of ['My Recent Activity', 'Savings and transfers', 'My shares for goals'])
    expect(page.queryByRole('heading', { name: gone })).toBeNull();
  expect(page.queryByRole('button', { name: /Change unit/ })).toBeNull();
  expect(screen.getByRole('main').textContent).not.toContain('BTC');
  expect(screen.getAllByRole('link', { name: 'More' })).toHaveLength(1);
});

test('on a lent tablet the way back is on the child’s first page and under More (T53)', async () => {
  const user = aUser({ role: 'child', childId: MIA, firstName: 'Mia', handedOver: true });
  const lent = { 'GET /api/dashboard': miasDashboard({ user }), 'GET /api/messages': [] };
  const { unmount } = open(lent);
  await screen.findByRole('button', { name: 'Hand back' });
  unmount();
  open(lent, '/more');
  await screen.findByRole('button', { name: 'Hand back' });
});

test('from ten on there is BTC below; sats come first for everybody', async () => {
  const { unmount } = await openBook({ age: 10 });
  expect(cardOf('My Savings').textContent).toMatch(
    /142,300 sats.*0\.00142300 BTC · about \$62\.61/,
  );
  expect(screen.getByText('Your parents see your entries and requests.')).toBeTruthy();
  unmount();
  await openBook({ age: 14 });
  expect(cardOf('My Savings').textContent).toMatch(/142,300 sats.*0\.00142300 BTC/);
});

test('no activity yet, and when the first pocket money comes (CHILD-45)', async () => {
  await openBook({ age: 12 }, []);
  await screen.findByText('No activity yet');
  expect(screen.getByText('Your first pocket money comes on Saturday.')).toBeTruthy();
});

test('the five latest entries, in the child’s words (CHILD-44 TXN-06)', async () => {
  const six = Array.from({ length: 6 }, (_, n) => anEntry({ description: `Line ${n}` }));
  const pay = anEntry({ type: 'allowance', description: 'Weekly allowance' });
  await openBook({ age: 12 }, [pay, ...six]);
  await screen.findByText('Pocket money');
  expect(cardOf('My Recent Activity').textContent).toContain('Pocket money');
  expect(screen.getAllByText(/^Line \d$/)).toHaveLength(4);
  expect(screen.queryByText('No activity yet')).toBeNull();
});

test('entries that cannot be read are no empty book (CHILD-44)', async () => {
  const failing = { [`GET /api/children/${MIA}/transactions`]: refusal(500, 'Broken') };
  const older = aDashboard({ children: [aChild({ age: 12 }), leo()] });
  open({ 'GET /api/dashboard': older, ...failing }, BOOK);
  await screen.findByText(/entries could not be read/);
  expect(screen.queryByText('No activity yet')).toBeNull();
});

test('a child user reads the own latest entries, without the parents’ Back (CHILD-48)', async () => {
  const { sent } = open({
    'GET /api/dashboard': miasDashboard({ children: [aChild({ age: 12 })] }),
  });
  await screen.findByText('Birthday from Grandma');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(bookCalls(sent)).toHaveLength(1);
});

test('a parent in Child View is not told to wait for a parent (TXN-11)', async () => {
  await openBook();
  const dialog = await openDialog('Add Transaction', 'Add Transaction');
  expect(dialog.queryByText('A parent says yes first.')).toBeNull();
  expect(dialog.getByText('It goes to spending money.')).toBeTruthy();
});
