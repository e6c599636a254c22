/** Goals on the dashboards: the parents' summary, a child's card, the list of allocations. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Allocation } from '#features/pocket/goals/allocations/contract.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';
import { aChild } from '#tests/web/replies.ts';
import { refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { ActiveAllocations } from '../asking/active-allocations.tsx';
import { ChildGoals } from './child-goals.tsx';
import { GoalsSummary } from './goals-summary.tsx';

const id = (n: number) => `0190c6e4-1a2b-7c3d-8e4f-${String(n).padStart(12, '0')}`;
const MIA = id(1);
const LIST = 'GET /api/family-goals';
const ASK = `POST /api/family-goals/${id(50)}/child-allocation-request`;
const mia = aChild({ id: MIA, age: 11, availableSavings: '0.00010000' });

const aGoal = (n: number, current: string, over: Partial<Goal> = {}): Goal => ({
  id: id(n),
  createdBy: null,
  creatorType: 'parent',
  ownerChildId: null,
  title: `Goal ${n}`,
  description: '',
  category: 'bike',
  drawing: 'bike',
  targetAmount: '0.00100000',
  currentAmount: current,
  targetDate: null,
  imageUrl: null,
  state: 'open',
  fullSeen: false,
  buyAsked: false,
  ownAmount: '0.00001000',
  parentsAmount: null,
  forecastDate: null,
  createdAt: '2026-11-18T12:00:00.000Z',
  updatedAt: '2026-11-18T12:00:00.000Z',
  ...over,
});
const five = [
  aGoal(50, '0.00070000'),
  aGoal(51, '0.00100000'),
  aGoal(52, '0.00030000'),
  aGoal(53, '0.00020000'),
  aGoal(54, '0.00010000'),
];

const anAllocation = (over: Partial<Allocation> = {}): Allocation => ({
  id: id(70),
  goalId: id(50),
  goalTitle: 'Bike',
  goalName: 'Bike',
  goalDrawing: 'bike',
  childId: MIA,
  childName: 'Mia',
  percentage: 12.5,
  applyTo: 'new_contributions',
  status: 'active',
  denialReason: null,
  requestNote: null,
  contributedAmount: '0.00003000',
  estimatedMonthly: '0.00001000',
  goalProgress: 70,
  movesNow: null,
  byChild: false,
  enteredBy: null,
  decidedBy: null,
  createdAt: '2026-11-18T12:00:00.000Z',
  decidedAt: null,
  ...over,
});

beforeEach(() => localStorage.clear());

test('the summary: three goals, whose they are, how many more (DASH-33 DASH-34 DASH-36 DASH-37)', async () => {
  // The drawing is shown here, even if the family has uploaded a picture.
  const pictured = { ...five[0], imageUrl: `/api/goal-pictures/${id(90)}`, ownerChildId: MIA };
  serve({ [LIST]: [200, [pictured, ...five.slice(1)]], 'GET /api/children': [200, [mia]] });
  show(<GoalsSummary />);
  await screen.findByText('+ 2 more goals');
  await screen.findByText(/the personal goal of Mia$/);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    ' Goal 51100%100,000 sats of 100,000 sats',
    ' Goal 5070%70,000 sats of 100,000 sats, the personal goal of Mia',
    ' Goal 5230%30,000 sats of 100,000 sats',
  ]);
  expect(document.querySelectorAll('.drawing')).toHaveLength(3);
  const link = screen.getByRole('link', { name: 'View All Goals (5)' });
  expect(link.getAttribute('href')).toBe('/family-goals');
});

test('without goals there is no card (CHILD-41)', async () => {
  const sent = serve({ [LIST]: [200, []] });
  show(<ChildGoals child={mia} band="explorer" />);
  await waitFor(() => expect(sentTo(sent, LIST).length).toBeGreaterThan(0));
  expect(screen.queryByText('Family Goals')).toBeNull();
});

test('a child sees its unanswered requests at the goal (APPR-24 APPR-25)', async () => {
  const asked = anAllocation({ status: 'pending', percentage: 20 });
  const siblings = anAllocation({ id: id(71), childId: id(2), percentage: 30 });
  serve({
    [LIST]: [200, [aGoal(50, '0.00070000')]],
    'GET /api/pending-allocations': [200, [asked, siblings]],
  });
  show(<ChildGoals child={mia} band="explorer" />);
  const line = await screen.findByText(/^You asked to put/);
  expect(line.textContent).toBe('You asked to put 20% aside Waiting');
  expect(screen.queryByText(/30%/)).toBeNull();
});

test('four goals; a full one is Done! and takes nothing; no sibling’s own (CHILD-41 CHILD-42 CHILD-43)', async () => {
  serve({ [LIST]: [200, [...five, aGoal(55, '0.00099000', { ownerChildId: id(2) })]] });
  show(<ChildGoals child={mia} band="explorer" />);
  const rows = await screen.findAllByRole('listitem');
  expect(
    rows.map((row) =>
      within(row)
        .getByText(/^Goal \d+$/)
        .textContent?.trim(),
    ),
  ).toEqual(['Goal 51', 'Goal 50', 'Goal 52', 'Goal 53']);
  const stamps = rows.map((row) => within(row).getByRole('img', { name: /stamps$/ }));
  expect(stamps.map((one) => one.getAttribute('aria-label'))).toEqual([
    '10 of 10 stamps',
    '7 of 10 stamps',
    '3 of 10 stamps',
    '2 of 10 stamps',
  ]);
  expect(within(rows[0] as HTMLElement).getByText('Done!')).toBeTruthy();
  expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull();
  expect(screen.getAllByText('Contribute to Goal')).toHaveLength(3);
});

test('a bought goal is in the album, and not on Home', async () => {
  const bought = aGoal(51, '0.00100000', { state: 'bought' });
  serve({ [LIST]: [200, [bought, aGoal(50, '0.00070000')]] });
  show(<ChildGoals child={mia} band="explorer" />);
  await screen.findByText('Goal 50');
  expect(screen.queryByText('Goal 51')).toBeNull();
});

test('from fourteen on each goal has a bar instead of stamps (CHILD-41)', async () => {
  serve({ [LIST]: [200, [aGoal(50, '0.00070000')]] });
  show(<ChildGoals child={mia} band="young" />);
  const bar = await screen.findByRole('img', { name: 'Goal 50: 70 percent' });
  expect((bar.firstElementChild as HTMLElement).style.width).toBe('70%');
});

test('a child asks to contribute (GOAL-72 GOAL-73 GOAL-74 GOAL-75 GOAL-76 GOAL-77 GOAL-79 GOAL-80)', async () => {
  const sent = serve({
    [LIST]: [200, [aGoal(50, '0.00070000')]],
    [ASK]: [
      refusal(409, '20 requests are waiting already'),
      [200, anAllocation({ status: 'pending' })],
    ],
  });
  show(
    <>
      <ChildGoals child={mia} band="explorer" />
      <Toaster />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Contribute to Goal/ }));
  await screen.findByRole('heading', { name: 'Contribute to goal' });
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
  const type = (label: RegExp | string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const shows = (text: string) => expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  send();
  shows('Percentage is required');
  shows('Please explain why you want to contribute (minimum 10 characters)');
  shows('Please select what to apply the allocation to');
  type(/^Why do you want to help/, 'nine lett');
  type('Percentage', '10x1');
  expect((screen.getByLabelText('Percentage') as HTMLInputElement).value).toBe('101');
  send();
  shows('Percentage must be between 1 and 100');
  // Nine letters are one too few.
  shows('Please explain why you want to contribute (minimum 10 characters)');
  type('Percentage', '20');
  type(/^Why do you want to help/, 'I want to help with it');
  fireEvent.click(screen.getByLabelText(/^My savings/));
  shows('That is 2,000 sats');
  send();
  await waitFor(() => shows('Failed to send contribution request'));
  shows('20 requests are waiting already');
  send();
  await waitFor(() => shows('Request Sent!'));
  expect(sentTo(sent, ASK)[0]?.body).toEqual({
    percentage: '20',
    reason: 'I want to help with it',
    applyTo: 'existing_savings',
    childId: MIA,
  });
});

test('the list of allocations, with the way to manage them (GOAL-62 GOAL-63 GOAL-64 GOAL-68)', async () => {
  serve({
    'GET /api/allocations/active': [
      200,
      [
        anAllocation(),
        anAllocation({
          id: id(71),
          applyTo: 'entire_savings',
          estimatedMonthly: '0.00000000',
          status: 'stopped',
        }),
      ],
    ],
  });
  show(<ActiveAllocations isChild={false} timeZone="UTC" />);
  const rows = await screen.findAllByRole('listitem');
  const text = rows[0]?.textContent ?? '';
  for (const part of [
    '12.5% for Bike',
    'Mia, applies to new allowances only',
    'Active',
    '3,000 sats contributed',
    'about 1,000 sats in 4 weeks',
    'November 18, 2026',
  ])
    expect(text).toContain(part);
  expect(screen.getAllByRole('img', { name: 'Bike: 70 percent' })).toHaveLength(2);
  expect(rows[1]?.textContent).toContain('Mia, all savings');
  expect(rows[1]?.textContent).toContain('stopped');
  expect(screen.getByText('Total contributed: 6,000 sats')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Manage Goals' }).getAttribute('href')).toBe(
    '/family-goals',
  );
});

test('a child reads whom to ask; a failure is said (GOAL-65 GOAL-69 GOAL-70)', async () => {
  const sent = serve({ 'GET /api/allocations/active': refusal(404, 'There is no such child') });
  show(
    <>
      <ActiveAllocations childId={MIA} isChild timeZone="UTC" />
      <Toaster />
    </>,
  );
  expect(screen.getByText(/Ask a parent to set it up/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Manage Goals' })).toBeNull();
  await waitFor(() =>
    expect(screen.getAllByText('Failed to fetch allocations').length).toBeGreaterThan(1),
  );
  expect(sent[0]?.url).toBe(`/api/allocations/active?childId=${MIA}`);
});

test('the youngest see the goal that is their own, before a nearer one of the family', async () => {
  const own = aGoal(60, '0.00005000', { ownerChildId: MIA, title: 'My kite' });
  serve({ [LIST]: [200, [...five, own]], 'GET /api/pending-allocations': [200, []] });
  show(<ChildGoals child={mia} band="starter" />);
  expect(await screen.findByText('My kite')).toBeTruthy();
  expect(screen.queryByText('Goal 51')).toBeNull();
});

test('the youngest choose an amount and tap a reason, without a percentage (GOAL-72 GOAL-73 GOAL-75)', async () => {
  const little = aChild({ id: MIA, age: 8, availableSavings: '0.00010000' });
  const sent = serve({
    [LIST]: [200, five],
    'GET /api/pending-allocations': [200, []],
    [ASK]: [200, anAllocation({ status: 'pending' })],
  });
  show(<ChildGoals child={little} band="explorer" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Contribute to Goal: Goal 50' }));
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
  await screen.findByRole('heading', { name: 'Contribute to goal' });
  send();
  expect(screen.getAllByText('Percentage is required').length).toBeGreaterThan(0);
  expect(screen.queryByRole('slider')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: /^My savings/ }));
  fireEvent.click(screen.getByRole('radio', { name: /^2,500 sats/ }));
  fireEvent.click(screen.getByRole('button', { name: 'I want this very much.' }));
  send();
  await waitFor(() => expect(sentTo(sent, ASK)).toHaveLength(1));
  expect(sentTo(sent, ASK)[0]?.body).toEqual({
    percentage: '25',
    reason: 'I want this very much.',
    applyTo: 'existing_savings',
    childId: MIA,
  });
});
