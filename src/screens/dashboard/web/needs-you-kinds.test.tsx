/** Open requests of several kinds: for goals, filter chips, and approving all shown ones. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Request } from '#features/book/approvals/contract.ts';
import type { Allocation } from '#features/pocket/goals/allocations/contract.ts';
import { openParentView, press, said } from '#tests/web/family.tsx';
import { aGoal, aRequest as aGoalRequest, id } from '#tests/web/goals.ts';
import { answered, aRequest } from '#tests/web/replies.ts';
import { refusal } from '#tests/web/support.tsx';

const PENDING = 'GET /api/pending-allocations';
const GOAL = `PATCH /api/goal-allocations/${id(70)}/approve`;
const APPROVE_TRANSFER = 'POST /api/savings-transfers/approve';
const goal = (over: Partial<Allocation> = {}) =>
  aGoalRequest({ goalId: id(71), goalName: 'Red bike', ...over });
const earned = (n: number) =>
  aRequest({ id: id(n), kind: 'earned', amount: '0.00000900', balanceAfter: null });
const transfer = aRequest({ id: id(90), kind: 'savings_transfer', amount: '0.00000600' });

async function panel(open: Request[], goals: Allocation[], answers: object = {}) {
  const over = { requests: { open, answered: [] }, pendingAllocations: goals };
  const page = await openParentView(over, { ...answers });
  const title = await screen.findByRole('heading', { name: /needs? your answer$/ });
  const inside = within(title.closest('section') as HTMLElement);
  const sentTo = (call: string) =>
    page.sent.filter((each) => each.call === call).map(({ body }) => body);
  return { ...page, inside, sentTo };
}

test('a request for a goal says what it takes, for what, and why (APPR-25 APPR-28 DASH-17)', async () => {
  const { inside } = await panel([], [goal()]);
  inside.getByRole('heading', { name: 'One request needs your answer' });
  expect(inside.getByRole('heading', { level: 3 }).textContent).toBe(
    '2,000 sats Mia, 20% of all savings, to Red bike',
  );
  inside.getByText('“I want to help with it”');
  inside.getByText('Asked on Wed, Nov 18');
  inside.getByText('A yes moves this from savings to the goal at once.');
});

test('a full goal that a child asks for is listed on Home, and one that nobody asks for is not', async () => {
  const bike = aGoal({ id: id(71), title: 'Red bike', currentAmount: '0.00100000' });
  await openParentView({ goals: [bike] });
  expect(screen.queryByText(/Red bike.* is full/)).toBeNull();
  cleanup();
  await openParentView({ goals: [{ ...bike, buyAsked: true }] });
  await screen.findByRole('heading', {
    name: '“Red bike” is full: a child asks you to buy it',
  });
  const way = screen.getByRole('link', { name: 'To the goals' });
  expect(way.getAttribute('href')).toBe('/family-goals');
});

test('one of each new allowance, typed in by an adult, says so and moves nothing now (APPR-25)', async () => {
  const one = goal({ applyTo: 'new_contributions', movesNow: null, byChild: false });
  const { inside } = await panel([], [{ ...one, enteredBy: 'Ben', requestNote: null }]);
  expect(inside.getByRole('heading', { level: 3 }).textContent).toBe(
    '20% Mia, of each new allowance, to Red bike',
  );
  inside.getByText('Entered on Wed, Nov 18 by Ben, for Mia');
  expect(inside.queryByText(/A yes moves/)).toBeNull();
});

test('a yes in the panel; the row becomes the stamp (APPR-24 APPR-26)', async () => {
  const page = await panel([], [goal()], { [GOAL]: goal({ status: 'active' }) });
  page.answers[PENDING] = [];
  press('Approve 20% of Mia for Red bike');
  const stamp = await screen.findByText('Yes Anna', { selector: '.rubber' });
  expect(stamp.closest('li')?.textContent).toContain('Mia: 20% for Red bike');
  expect(page.sentTo(GOAL)).toEqual([{ approved: true }]);
  await screen.findByRole('heading', { name: 'All answered' });
});

test('a no needs a reason, tapped or typed (APPR-24 APPR-26)', async () => {
  const no = goal({ status: 'denied', denialReason: 'Later' });
  const page = await panel([], [goal()], { [GOAL]: no });
  page.answers[PENDING] = [];
  press('Deny 20% of Mia for Red bike');
  press('Deny');
  expect(await page.inside.findAllByText('Please provide a reason for denial')).not.toEqual([]);
  expect(page.sentTo(GOAL)).toEqual([]);
  press("Let's talk about it together.");
  press('Deny');
  await screen.findByText('No Anna', { selector: '.rubber' });
  expect(page.sentTo(GOAL)).toEqual([
    { approved: false, denialReason: "Let's talk about it together." },
  ]);
});

test('a failed answer is shown in the row and can be tried again (APPR-27)', async () => {
  const page = await panel([], [goal()], { [GOAL]: [502, '<html>'] });
  press('Approve 20% of Mia for Red bike');
  await said('Failed to process allocation request');
  expect(page.inside.getByRole('status').textContent).toBe('Failed to process allocation request');
  page.answers[GOAL] = goal({ status: 'active' });
  press('Approve 20% of Mia for Red bike');
  await screen.findByText(/^Yes/, { selector: '.rubber' });
  const keys = page.sent.filter(({ call }) => call === GOAL).map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});

test('the second of two parents reads in the row who was first (APPR-27 T17)', async () => {
  const page = await panel([], [goal()], {
    [GOAL]: refusal(409, 'Ben already said yes'),
    [PENDING]: [],
  });
  press('Approve 20% of Mia for Red bike');
  await said('Failed to process allocation request', 'Ben already said yes');
  await screen.findByText('No longer waiting', { selector: '.rubber' });
  page.inside.getByText('Ben already said yes');
});

test('rows of requests and transfers also say who was first (APPR-04 APPR-23 T17)', async () => {
  const page = await panel([aRequest(), transfer], [], {
    [`PATCH /api/withdrawal-requests/${aRequest().id}`]: refusal(409, 'Ben already said yes'),
    [APPROVE_TRANSFER]: refusal(409, 'Ben already said no'),
    'GET /api/savings-transfers/pending': [],
    'GET /api/requests': {
      open: [],
      answered: [
        answered({ decidedBy: 'Ben' }),
        answered({ ...transfer, state: 'denied', decidedBy: 'Ben' }),
      ],
    },
  });
  press('Approve 600 sats for Mia');
  await page.inside.findByText('Ben already said no');
  await said('Action Failed', 'Failed to process transfer request');
  const rows = page.inside.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toContainEqual(expect.stringMatching(/^No Ben.*Ben already said no$/));
});

test('with several kinds, chips with counts filter the list (DASH-17 DASH-19)', async () => {
  const page = await panel([aRequest(), earned(81), earned(82), transfer], [goal()]);
  const chips = within(page.inside.getByRole('group', { name: 'Show' })).getAllByRole('button');
  expect(chips.map(({ textContent }) => textContent)).toEqual([
    'All 5',
    'Savings 1',
    'Goals 1',
    'Transfers 1',
    'Records 2',
  ]);
  // The first of each kind.
  expect(page.inside.getAllByRole('listitem')).toHaveLength(4);
  press('Records 2');
  expect(page.inside.getAllByRole('listitem')).toHaveLength(2);
  page.inside.getByRole('button', { name: 'Records 2', pressed: true });
  page.inside.getByRole('button', { name: 'Approve all 2' });
  press('All 5');
  press('See all 5');
  expect(page.inside.getAllByRole('listitem')).toHaveLength(5);
});

test('of a single kind there are no chips (DASH-17)', async () => {
  const { inside } = await panel([earned(81), earned(82)], []);
  expect(inside.queryByRole('group', { name: 'Show' })).toBeNull();
});

test('a yes to all agrees to what is filtered and to nothing else (APPR-05)', async () => {
  const page = await panel([aRequest(), earned(81), earned(82)], [goal()], {
    'POST /api/requests/approve-all': { approved: [id(81), id(82)] },
  });
  press('Records 2');
  page.answers['GET /api/requests'] = { open: [aRequest()], answered: [] };
  page.answers[PENDING] = [goal()];
  press('Approve all 2');
  await page.inside.findByRole('heading', { name: '2 requests need your answer' });
  expect(page.sentTo('POST /api/requests/approve-all')).toEqual([{ ids: [id(81), id(82)] }]);
  expect(page.sentTo(GOAL)).toEqual([]);
  page.inside.getByRole('button', { name: 'All 2', pressed: true });
});

test('a yes to all goals: what fails stays in its row, with the reason (APPR-26 APPR-27)', async () => {
  const second = goal({ id: id(72), goalName: 'Trip' });
  const page = await panel([], [goal(), second], {
    [GOAL]: goal({ status: 'active' }),
    [`PATCH /api/goal-allocations/${id(72)}/approve`]: refusal(409, 'There are no savings to move'),
  });
  press('See both');
  page.answers[PENDING] = [second];
  press('Approve all 2');
  await said('Failed to process allocation request', 'There are no savings to move');
  const row = page.inside.getByText(/to Trip$/).closest('li') as HTMLElement;
  within(row).getByText('There are no savings to move');
  await waitFor(() => within(row).getByRole('button', { name: /^Approve/ }));
  await screen.findByText('Yes Anna', { selector: '.rubber' });
  expect(screen.queryByText('No longer waiting')).toBeNull();
});
