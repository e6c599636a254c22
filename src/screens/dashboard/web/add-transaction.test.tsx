/** A parent's manual entries: refusals first, then the entry in the book. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  openChildPage,
  openDialog,
  openParentView,
  press,
  said,
  type,
} from '#tests/web/family.tsx';
import { aChild, anEntry, leo, MIA } from '#tests/web/replies.ts';
import { refusal, type Sent } from '#tests/web/support.tsx';

const ADD = 'POST /api/transactions';
const FILL_IN = 'Please fill in all fields';

async function transactionDialog(answers = {}) {
  const page = await openParentView({}, answers);
  return { ...page, dialog: await openDialog('Add transaction for Mia', 'Parent Only') };
}

function fill(amount: string, description: string) {
  type('Amount', amount);
  type('Description', description);
  press('Add line');
}

const added = (sent: Sent[]) => sent.filter(({ call }) => call === ADD);

test('the dialog is titled "Parent Only" and offers five kinds in plain words (TXN-08)', async () => {
  const { dialog } = await transactionDialog();
  const kinds = dialog.getAllByRole<HTMLOptionElement>('option');
  const values = ['bonus', 'chore_payment', 'earned', 'spending', 'lightning_spend'];
  expect(kinds.map(({ value }) => value)).toEqual(values);
  expect(kinds.map(({ textContent }) => textContent).join()).not.toMatch(/_/);
  dialog.getByText('Goes to savings.');
  type('What happened?', 'spending');
  dialog.getByText('Comes out of spending money.');
});

test('the page shows what waits, and "All" offers what is not held (TXN-08 APPR-14)', async () => {
  await openChildPage({ children: [aChild({ availableSpending: '0.00003000' }), leo()] });
  screen.getByText('5,450 sats waiting for a yes or a payment');
  await openDialog('Add transaction for Mia', 'Parent Only');
  type('What happened?', 'spending');
  screen.getByRole('button', { name: 'All: 3,000 sats' });
});

test.each([
  ['', 'Comic book'],
  ['0.00001', '   '],
  ['', ''],
])('amount "%s" and words "%s" are incomplete (TXN-09)', async (amount, words) => {
  const { sent, dialog } = await transactionDialog();
  fill(amount, words);
  await said('Missing Information', FILL_IN);
  const wrong = dialog.getAllByText(FILL_IN, { selector: '.field-error' });
  expect(wrong).toHaveLength(amount === '' && words === '' ? 2 : 1);
  expect(added(sent)).toEqual([]);
});

test.each(['0', '0.00000000', '-0.1', '0.000000001'])(
  'the amount "%s" is refused (TXN-10)',
  async (amount) => {
    const { sent, dialog } = await transactionDialog();
    fill(amount, 'Comic book');
    await said('Invalid Amount', 'Please enter a valid amount');
    expect(dialog.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
    expect(added(sent)).toEqual([]);
  },
);

test('a refusal shows the server’s words and keeps what was typed (TXN-16)', async () => {
  const page = await transactionDialog({
    [ADD]: refusal(409, "You don't have enough"),
  });
  fill('1', 'A house');
  await said('Failed to add transaction', "You don't have enough");
  expect(page.dialog.getByRole('alert').textContent).toContain("You don't have enough");
  expect(page.dialog.getByLabelText<HTMLInputElement>('Description').value).toBe('A house');
  page.answers[ADD] = [502, ''];
  press('Add line');
  await said('Failed to add transaction');
});

test('the entry is added once and appears in the activity (TXN-03 TXN-15 PLAT-20)', async () => {
  const line = anEntry({ type: 'earned', amount: '0.00001500', description: 'Sold lemonade' });
  const page = await transactionDialog({ [ADD]: line });
  page.answers['GET /api/transactions/recent'] = [line];
  page.answers['GET /api/children'] = [aChild({ spendingBalance: '0.00009950' }), leo()];
  type('What happened?', 'earned');
  fill('1500', ' Sold lemonade ');
  await said('Transaction Added', 'Mia: Sold lemonade');
  expect(added(page.sent)).toHaveLength(1);
  expect(added(page.sent)[0]).toMatchObject({
    body: { childId: MIA, type: 'earned', amount: '0.00001500', description: 'Sold lemonade' },
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByText('Sold lemonade');
  screen.getByText(/^9,950/);
});

test('spending money above the limit: the excess moves to savings on the usual way (CHILD-11 CHILD-21)', async () => {
  const rich = aChild({ aboveLimit: '0.00003000' });
  const tooMany = refusal(409, 'A child can have at most 20 open requests');
  const page = await openChildPage({ children: [rich, leo()] }, { [ADD]: tooMany });
  await screen.findByText('3,000 sats above the limit');
  const button = 'Move the excess to savings for Mia';
  expect(screen.getAllByText('Move the excess to savings')).toHaveLength(1);
  press(button);
  await screen.findAllByText(/at most 20 open requests/);
  const entry = anEntry({ type: 'savings_deposit', amount: '0.00003000', state: 'waiting' });
  page.answers[ADD] = entry;
  page.answers['GET /api/children'] = [aChild(), leo()];
  press(button);
  await said('Transfer to savings started', 'Approve it when you have the 3,000 sats.');
  expect(added(page.sent).at(-1)?.body).toEqual({
    childId: MIA,
    type: 'savings_deposit',
    amount: '0.00003000',
    description: 'Above the spending limit',
  });
  expect(screen.queryByText(/above the limit/)).toBeNull();
});

test('the liquidity alert is on the parents’ screen while spending money is high (DASH-20)', async () => {
  const high = aChild({ spendingBalance: '0.00080001', availableSpending: '0.00080001' });
  const page = await openParentView({ children: [high, leo()] });
  fireEvent.click(await screen.findByRole('button', { name: /^Lightning liquidity/ }));
  await screen.findByText(/80,001 sats of spending money.*100,000 sats/);
  screen.getByText('Close to the spending limit');
  page.unmount();
  const over = aChild({ spendingBalance: '0.00150000', availableSpending: '0.00150000' });
  const above = await openParentView({ children: [over, leo()] });
  await screen.findByText('Above the spending limit');
  fireEvent.click(screen.getByRole('button', { name: /^Lightning liquidity/ }));
  await screen.findByText(/150,000 sats of spending money, more than the highest.*100,000 sats/);
  above.unmount();
  await openParentView({ children: [aChild({ spendingBalance: '0.00080000' }), leo()] });
  expect(screen.queryByText('Lightning liquidity')).toBeNull();
});
