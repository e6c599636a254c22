/** Actions on the goals page: each refused without a message, refused with one, then done. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dialog, LIST, openBoard, PENDING, press, said, type } from '#tests/web/goal-board.tsx';
import { aGoal, aRequest, id, MIA } from '#tests/web/goals.ts';
import { noneSent, refusal, type Sent, sentTo } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';

beforeEach(() => {
  localStorage.clear();
  clearToasts();
});

/** A refusal without a sentence: the screen must name the failure. */
const WORDLESS = [418, undefined] as const;
/** The newest toast is "Error", with these words. */
const failed = async (words: string) => {
  await waitFor(() =>
    expect(toastState().recent[0]).toMatchObject({
      title: 'Error',
      description: words,
      destructive: true,
    }),
  );
  clearToasts();
};
/** Both lists that contain goals are loaded again. */
async function refreshed(sent: Sent[], act: () => unknown) {
  const counts = () => [LIST, PENDING].map((call) => sentTo(sent, call).length);
  const [goals = 0, pending = 0] = counts();
  await act();
  await waitFor(() => expect(counts()).toEqual([goals + 1, pending + 1]));
}

test('a goal is created; a failure is said with its message (GOAL-50 GOAL-57 GOAL-37)', async () => {
  const sent = openBoard({
    'POST /api/family-goals': [
      WORDLESS,
      refusal(409, 'A family can have at most 50 goals at a time'),
      [200, aGoal()],
    ],
  });
  await press('Create Goal');
  type('Title', 'Tent');
  type(/^Clear definition/, 'For four');
  type(/^Target amount/, '100000x');
  const submit = () => fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  submit();
  await failed('Failed to create goal');
  submit();
  await failed('A family can have at most 50 goals at a time');
  await refreshed(sent, submit);
  await said('Goal Created!');
  expect(sentTo(sent, 'POST /api/family-goals')[0]?.body).toEqual({
    title: 'Tent',
    description: 'For four',
    targetAmount: '0.00100000',
    category: 'other',
  });
});

test('a goal has the drawing of its category until another is chosen, and that one then stays', async () => {
  const sent = openBoard({
    'POST /api/family-goals': [200, aGoal()],
    [`PATCH /api/family-goals/${id(50)}`]: [200, aGoal()],
    [LIST]: [200, [aGoal({ imageUrl: '/api/goal-pictures/0190c6e4-1a2b-7c3d-8e4f-000000000060' })]],
  });
  await press('Create Goal');
  const chosen = () => (dialog().getByRole('radio', { checked: true }) as HTMLInputElement).value;
  expect(chosen()).toBe('gift');
  type('Category', 'toy');
  expect(chosen()).toBe('bear');
  fireEvent.click(dialog().getByRole('radio', { name: 'Kite' }));
  type('Category', 'sports');
  expect(chosen()).toBe('kite');
  type('Title', 'A kite');
  type(/^Clear definition/, 'The blue one');
  type(/^Target amount/, '900');
  fireEvent.click(dialog().getByRole('button', { name: 'Create Goal' }));
  await said('Goal Created!');
  expect(sentTo(sent, 'POST /api/family-goals')[0]?.body).toMatchObject({ drawing: 'kite' });
  await press('View Details: Bike');
  await press('Edit goal');
  expect(chosen()).toBe('bike');
  fireEvent.click(dialog().getByRole('radio', { name: 'Telescope' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    // The photo makes room for it.
    expect(sentTo(sent, `PATCH /api/family-goals/${id(50)}`)[0]?.body).toMatchObject({
      drawing: 'telescope',
      imageUrl: null,
    }),
  );
});

test('a parent allocates; the amount in sats is shown next to it (GOAL-11 GOAL-37 GOAL-39 GOAL-52 GOAL-58)', async () => {
  const sent = openBoard({
    [`POST /api/family-goals/${id(50)}/allocations`]: [
      WORDLESS,
      refusal(409, 'This goal is complete'),
      [200, aRequest({ status: 'active' })],
    ],
  });
  await press('Allocate: Bike');
  expect(screen.getByRole('heading', { name: 'Allocate Savings to Goal' })).toBeTruthy();
  const submit = () => fireEvent.click(dialog().getByRole('button', { name: 'Allocate' }));
  type('Percentage', '0');
  submit();
  expect(screen.getAllByText('Percentage must be between 0.1 and 100').length).toBeGreaterThan(0);
  type('Percentage', '25');
  expect(screen.getByText('About 2,000 sats in 4 weeks')).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/All savings, once/));
  expect(screen.getByText('This takes 2,500 sats now')).toBeTruthy();
  submit();
  await failed('Failed to create allocation');
  submit();
  await failed('This goal is complete');
  await refreshed(sent, submit);
  await said('Allocation Created');
  expect(sentTo(sent, `POST /api/family-goals/${id(50)}/allocations`).at(-1)?.body).toEqual({
    percentage: '25',
    applyTo: 'entire_savings',
    childId: MIA,
  });
});

test('a percentage is slid from 0 to 100 by 5, and typed as finely as one likes (PLAT-10)', async () => {
  openBoard({});
  await press('Allocate: Bike');
  const slider = screen.getByRole('slider') as HTMLInputElement;
  expect([slider.min, slider.max, slider.step]).toEqual(['0', '100', '5']);
  fireEvent.change(slider, { target: { value: '35' } });
  const typed = screen.getByLabelText('Percentage') as HTMLInputElement;
  expect(typed.value).toBe('35');
  type('Percentage', '12.5');
  expect([typed.value, slider.getAttribute('aria-valuetext')]).toEqual(['12.5', '12.5%']);
});

test('what a child allocates is sent to the parent for approval (GOAL-51)', async () => {
  openBoard({ [`POST /api/family-goals/${id(50)}/allocations`]: [200, aRequest()] }, true);
  await press('Allocate: Bike');
  fireEvent.click(dialog().getByRole('button', { name: 'Allocate' }));
  await said('Allocation Request Submitted');
  await said('Sent to the parent for approval.');
});

test('a child reads what it asked, under its own words (GOAL-06)', async () => {
  openBoard({}, true);
  await press('What I asked');
  expect(dialog().getByRole('heading', { name: 'What I asked' })).toBeTruthy();
  expect(dialog().getByText('You can ask on the card of a goal.')).toBeTruthy();
  expect(screen.queryByText(/Review Requests|Pending|A child asks/)).toBeNull();
});

test('requests are counted and answered (GOAL-05 GOAL-06 GOAL-14 GOAL-15 GOAL-37 GOAL-42 GOAL-54 GOAL-55 GOAL-60)', async () => {
  const call = `POST /api/allocations/${id(70)}/approve`;
  const sent = openBoard({
    [PENDING]: [200, [aRequest()]],
    [call]: [
      WORDLESS,
      refusal(409, 'Ben already said yes'),
      [200, aRequest({ status: 'denied' })],
      [200, aRequest({ status: 'active' })],
    ],
  });
  await screen.findByRole('img', { name: '1 waiting' });
  await press(/Review Requests/);
  expect(screen.getByRole('heading', { name: 'Pending Allocation Requests' })).toBeTruthy();
  expect(screen.getByText('A yes moves 2,000 sats from savings now.')).toBeTruthy();
  const approve = () => fireEvent.click(dialog().getByRole('button', { name: 'Approve' }));
  approve();
  await failed('Failed to process approval');
  approve();
  await failed('Ben already said yes');
  fireEvent.click(dialog().getByRole('button', { name: 'Deny' }));
  fireEvent.click(dialog().getByRole('button', { name: 'Deny' }));
  expect(screen.getAllByText('Please provide a reason for denial').length).toBeGreaterThan(0);
  fireEvent.click(dialog().getByRole('button', { name: "Let's talk about it together." }));
  fireEvent.click(dialog().getByRole('button', { name: 'Deny' }));
  await said('Allocation Denied');
  await said('The child will be notified of the reason.');
  expect(sentTo(sent, call).at(-1)?.body).toEqual({
    approved: false,
    denialReason: "Let's talk about it together.",
  });
  fireEvent.click(dialog().getByRole('button', { name: 'Back' }));
  await refreshed(sent, approve);
  await said('Allocation Approved');
});

test('details: overview, contribute, history (GOAL-12 GOAL-33 GOAL-37 GOAL-47 GOAL-48 GOAL-49 GOAL-53 GOAL-59)', async () => {
  const path = `/api/family-goals/${id(50)}/contributions`;
  const sent = openBoard({
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
        {
          id: id(81),
          childId: null,
          childName: 'Parents',
          amount: '0.00020000',
          contributionType: null,
          description: '',
          createdAt: '2026-08-02T12:00:00.000Z',
          canTakeBack: false,
        },
      ],
    ],
    [`POST ${path}`]: [
      WORDLESS,
      refusal(409, 'This goal needs only 30,000 sats more', 'amount'),
      [200, aGoal()],
    ],
  });
  await press('View Details: Bike');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Contribute',
    'History',
  ]);
  await noneSent(sent, `GET ${path}`);
  fireEvent.click(screen.getByRole('tab', { name: 'Contribute' }));
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Add Contribution' }));
  submit();
  for (const text of ['Amount is required', 'Contribution type is required'])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  type(/^Amount/, '40000');
  type(/^Contribution type/, 'gift');
  submit();
  await failed('Failed to add contribution');
  submit();
  await failed('This goal needs only 30,000 sats more');
  await refreshed(sent, submit);
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
  screen.getByText(/^Brought forward · lines up to .+ were removed$/);
});

test('a personal goal takes contributions from its child and the parents only', async () => {
  const givers = async (ownerChildId: string) => {
    openBoard({ [LIST]: [200, [aGoal({ ownerChildId })]] });
    await press('View Details: Bike');
    fireEvent.click(screen.getByRole('tab', { name: 'Contribute' }));
    const options = within(screen.getByLabelText(/^For whom/)).getAllByRole('option');
    cleanup();
    return options.map(({ textContent }) => textContent);
  };
  expect(await givers(id(2))).toEqual(['From the parents']);
  expect(await givers(MIA)).toEqual(['From the parents', 'Mia']);
});

test('deleting says where the money goes, then does it (GOAL-13 GOAL-37 GOAL-56 GOAL-61)', async () => {
  const sent = openBoard({
    [`DELETE /api/family-goals/${id(50)}`]: [
      WORDLESS,
      refusal(409, 'This goal has already been bought'),
      [200, { success: true }],
    ],
  });
  await press('View Details: Bike');
  await press('Delete Goal');
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.getByText(/goes back to their savings/)).toBeTruthy();
  const confirm = () => fireEvent.click(asked.getByRole('button', { name: 'Delete Goal' }));
  confirm();
  await failed('Failed to delete goal');
  confirm();
  await failed('This goal has already been bought');
  await refreshed(sent, confirm);
  await said('Goal Deleted');
});
