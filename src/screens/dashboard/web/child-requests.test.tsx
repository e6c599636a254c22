/** A child's requests in its own book, and its view of the answers. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { type as fill, open, openDialog, press, said } from '#tests/web/family.tsx';
import { aChild, answered, aRequest, id, MIA, miasDashboard } from '#tests/web/replies.ts';
import { refusal, type Sent } from '#tests/web/support.tsx';

const ASK = 'POST /api/withdrawal-requests';
const LIST = 'GET /api/requests';

async function ownBook(over: Partial<Child> = {}, answers: object = {}, requests = empty) {
  const children = [aChild(over)];
  const page = open({ 'GET /api/dashboard': miasDashboard({ children, requests }), ...answers });
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  return page;
}
const empty: { open: ReturnType<typeof aRequest>[]; answered: ReturnType<typeof aRequest>[] } = {
  open: [],
  answered: [],
};
const bodies = (sent: Sent[], call: string) =>
  sent.filter((one) => one.call === call).map(({ body }) => body);

async function askDialog(over: Partial<Child> = {}, answers: object = {}) {
  const page = await ownBook(over, answers);
  const dialog = await openDialog('Ask to Use Savings', 'Request Savings Withdrawal');
  return { ...page, dialog };
}

test('savings have "Ask to Use Savings", spending money two more (CHILD-35 CHILD-36)', async () => {
  await ownBook({ age: 12 });
  const cardOf = (name: string) =>
    within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
  cardOf('My Savings').getByRole('button', { name: 'Ask to Use Savings' });
  for (const [name, title] of [
    ['Add Transaction', 'Add Transaction'],
    ['Import CSV', 'Import CSV Transactions'],
  ] as const) {
    fireEvent.click(await cardOf('Spending Money').findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  }
});

test.each(['', '0', '-5', '1.5'])(
  'the amount "%s" is refused (APPR-06 APPR-07)',
  async (amount) => {
    const { dialog, sent } = await askDialog();
    fill('How much?', amount);
    fill('What for?', 'A toy');
    press('Ask my grown-ups');
    await said('Please enter a valid Bitcoin amount');
    expect(dialog.getByLabelText('How much?').getAttribute('aria-invalid')).toBe('true');
    expect(bodies(sent, ASK)).toEqual([]);
  },
);

test.each([
  ['0.00000000', 'Your savings are empty. Once something is saved, you can ask for it here.'],
  ['0.00142300', 'All your savings already wait for an answer. You can ask again afterwards.'],
])('with nothing free of %s there is nothing to fill in, and why (APPR-08)', async (saved, why) => {
  const { dialog } = await askDialog({ savingsBalance: saved, availableSavings: '0.00000000' });
  dialog.getByText(why);
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByText(/up to 0 sats/)).toBeNull();
});

test('more than what is saved and free is refused (APPR-08)', async () => {
  const { sent, dialog } = await askDialog({ availableSavings: '0.00100000' });
  fill('How much?', '100001');
  fill('What for?', 'A toy');
  press('Ask my grown-ups');
  await said("You don't have enough in your savings account");
  expect(dialog.getByLabelText('How much?').getAttribute('aria-invalid')).toBe('true');
  expect(bodies(sent, ASK)).toEqual([]);
  // All of it is at most what is there.
  fill('How much?', '100000');
  press('Ask my grown-ups');
  await waitFor(() => expect(bodies(sent, ASK)).toHaveLength(1));
});

test('a request needs a reason, spaces are none (APPR-09)', async () => {
  const { sent, dialog } = await askDialog();
  fill('How much?', '500');
  fill('What for?', '   ');
  press('Ask my grown-ups');
  await said('Please tell your parent why you need this money');
  expect(dialog.getByLabelText('What for?').getAttribute('aria-invalid')).toBe('true');
  expect(bodies(sent, ASK)).toEqual([]);
});

test('a request that fails keeps the dialog open and says so (APPR-11)', async () => {
  const why = "You don't have enough in your savings account";
  const page = await askDialog({}, { [ASK]: refusal(409, why, 'amount') });
  press('1,000 sats');
  press('A toy');
  press('Ask my grown-ups');
  await said('Failed to send withdrawal request', why);
  expect(page.dialog.getByRole('alert').textContent).toContain(why);
  page.answers[ASK] = [502, '<html>'];
  press('Ask my grown-ups');
  await said('Failed to send withdrawal request');
});

test('three taps and a reason send it; then it waits in the book (APPR-02 APPR-10)', async () => {
  const page = await askDialog({}, { [ASK]: aRequest({ amount: '0.00002000' }) });
  page.answers[LIST] = {
    open: [aRequest({ amount: '0.00002000', reason: 'A toy' })],
    answered: [],
  };
  press('2,000 sats');
  press('A toy');
  press('Ask my grown-ups');
  await said(
    'Request Sent!',
    'You asked for 2,000 sats. A parent will answer; you don’t need to ask again.',
  );
  expect(bodies(page.sent, ASK)).toEqual([{ childId: MIA, amount: '0.00002000', reason: 'A toy' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  const waiting = within(await screen.findByRole('list', { name: 'Waiting' }));
  waiting.getByText('A toy');
  waiting.getByText('From my savings · Wed, Nov 18');
});

test.each([
  [12, 'Send request', '1500', '0.00001500'],
  [16, 'Request withdrawal', '1500', '0.00001500'],
] as const)('at %i the button says "%s" (APPR-06)', async (age, button, typed, sent) => {
  const page = await askDialog({ age }, { [ASK]: aRequest() });
  fill('Amount', typed);
  fill('Why do you need it?', 'Boots');
  press(button);
  await waitFor(() =>
    expect(bodies(page.sent, ASK)).toEqual([{ childId: MIA, amount: sent, reason: 'Boots' }]),
  );
});

test('open requests wait with a date and can be taken back; what is held is said (APPR-05)', async () => {
  const requests = { open: [aRequest()], answered: [] };
  const back = `DELETE /api/requests/${aRequest().id}`;
  const gone = aRequest({ state: 'withdrawn', decidedAt: '2026-11-18T17:02:00.000Z' });
  const page = await ownBook({ availableSavings: '0.00137300' }, { [back]: gone }, requests);
  screen.getByText('5,000 sats waiting for a yes or a payment');
  page.answers[LIST] = { open: [], answered: [gone] };
  press('Take back: Football boots');
  await said('Taken back', 'Football boots');
  await screen.findByText('Taken back. Nothing has changed.');
});

test('answers are read with what they mean, a no with its reason (APPR-05)', async () => {
  const requests = {
    open: [],
    answered: [
      answered({ id: id(51), approvedAmount: '0.00002500', reason: 'A present' }),
      answered({
        id: id(52),
        state: 'denied',
        approvedAmount: null,
        denialReason: 'Let’s wait until after the holidays.',
      }),
      answered({ id: id(53), state: 'lapsed', approvedAmount: null, decidedBy: null }),
    ],
  };
  await ownBook({}, {}, requests);
  const [less, no, lapsed] = within(screen.getByRole('list', { name: 'Answers' })).getAllByRole(
    'listitem',
  );
  expect(less?.textContent).toContain(
    'You asked for 5,000 sats. Anna said yes to 2,500 sats, now in your spending money.',
  );
  expect(no?.textContent).toContain('Not this time. Your 5,000 sats are back in your savings.');
  expect(no?.textContent).toContain('Anna wrote: “Let’s wait until after the holidays.”');
  expect(lapsed?.querySelector('.rubber')?.className, 'no stamp of a yes').toContain('ask-no');
  expect(lapsed?.textContent).toContain('Nobody answered for 30 days, so this has ended.');
});

test('the questions of this book, and of no other', async () => {
  const requests = {
    open: [aRequest(), aRequest({ id: id(52), childId: id(2), reason: 'Not mine' })],
    answered: [answered({ id: id(53), childId: id(2), reason: 'Not mine either' })],
  };
  await ownBook({}, {}, requests);
  const card = screen.getByRole('heading', { name: 'What I asked' }).closest('section');
  expect(card?.textContent).toContain('Football boots');
  expect(card?.textContent).not.toContain('Not mine');
});

test('the transfers of the own book, and of no other (CHILD-46)', async () => {
  const kind = 'savings_transfer';
  const other = '0190c6e4-1a2b-7c3d-8e4f-000000000002';
  const requests = {
    open: [
      aRequest({ kind, reason: 'For the bike' }),
      aRequest({ id: id(52), kind, childId: other, reason: 'Not mine' }),
    ],
    answered: [answered({ id: id(53), kind, reason: 'Saved in May' })],
  };
  await ownBook({}, {}, requests);
  const card = screen.getByRole('heading', { name: 'Savings and transfers' }).closest('section');
  await screen.findByText('For the bike');
  expect(card?.textContent).toContain('For the bike');
  expect(card?.textContent).toContain('Give it to your parent.');
  expect(card?.textContent).toContain('Saved in May');
  expect(card?.textContent).not.toContain('Not mine');
  // A transfer is not listed twice.
  expect(screen.queryByRole('heading', { name: 'What I asked' })).toBeNull();
});
