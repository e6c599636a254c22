/** The goals page: empty, cards, forms, requests, details; what a child may do. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type Reply, refusal, sentTo, serve, show } from '#web/test-support.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { GoalsBoard } from './goals-board.tsx';
import { aGoal, aRequest, id, MIA, mia } from './test-goals.ts';
import { filterAmount } from './words.ts';

const LIST = 'GET /api/family-goals';
const PENDING = 'GET /api/pending-allocations';

beforeEach(() => localStorage.clear());

function open(replies: Record<string, Reply | readonly Reply[]>, isChild = false) {
  const sent = serve({ [LIST]: [200, [aGoal()]], [PENDING]: [200, []], ...replies });
  show(
    <>
      <GoalsBoard kids={[mia]} isChild={isChild} today="2026-11-18" timeZone="UTC" />
      <Toaster />
    </>,
  );
  return sent;
}

const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const dialog = () => within(screen.getByRole('dialog'));
const said = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));

test('GOAL-09 GOAL-10 without goals there are three ideas that open the form filled in', async () => {
  open({ [LIST]: [200, []] });
  await screen.findByRole('heading', { name: 'No Family Goals Yet' });
  await press('A trip');
  expect(screen.getByRole('heading', { name: 'Create Family Goal' })).toBeTruthy();
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('A trip');
});

test('GOAL-07 GOAL-23 GOAL-25 GOAL-26 GOAL-29 the form says what is missing and sends nothing', async () => {
  const sent = open({});
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
  expect(sentTo(sent, 'POST /api/family-goals')).toEqual([]);
});

test('GOAL-27 the amount keeps digits and one point, at most 8 decimals', () => {
  expect(['1a2', '0.1.2', '1,5', '0.123456789', '-1e3', '.5'].map(filterAmount)).toEqual([
    '12',
    '0.12',
    '15',
    '0.12345678',
    '13',
    '.5',
  ]);
});

test('GOAL-50 GOAL-57 GOAL-37 a goal is created; a failure is said with its message', async () => {
  const sent = open({
    'POST /api/family-goals': [
      refusal(409, 'A family has at most 50 goals at the same time'),
      [200, aGoal()],
    ],
  });
  await press('Create Goal');
  type('Title', 'Tent');
  type(/^Clear definition/, 'For four');
  type(/^Target amount/, '0.001x');
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  await said('A family has at most 50 goals at the same time');
  await said('Error');
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  await said('Goal Created!');
  expect(sentTo(sent, 'POST /api/family-goals')[0]?.body).toEqual({
    title: 'Tent',
    description: 'For four',
    targetAmount: '0.00100000',
    category: 'other',
  });
  await waitFor(() => expect(sentTo(sent, LIST).length).toBeGreaterThan(1));
  expect(sentTo(sent, PENDING).length).toBeGreaterThan(1);
});

test('GOAL-08 GOAL-16 GOAL-17 GOAL-18 cards by nearness; a complete one takes nothing more', async () => {
  open({
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

test('GOAL-11 GOAL-39 GOAL-52 GOAL-58 a parent allocates; the sats it means stand beside it', async () => {
  const sent = open({
    [`POST /api/family-goals/${id(50)}/allocations`]: [
      refusal(409, 'This goal is complete'),
      [200, aRequest({ status: 'active' })],
    ],
  });
  await press('Allocate: Bike');
  expect(screen.getByRole('heading', { name: 'Allocate Savings to Goal' })).toBeTruthy();
  type('Percentage', '0');
  fireEvent.click(dialog().getByRole('button', { name: 'Allocate' }));
  expect(screen.getAllByText('Percentage must be between 0.1 and 100').length).toBeGreaterThan(0);
  type('Percentage', '25');
  expect(screen.getByText('About 2,000 sats in 4 weeks')).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/All savings, once/));
  expect(screen.getByText('This takes 2,500 sats now')).toBeTruthy();
  fireEvent.click(dialog().getByRole('button', { name: 'Allocate' }));
  await said('This goal is complete');
  fireEvent.click(dialog().getByRole('button', { name: 'Allocate' }));
  await said('Allocation Created');
  expect(sentTo(sent, `POST /api/family-goals/${id(50)}/allocations`)[1]?.body).toEqual({
    percentage: '25',
    applyTo: 'entire_savings',
    childId: MIA,
  });
});

test('GOAL-51 what a child allocates is sent to the parent for approval', async () => {
  open({ [`POST /api/family-goals/${id(50)}/allocations`]: [200, aRequest()] }, true);
  await press('Allocate: Bike');
  fireEvent.click(dialog().getByRole('button', { name: 'Allocate' }));
  await said('Allocation Request Submitted');
  await said('Sent to the parent for approval.');
});

test('GOAL-05 GOAL-06 GOAL-14 GOAL-15 GOAL-42 GOAL-54 GOAL-55 GOAL-60 requests are counted and answered', async () => {
  const call = `POST /api/allocations/${id(70)}/approve`;
  const sent = open({
    [PENDING]: [200, [aRequest()]],
    [call]: [
      refusal(409, 'Ben already said yes'),
      [200, aRequest({ status: 'denied' })],
      [200, aRequest({ status: 'active' })],
    ],
  });
  await screen.findByRole('img', { name: '1 waiting' });
  await press(/Review Requests/);
  expect(screen.getByRole('heading', { name: 'Pending Allocation Requests' })).toBeTruthy();
  expect(screen.getByText('A yes moves 2,000 sats from savings now.')).toBeTruthy();
  fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  await said('Ben already said yes');
  fireEvent.click(dialog().getByRole('button', { name: 'Deny' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Deny' }));
  expect(screen.getAllByText('Please provide a reason for denial').length).toBeGreaterThan(0);
  fireEvent.click(dialog().getByRole('button', { name: "Let's talk about it together." }));
  fireEvent.click(dialog().getByRole('button', { name: 'Deny' }));
  await said('Allocation Denied');
  await said('The child will be notified of the reason.');
  expect(sentTo(sent, call)[1]?.body).toEqual({
    approved: false,
    denialReason: "Let's talk about it together.",
  });
  fireEvent.click(dialog().getByRole('button', { name: 'Back' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  await said('Allocation Approved');
});

test('GOAL-12 GOAL-33 GOAL-48 GOAL-49 GOAL-53 GOAL-59 details: overview, contribute, history', async () => {
  const path = `/api/family-goals/${id(50)}/contributions`;
  const sent = open({
    [`GET ${path}`]: [
      200,
      [
        {
          id: id(80),
          childId: MIA,
          childName: 'Mia',
          amount: '0.00010000',
          contributionType: 'gift',
          description: 'Grandma',
          createdAt: '2026-11-18T12:00:00.000Z',
          canTakeBack: true,
        },
      ],
    ],
    [`POST ${path}`]: [
      refusal(409, 'This goal needs only 0.00030000 BTC more', 'amount'),
      [200, aGoal()],
    ],
  });
  await press('View Details: Bike');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Contribute',
    'History',
  ]);
  expect(sentTo(sent, `GET ${path}`)).toEqual([]);
  fireEvent.click(screen.getByRole('tab', { name: 'Contribute' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add Contribution' }));
  for (const text of ['Amount is required', 'Contribution type is required'])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  type(/^Amount/, '0.0004');
  type(/^Contribution type/, 'gift');
  fireEvent.click(screen.getByRole('button', { name: 'Add Contribution' }));
  await said('This goal needs only 0.00030000 BTC more');
  fireEvent.click(screen.getByRole('button', { name: 'Add Contribution' }));
  await said('Contribution Added!');
  const options = within(screen.getByLabelText(/^Contribution type/)).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose',
    'From Allowance',
    'Bonus',
    'From Savings',
    'Chore Earnings',
    'Gift Money',
  ]);
  fireEvent.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByText(/Gift Money · Grandma/)).toBeTruthy();
});

test('GOAL-13 GOAL-56 GOAL-61 deleting says where the money goes, then does it', async () => {
  open({
    [`DELETE /api/family-goals/${id(50)}`]: [
      refusal(409, 'This goal was bought already'),
      [200, { success: true }],
    ],
  });
  await press('View Details: Bike');
  await press('Delete Goal');
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.getByText(/goes back to their savings/)).toBeTruthy();
  fireEvent.click(asked.getByRole('button', { name: 'Delete Goal' }));
  await said('This goal was bought already');
  fireEvent.click(asked.getByRole('button', { name: 'Delete Goal' }));
  await said('Goal Deleted');
});

test('T49 an address elsewhere is a link without a referrer and never a picture; our own is a picture', async () => {
  open({ [LIST]: [200, [aGoal({ imageUrl: 'https://pictures.example.org/a.png' })]] });
  await press('View Details: Bike');
  expect(document.querySelector('img')).toBeNull();
  const link = screen.getByRole('link', { name: /Open the picture/ });
  expect([link.getAttribute('rel'), link.getAttribute('referrerpolicy')]).toEqual([
    'noopener noreferrer nofollow',
    'no-referrer',
  ]);
});

test('a card that has become full says so once, and not on the next visit', async () => {
  localStorage.setItem('satling_stamps_seen', JSON.stringify({ [id(50)]: 9 }));
  open({ [LIST]: [200, [aGoal({ currentAmount: '0.00100000' })]] });
  expect(await screen.findByText('The card is full. Bike is saved for.')).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('satling_stamps_seen') ?? '')).toEqual({ [id(50)]: 10 });
});
