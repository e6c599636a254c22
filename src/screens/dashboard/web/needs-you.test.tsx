/** A parent's open questions: answered in the row, turned into a stamp, or reported as failed. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Request } from '#features/book/approvals/contract.ts';
import { openChildPage, openParentView, press, said } from '#tests/web/family.tsx';
import { answered, aRequest, LEO } from '#tests/web/replies.ts';
import { noneSent, refusal, type Sent } from '#tests/web/support.tsx';
import { shortcutChoice } from '#web/shortcuts.ts';

const LIST = 'GET /api/requests';
const one = aRequest();
const DECIDE = `PATCH /api/withdrawal-requests/${one.id}`;
const second = aRequest({
  id: '0190c6e4-1a2b-7c3d-8e4f-000000000051',
  kind: 'earned',
  childId: LEO,
  childName: 'Leo',
  amount: '0.00000900',
  reason: 'Sold lemonade',
  balanceAfter: null,
});
const third = { ...second, id: '0190c6e4-1a2b-7c3d-8e4f-000000000053', childName: 'Mia' };
const transfer = aRequest({
  id: '0190c6e4-1a2b-7c3d-8e4f-000000000052',
  kind: 'savings_transfer',
  amount: '0.00000600',
  reason: 'For the bike',
});
const APPROVE_TRANSFER = 'POST /api/savings-transfers/approve';

async function panel(open: Request[], answers: object = {}, canApprove = true) {
  const page = await openParentView(
    { requests: { open, answered: [] }, canApprove },
    { ...answers },
  );
  const title = await screen.findByRole('heading', { name: /needs? your answer$/ });
  return { ...page, inside: within(title.closest('section') as HTMLElement) };
}

const bodies = (sent: Sent[], call: string) =>
  sent.filter((each) => each.call === call).map(({ body }) => body);

test('the panel is there only for who may answer, and only when something waits (DASH-18 APPR-29)', async () => {
  const open = [one];
  // Shown once first, which loads its code: now it would appear at once.
  (await panel(open)).unmount();
  const page = await openParentView({ requests: { open, answered: [] }, canApprove: false });
  expect(screen.queryByRole('heading', { name: /needs? your answer$/ })).toBeNull();
  page.unmount();
  const other = await openParentView({ requests: { open: [], answered: [answered()] } });
  expect(screen.queryByRole('heading', { name: /needs? your answer$/ })).toBeNull();
  other.unmount();
});

test('the page of a child asks about this child alone', async () => {
  const ofLeo = { ...transfer, id: third.id, childId: LEO, childName: 'Leo' };
  await openChildPage({ requests: { open: [one, second, transfer, ofLeo], answered: [] } });
  const title = await screen.findByRole('heading', { name: '2 requests need your answer' });
  const panel = title.closest('section') as HTMLElement;
  expect(panel.textContent).toContain('Mia');
  expect(panel.textContent).not.toContain('Leo');
});

test('a request says how much, who, why, since when, and what is left after (DASH-17 APPR-01)', async () => {
  const { inside } = await panel([one]);
  inside.getByRole('heading', { name: 'One request needs your answer' });
  expect(inside.getByRole('heading', { level: 3 }).textContent).toBe(
    '5,000 sats Mia, savings to spending',
  );
  inside.getByText('“Football boots”');
  inside.getByText('Asked on Wed, Nov 18');
  expect(inside.getByText(/^After this:/).textContent).toBe('After this: 137,300 sats left');
});

test('one entered by an adult shows by whom (DASH-17)', async () => {
  const { inside } = await panel([{ ...one, byChild: false, enteredBy: 'Ben' }]);
  inside.getByText('Entered on Wed, Nov 18 by Ben, for Mia');
});

test('Y and N answer a request only while something in its row has the focus, and can be switched off', async () => {
  const { sent, inside } = await panel([one], { [DECIDE]: [200, answered()] });
  const approve = inside.getByRole('button', { name: 'Approve 5,000 sats for Mia' });
  fireEvent.keyDown(document.body, { key: 'y' });
  fireEvent.keyDown(approve, { key: 'y', ctrlKey: true });
  act(() => shortcutChoice.set('off'));
  fireEvent.keyDown(approve, { key: 'y' });
  act(() => shortcutChoice.set(undefined));
  fireEvent.keyDown(approve, { key: 'n' });
  const why = inside.getByRole('textbox');
  fireEvent.keyDown(why, { key: 'y' });
  expect(bodies(sent, DECIDE)).toEqual([]);
  press('Back');
  fireEvent.keyDown(inside.getByRole('button', { name: /^Approve 5,000/ }), { key: 'y' });
  await waitFor(() => expect(bodies(sent, DECIDE)).toEqual([{ approved: true }]));
});

/** A server's reply, sent when the test says so. */
function held() {
  let come = (_: unknown) => {};
  const answer = new Promise((resolve) => {
    come = resolve;
  });
  return { answer: () => answer, come };
}

test('while an approval is being sent, no key answers again', async () => {
  const { answer, come } = held();
  const { sent, inside } = await panel([one], { [DECIDE]: answer });
  const approve = inside.getByRole('button', { name: /^Approve 5,000/ });
  fireEvent.keyDown(approve, { key: 'y' });
  await waitFor(() => expect(bodies(sent, DECIDE)).toEqual([{ approved: true }]));
  fireEvent.keyDown(approve, { key: 'y' });
  fireEvent.keyDown(approve, { key: 'n' });
  expect(inside.queryByRole('textbox')).toBeNull();
  await act(async () => come([502, '<html>']));
  await said('Failed to process withdrawal request');
  expect(bodies(sent, DECIDE)).toHaveLength(1);
});

test('while a transfer is approved, it cannot be rejected', async () => {
  const { answer, come } = held();
  const { sent } = await panel([transfer], { [APPROVE_TRANSFER]: answer });
  press('Approve 600 sats for Mia');
  await waitFor(() => expect(bodies(sent, APPROVE_TRANSFER)).toHaveLength(1));
  press('Reject 600 sats for Mia');
  await act(async () => come([502, '<html>']));
  await said('Action Failed', 'Failed to process transfer request');
  expect(bodies(sent, APPROVE_TRANSFER)).toHaveLength(1);
});

test('Y never approves the whole while a smaller amount is typed', async () => {
  const { sent, inside } = await panel([one], { [DECIDE]: [200, answered()] });
  press('Approve a smaller amount');
  fireEvent.keyDown(inside.getByRole('button', { name: 'Back' }), { key: 'y' });
  await noneSent(sent, DECIDE);
  press('Back');
  fireEvent.keyDown(inside.getByRole('button', { name: /^Approve 5,000/ }), { key: 'y' });
  await waitFor(() => expect(bodies(sent, DECIDE)).toEqual([{ approved: true }]));
});

test('a failed answer is shown in the row and can be tried again (APPR-12)', async () => {
  const page = await panel([one], { [DECIDE]: [502, '<html>'] });
  press('Approve 5,000 sats for Mia');
  await said('Failed to process withdrawal request');
  expect(page.inside.getByRole('status').textContent).toBe('Failed to process withdrawal request');
  page.answers[DECIDE] = answered();
  page.answers[LIST] = { open: [], answered: [answered()] };
  press('Approve 5,000 sats for Mia');
  await screen.findByText('Yes Anna 6:02 PM');
  const keys = page.sent.filter(({ call }) => call === DECIDE).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('the second of two parents reads who was first; the row becomes the stamp (APPR-12 APPR-04)', async () => {
  await panel([one], {
    [DECIDE]: refusal(409, 'Ben already said yes'),
    [LIST]: { open: [], answered: [answered({ decidedBy: 'Ben' })] },
  });
  press('Approve 5,000 sats for Mia');
  await said('Failed to process withdrawal request', 'Ben already said yes');
  await screen.findByText('Yes Ben 6:02 PM');
});

test('a yes turns the row into a stamp for four seconds (APPR-04 APPR-05)', async () => {
  const page = await panel([one], { [DECIDE]: answered() });
  page.answers[LIST] = { open: [], answered: [answered()] };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  press('Approve 5,000 sats for Mia');
  const stamp = await screen.findByText('Yes Anna 6:02 PM');
  expect(bodies(page.sent, DECIDE)).toEqual([{ approved: true }]);
  expect(document.activeElement).toBe(stamp.closest('li'));
  screen.getByRole('heading', { name: 'All answered' });
  act(() => vi.advanceTimersByTime(4_000));
  expect(screen.queryByText('Yes Anna 6:02 PM')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'All answered' })).toBeNull();
});

test('a no carries the reason that was tapped or typed (APPR-05)', async () => {
  const no = answered({ state: 'denied', approvedAmount: null, denialReason: 'Not this week.' });
  const page = await panel([one], { [DECIDE]: no });
  page.answers[LIST] = { open: [], answered: [no] };
  press('Deny 5,000 sats for Mia');
  expect(bodies(page.sent, DECIDE)).toEqual([]);
  const ready = ['Let’s talk about it first.', 'Not this week.', 'Let’s save a little longer.'];
  for (const name of ready) page.inside.getByRole('button', { name });
  press('Not this week.');
  expect(page.inside.getByLabelText<HTMLInputElement>(/^Why not/).value).toBe('Not this week.');
  press('Deny');
  await screen.findByText('No Anna 6:02 PM');
  expect(bodies(page.sent, DECIDE)).toEqual([{ approved: false, reason: 'Not this week.' }]);
});

test('a smaller amount can be approved, never more (APPR-04)', async () => {
  const less = answered({ approvedAmount: '0.00002000' });
  const page = await panel([one], { [DECIDE]: less });
  page.answers[LIST] = { open: [], answered: [less] };
  press('Approve a smaller amount');
  for (const wrong of ['', '0', '5001', '1.5']) {
    fireEvent.change(page.inside.getByLabelText('How much?'), { target: { value: wrong } });
    press('Approve');
    await waitFor(() =>
      expect(page.inside.getByRole('alert').textContent).toContain('Please enter 1 to 5,000 sats'),
    );
  }
  expect(bodies(page.sent, DECIDE)).toEqual([]);
  // The whole amount is at most what was requested.
  fireEvent.change(page.inside.getByLabelText('How much?'), { target: { value: '5000' } });
  page.answers[DECIDE] = [502, '<html>'];
  press('Approve');
  await said('Failed to process withdrawal request');
  expect(bodies(page.sent, DECIDE)).toEqual([{ approved: true, amount: '0.00005000' }]);
  page.answers[DECIDE] = less;
  fireEvent.change(page.inside.getByLabelText('How much?'), { target: { value: '2000' } });
  press('Approve');
  await waitFor(() =>
    expect(bodies(page.sent, DECIDE)[1]).toEqual({ approved: true, amount: '0.00002000' }),
  );
  const stamp = await screen.findByText('Yes Anna 6:02 PM');
  expect(stamp.closest('li')?.textContent).toBe('Yes Anna 6:02 PMMia: 2,000 sats');
});

test('of several the first can be answered at once, then all in one step (APPR-05)', async () => {
  const page = await panel([third, second], {
    'POST /api/requests/approve-all': { approved: [third.id, second.id] },
  });
  page.inside.getByRole('heading', { name: '2 requests need your answer' });
  expect(page.inside.getAllByRole('listitem')).toHaveLength(1);
  press('See both');
  expect(page.inside.getAllByRole('listitem')).toHaveLength(2);
  page.inside.getByText('Leo, earned, to spending');
  expect(page.inside.queryByRole('group')).toBeNull();
  page.answers[LIST] = { open: [], answered: [] };
  press('Approve all 2');
  await waitFor(() =>
    expect(bodies(page.sent, 'POST /api/requests/approve-all')).toEqual([
      { ids: [third.id, second.id] },
    ]),
  );
});

test('a transfer is approved or rejected, and a toast says what that means (DASH-19 APPR-13 APPR-22)', async () => {
  const answer = (state: string) => ({
    success: true,
    transfer: { ...wireTransfer, state },
  });
  const page = await panel([transfer], { [APPROVE_TRANSFER]: answer('approved') });
  page.inside.getByText('Mia, spending to savings');
  page.inside.getByText(/Approve once you have them/);
  expect(page.inside.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Approve',
    'Reject',
  ]);
  press('Approve 600 sats for Mia');
  await said('Transfer Approved', '600 sats are now in Mia’s savings.');
  page.answers[APPROVE_TRANSFER] = answer('rejected');
  press('Reject 600 sats for Mia');
  await said('Rejected', '600 sats stay in Mia’s spending money.');
  const transferId = transfer.id;
  expect(bodies(page.sent, APPROVE_TRANSFER)).toEqual([
    { transferId, approved: true },
    { transferId, approved: false },
  ]);
});

const wireTransfer = {
  id: transfer.id,
  childId: transfer.childId,
  childName: 'Mia',
  amount: '0.00000600',
  description: 'For the bike',
  requestedAt: transfer.createdAt,
  state: 'pending',
};

test('a transfer that cannot be answered says so, also in its row (APPR-23)', async () => {
  const page = await panel([transfer], { [APPROVE_TRANSFER]: [502, ''] });
  press('Approve 600 sats for Mia');
  await said('Action Failed', 'Failed to process transfer request');
  page.inside.getByText('Failed to process transfer request');
});
