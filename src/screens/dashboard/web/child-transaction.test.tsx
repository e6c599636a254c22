/** A child's own entries in its book. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type as fill, open, openDialog, press, said } from '#tests/web/family.tsx';
import { aChild, anEntry, MIA, miasDashboard } from '#tests/web/replies.ts';
import { refusal, type Sent } from '#tests/web/support.tsx';
import { toastState } from '#web/ui/toast-store.ts';

const ADD = 'POST /api/transactions';
const INITIATE = 'POST /api/savings-transfers/initiate';

const bodies = (sent: Sent[], call: string) =>
  sent.filter((one) => one.call === call).map(({ body }) => body);

async function addDialog(answers: object = {}) {
  const page = open({ 'GET /api/dashboard': miasDashboard(), ...answers });
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  return { ...page, dialog: await openDialog('Add Transaction', 'Add Transaction') };
}

test('the child’s dialog offers three kinds; "earned" is chosen (TXN-11 TXN-14)', async () => {
  const { dialog } = await addDialog();
  const kinds = dialog.getAllByRole<HTMLInputElement>('radio');
  expect(kinds.map(({ value }) => value)).toEqual(['earned', 'spending', 'savings_deposit']);
  expect(kinds.map(({ checked }) => checked)).toEqual([true, false, false]);
  expect(dialog.getByText('A parent says yes first.')).toBeTruthy();
  // Earnings may exceed a balance.
  expect(dialog.queryByRole('button', { name: /^All/ })).toBeNull();
});

test('spending money on hold is shown as waiting, and "All" offers the rest (TXN-14 APPR-14)', async () => {
  const children = [aChild({ availableSpending: '0.00003000' })];
  open({ 'GET /api/dashboard': miasDashboard({ children }) });
  await screen.findByRole('heading', { name: 'Hi, Mia' });
  screen.getByText('5,450 sats waiting for a yes or a payment');
  const dialog = await openDialog('Add Transaction', 'Add Transaction');
  fireEvent.click(dialog.getByRole('radio', { name: /^I spent it/ }));
  dialog.getByRole('button', { name: 'All: 3,000 sats' });
  fill('Amount', '1000');
  dialog.getByText('After this: 2,000 sats left');
});

test('a child moves what exceeds its limit to savings itself (CHILD-11 APPR-13)', async () => {
  const children = [aChild({ aboveLimit: '0.00003000' })];
  const entry = anEntry({ type: 'savings_deposit', amount: '0.00003000', state: 'waiting' });
  const page = open({ 'GET /api/dashboard': miasDashboard({ children }), [ADD]: entry });
  await screen.findByText('3,000 sats above the limit');
  press('Move the excess to savings');
  await said(
    'Lightning Payment Required',
    'Please give 3,000 sats to your parent. They say yes when they have it.',
  );
  expect(bodies(page.sent, ADD)).toMatchObject([
    { childId: MIA, type: 'savings_deposit', amount: '0.00003000' },
  ]);
});

test.each([
  ['', 'Lemonade'],
  ['500', '  '],
  ['', ''],
])('amount "%s" and words "%s" are incomplete (TXN-12)', async (amount, words) => {
  const { sent, dialog } = await addDialog();
  fill('Amount', amount);
  fill('Description', words);
  press('Add line');
  await said('Please fill in all fields');
  expect(dialog.getByRole('alert').textContent).toContain('Please fill in all fields');
  expect(bodies(sent, ADD)).toEqual([]);
});

test.each(['0', '-1', '1.5'])('the amount "%s" is refused (TXN-13)', async (amount) => {
  const { sent } = await addDialog();
  fill('Amount', amount);
  fill('Description', 'Lemonade');
  press('Add line');
  await said('Please enter a valid amount');
  expect(bodies(sent, ADD)).toEqual([]);
});

test('a refused line says the server’s words, or that it failed (TXN-16)', async () => {
  const why = 'You don’t have enough for this';
  const page = await addDialog({ [ADD]: refusal(409, why, 'amount') });
  fireEvent.click(page.dialog.getByRole('radio', { name: /^I spent it/ }));
  fill('Amount', '500');
  fill('Description', 'Stickers');
  press('Add line');
  await said(why);
  expect(page.dialog.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
  page.answers[ADD] = [502, '<html>'];
  press('Add line');
  await said('Failed to add transaction');
});

test('an income is added and waits; something spent is added (TXN-15)', async () => {
  const waiting = anEntry({ type: 'earned', description: 'Lemonade', state: 'waiting' });
  const page = await addDialog({ [ADD]: waiting });
  fill('Amount', '500');
  fill('Description', ' Lemonade ');
  press('Add line');
  await said('Transaction Added', 'Lemonade. Waiting for a parent’s yes.');
  expect(bodies(page.sent, ADD)).toEqual([
    { childId: MIA, type: 'earned', amount: '0.00000500', description: 'Lemonade' },
  ]);
  page.answers[ADD] = anEntry({ type: 'spending', description: 'Stickers' });
  const dialog = await openDialog('Add Transaction', 'Add Transaction');
  fireEvent.click(dialog.getByRole('radio', { name: /^I spent it/ }));
  fill('Amount', '500');
  fill('Description', 'Stickers');
  press('Add line');
  await said('Transaction Added', 'Stickers');
});

const deposit = anEntry({
  type: 'savings_deposit',
  amount: '0.00000600',
  description: 'For the bike',
  state: 'waiting',
});

async function save(answers: object) {
  const page = await addDialog({ [ADD]: deposit, ...answers });
  fireEvent.click(page.dialog.getByRole('radio', { name: /^I save it/ }));
  fill('Amount', '600');
  fill('Description', 'For the bike');
  press('Add line');
  return page;
}

test('a reply that is no JSON is named; pressing again books no second deposit (APPR-15)', async () => {
  const page = await save({ [INITIATE]: [200, '<html>'] });
  await said('Server returned invalid response format');
  page.answers[INITIATE] = aTransfer;
  press('Add line');
  await said(...payNow);
  expect(bodies(page.sent, ADD)).toHaveLength(1);
  expect(bodies(page.sent, INITIATE)).toHaveLength(2);
});

const aTransfer = {
  id: deposit.id,
  childId: MIA,
  childName: 'Mia',
  amount: '0.00000600',
  description: 'For the bike',
  requestedAt: deposit.createdAt,
  state: 'pending',
};
const payNow: [string, string] = [
  'Lightning Payment Required',
  'Please give 600 sats to your parent. They say yes when they have it.',
];

test('a deposit starts its transfer and asks for 10 s to send it (APPR-14 APPR-19 APPR-20 APPR-21)', async () => {
  const page = await save({ [INITIATE]: aTransfer });
  await said(...payNow);
  const shown = toastState().toasts.find(({ title }) => title === 'Lightning Payment Required');
  expect(shown?.durationMs).toBe(10_000);
  expect(bodies(page.sent, INITIATE)).toEqual([
    {
      childId: MIA,
      amount: '0.00000600',
      description: 'For the bike',
      transactionId: deposit.id,
    },
  ]);
  expect(screen.queryByRole('dialog', { name: 'Add Transaction' })).toBeNull();
});

test('the toast names the parents’ address, and a child with its own wallet gets its code (APPR-20 APPR-21)', async () => {
  const ofChild = {
    ...{ lightningConfigured: false, canReceive: false, receivesInBrowser: false, canPay: false },
    ...{ paysInBrowser: false, leftToday: 0 },
    ...{ parentAddress: 'anna@example.com', hasOwnWallet: true },
  };
  const page = await addDialog({
    ...{ [ADD]: deposit, [INITIATE]: aTransfer },
    [`GET /api/lightning/children/${MIA}`]: ofChild,
    'GET /api/savings-transfers/pending': [aTransfer],
  });
  fireEvent.click(page.dialog.getByRole('radio', { name: /^I save it/ }));
  await page.dialog.findByText('Send it to your parents: anna@example.com');
  fill('Amount', '600');
  fill('Description', 'For the bike');
  press('Add line');
  await said(
    'Lightning Payment Required',
    'Please send 600 sats to anna@example.com. Your parents say yes when they have it.',
  );
  const card = within(await screen.findByRole('region', { name: 'Send it to your parents' }));
  card.getByText('anna@example.com');
  card.getByRole('img', { name: 'QR code of the address below' });
  page.unmount();
});
