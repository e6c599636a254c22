/** The goals page: empty, cards, the form, pictures; a full goal accepts no more. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Contribution } from '#features/pocket/goals/contract.ts';
import { dialog, LIST, openBoard, press, said, type } from '#tests/web/goal-board.tsx';
import { aGoal, id, MIA } from '#tests/web/goals.ts';
import { noneSent, sentTo } from '#tests/web/support.tsx';
import { filterAmount } from '../words.ts';

const CREATE = 'POST /api/family-goals';

beforeEach(() => localStorage.clear());

test('without goals there are three ideas that open the form filled in (GOAL-09 GOAL-10)', async () => {
  openBoard({ [LIST]: [200, []] });
  await screen.findByRole('heading', { name: 'No Family Goals Yet' });
  await press('A trip');
  expect(screen.getByRole('heading', { name: 'Create Family Goal' })).toBeTruthy();
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('A trip');
});

test('the form says what is missing and sends nothing (GOAL-07 GOAL-23 GOAL-25 GOAL-26 GOAL-29)', async () => {
  const sent = openBoard({});
  await press('Create Goal');
  type(/^Target date/, '2026-11-17');
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  for (const text of [
    'Title is required',
    'Clear definition is required',
    'Target amount is required',
    'Target date cannot be earlier than today',
  ])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  type('Title', 'x'.repeat(101));
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  expect(screen.getAllByText('Title too long').length).toBeGreaterThan(0);
  await noneSent(sent, CREATE);
});

test('a child’s own goal may do with its title, which is then its definition too (GOAL-23 GOAL-25)', async () => {
  const sent = openBoard({ [CREATE]: [200, aGoal()] }, true);
  await press('Create Goal');
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  expect(screen.getAllByText('Title is required').length).toBeGreaterThan(0);
  expect(screen.queryByText('Clear definition is required')).toBeNull();
  await noneSent(sent, CREATE);
  type('Title', ' A kite ');
  type(/^Target amount/, '20000');
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  await waitFor(() => expect(sentTo(sent, CREATE)).toHaveLength(1));
  expect(sentTo(sent, CREATE)[0]?.body).toMatchObject({ title: 'A kite', description: 'A kite' });
});

test('the amount keeps digits and one point; a comma becomes a point; at most 8 decimals (GOAL-27)', () => {
  expect(
    ['1a2', '0.1.2', '0,5', '1,234.5', '0.123456789', '-1e3', '.5'].map((text) =>
      filterAmount(text, 'btc'),
    ),
  ).toEqual(['12', '0.12', '0.5', '1234.5', '0.12345678', '13', '.5']);
  expect(['2a000', '2,000', '0,5x', '1 000'].map((text) => filterAmount(text, 'sats'))).toEqual([
    '2000',
    '2,000',
    '0,5',
    '1 000',
  ]);
});

test('cards by nearness; a complete one takes nothing more (GOAL-08 GOAL-16 GOAL-17 GOAL-18)', async () => {
  openBoard({
    [LIST]: [
      200,
      [
        aGoal({ currentAmount: '0.00010000' }),
        aGoal({ id: id(51), title: 'Tent', currentAmount: '0.00100000' }),
      ],
    ],
  });
  const titles = await screen.findAllByRole('heading', { level: 2 });
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Tent', 'Bike']);
  const stamps = screen.getAllByRole('img', { name: /of 10 stamps/ });
  expect(stamps.map((one) => one.getAttribute('aria-label'))).toEqual([
    '10 of 10 stamps',
    '1 of 10 stamps',
  ]);
  expect(screen.getByText('Complete')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Allocate: Tent' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await press('View Details: Tent');
  fireEvent.click(screen.getByRole('tab', { name: 'Contribute' }));
  expect(
    screen.getByRole('button', { name: 'Add Contribution' }).getAttribute('aria-disabled'),
  ).toBe('true');
});

test('the card of a personal goal says whose it is (GOAL-16)', async () => {
  openBoard({ [LIST]: [200, [aGoal({ ownerChildId: MIA })]] });
  await screen.findByText(/, the personal goal of Mia$/);
});

test('a URL elsewhere is a link without a referrer and never a picture; our own is a picture (T49)', async () => {
  openBoard({ [LIST]: [200, [aGoal({ imageUrl: 'https://pictures.example.org/a.png' })]] });
  await press('View Details: Bike');
  expect(document.querySelector('img')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /Open the picture/ }));
  await screen.findByRole('dialog', { name: 'You are leaving Satling' });
  const link = screen.getByRole('link', { name: 'Open pictures.example.org' });
  expect([link.getAttribute('rel'), link.getAttribute('referrerpolicy')]).toEqual([
    'noopener noreferrer nofollow',
    'no-referrer',
  ]);
});

const FULL = aGoal({ currentAmount: '0.00100000' });
const gift = (n: number, over: Partial<Contribution>): Contribution => ({
  id: id(n),
  childId: MIA,
  childName: 'Mia',
  amount: '0.00030000',
  contributionType: 'gift',
  description: '',
  createdAt: '2026-11-18T12:00:00.000Z',
  canTakeBack: false,
  ...over,
});
const SEEN = `POST /api/family-goals/${id(50)}/seen`;

test('a card that has become full turns its page once, names who gave, and offers to end it', async () => {
  const lines = [
    gift(61, {}),
    gift(62, { childId: null, childName: 'Parents', amount: '0.00080000' }),
    gift(63, { amount: '-0.00010000' }),
  ];
  const replies = {
    [LIST]: [200, [FULL]],
    [SEEN]: [200, { success: true }],
    [`GET /api/family-goals/${id(50)}/contributions`]: [200, lines],
  } as const;
  const sent = openBoard(replies);
  await screen.findByText('The card is full: Bike.');
  const givers = within(await screen.findByRole('list', { name: 'Who gave' }));
  expect(givers.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Parents: 80,000 sats',
    'Mia: 20,000 sats',
  ]);
  await press('It was bought');
  await screen.findByRole('alertdialog', { name: 'It was bought' });
  // The server remembers it, for every device.
  await waitFor(() => expect(sentTo(sent, SEEN)).toHaveLength(1));
  cleanup();
  const again = openBoard({ ...replies, [LIST]: [200, [{ ...FULL, fullSeen: true }]] });
  await screen.findByText('Complete');
  expect(screen.queryByText('The card is full: Bike.')).toBeNull();
  await noneSent(again, SEEN);
});

test('what a browser remembers hides no full card that the child has not seen; it buys nothing', async () => {
  localStorage.setItem('satling_stamps_seen', JSON.stringify({ [`${MIA} ${id(50)}`]: 10 }));
  const sent = openBoard(
    { [LIST]: [200, [{ ...FULL, ownAmount: '0.00020000', parentsAmount: null }]] },
    true,
  );
  await screen.findByText('You gave 20,000 sats, your family 80,000 sats.');
  expect(screen.queryByRole('button', { name: 'It was bought' })).toBeNull();
  await waitFor(() => expect(sentTo(sent, SEEN)).toHaveLength(1));
});

test('the youngest count stamps: no BTC and nothing to allocate', async () => {
  openBoard({ [LIST]: [200, [aGoal()]] }, true, true);
  await screen.findByText('3 more stamps to go');
  expect(screen.queryByRole('button', { name: /^Allocate/ })).toBeNull();
  await press('View Details: Bike');
  await screen.findByText('100,000 sats');
  expect(dialog().queryByText(/BTC/)).toBeNull();
});

test('a bought goal is in the album, with how long it took, and no dead button (GOAL-16)', async () => {
  const [createdAt, updatedAt] = ['2026-03-04T10:00:00.000Z', '2026-11-18T10:00:00.000Z'];
  const bought = { ...FULL, id: id(51), title: 'Kite', state: 'bought', createdAt, updatedAt };
  openBoard({ [LIST]: [200, [aGoal(), bought]] });
  const album = within(await screen.findByRole('region', { name: 'Goal album' }));
  expect(album.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Kite',
  ]);
  album.getByText('It took 259 days. Bought on Wed, Nov 18.');
  expect(screen.queryByRole('button', { name: 'Allocate: Kite' })).toBeNull();
  await press('View Details: Kite');
  const tabs = within(await screen.findByRole('dialog')).getAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Overview', 'History']);
});

test('without a bought goal there is no album; of a child’s own it says who gave', async () => {
  openBoard({ [LIST]: [200, [aGoal(), FULL]] }, true);
  await screen.findByText('Complete');
  expect(screen.queryByText('Goal album')).toBeNull();
  cleanup();
  const bought = { ...FULL, state: 'bought', ownAmount: FULL.currentAmount };
  openBoard({ [LIST]: [200, [bought]] }, true);
  await screen.findByText(/^You gave all of it/);
  expect(screen.queryByRole('button', { name: /^Allocate/ })).toBeNull();
});

test('the contribution that fills a card closes the dialog above it', async () => {
  const CONTRIBUTE = `POST /api/family-goals/${id(50)}/contributions`;
  openBoard({
    [CONTRIBUTE]: [
      [200, aGoal()],
      [200, FULL],
    ],
  });
  await press('View Details: Bike');
  fireEvent.click(dialog().getByRole('tab', { name: 'Contribute' }));
  const give = async () => {
    type('Amount', '10000');
    fireEvent.change(dialog().getByLabelText('Contribution type'), { target: { value: 'gift' } });
    await press('Add Contribution');
    await said('Contribution Added!');
  };
  await give();
  dialog();
  await give();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
