/** Setting balances right, paying several children, and the notes below the latest lines. */
import { QueryObserver } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { balances } from '#features/pocket/balances/contract.ts';
import {
  openChildPage,
  openDialog,
  openParentView,
  press,
  said,
  type,
} from '#tests/web/family.tsx';
import { aChild, LEO, leo, MIA } from '#tests/web/replies.ts';
import { refusal } from '#tests/web/support.tsx';
import { query } from '#web/query.ts';

const SAVINGS = `POST /api/children/${MIA}/update-savings`;
const LIGHTNING = `POST /api/lightning/sync-balance/${MIA}`;
const SEVERAL = 'POST /api/transactions/several';
const POSITIVE = 'Please enter a valid positive number';
const mia = () => aChild({ savingsBalance: '0.00142300', spendingBalance: '0.00005000' });

async function balanceDialog(button: string, answers = {}) {
  const page = await openChildPage({ children: [mia(), leo()] }, answers);
  press('Correct a balance');
  press(button);
  const dialog = await screen.findByRole('dialog', { name: button });
  return { ...page, dialog: within(dialog) };
}
const bodies = (sent: { call: string; body: unknown }[], call: string) =>
  sent.filter((one) => one.call === call).map(({ body }) => body);

test.each([
  ['Update savings balance', 'New savings balance', SAVINGS],
  ['Update Lightning balance', 'New Lightning balance', LIGHTNING],
])('%s: a balance is a number of 0 or more (TXN-17 TXN-18 TXN-19)', async (name, label, call) => {
  const { sent, dialog } = await balanceDialog(name);
  for (const wrong of ['', '-1', '0.000000001']) {
    type(label, wrong);
    press('Set balance');
    await said('Invalid balance', POSITIVE);
    expect(dialog.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  }
  expect(bodies(sent, call)).toEqual([]);
});

test('savings: the balance seen is sent along, and the correction is shown first (TXN-18 TXN-20)', async () => {
  const { sent, dialog } = await balanceDialog('Update savings balance', {
    [SAVINGS]: { success: true, transaction: null },
  });
  type('New savings balance', '200000');
  dialog.getByText(/^\+57,700/);
  press('Set balance');
  await said('Savings updated', 'Mia');
  expect(bodies(sent, SAVINGS)).toEqual([{ newBalance: '0.00200000', seenBalance: '0.00142300' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('savings: a refusal says the server’s words, and the fresh number appears (TXN-22 T36)', async () => {
  const words = 'The balance has changed. It is now 200,000 sats';
  const page = await balanceDialog('Update savings balance', {
    [SAVINGS]: refusal(409, words, 'seenBalance'),
  });
  page.answers['GET /api/children'] = [{ ...mia(), savingsBalance: '0.00200000' }, leo()];
  type('New savings balance', '300000');
  press('Set balance');
  await said('Update Failed', words);
  expect(page.dialog.getByRole('alert').textContent).toContain(words);
  page.answers[SAVINGS] = { success: true, transaction: null };
  await waitFor(() => page.dialog.getByText(/^200,000/));
  press('Set balance');
  await said('Savings updated', 'Mia');
  expect(bodies(page.sent, SAVINGS).at(-1)).toEqual({
    newBalance: '0.00300000',
    seenBalance: '0.00200000',
  });
});

test('Lightning: whole sats; a failure has its own toast and shows the reason in the form (TXN-17 TXN-21 TXN-23)', async () => {
  const page = await balanceDialog('Update Lightning balance', {
    [LIGHTNING]: refusal(409, 'Open requests hold this money', 'newBalance'),
  });
  type('New Lightning balance', '20000');
  press('Set balance');
  await said('Sync Failed', 'Could not update Lightning balance');
  expect(page.dialog.getByRole('alert').textContent).toContain('Open requests hold this money');
  page.answers[LIGHTNING] = { success: true, transaction: null };
  press('Set balance');
  await said('Lightning balance updated', 'Mia');
  expect(bodies(page.sent, LIGHTNING)).toEqual([
    { newBalance: '20000', seenBalance: '5000' },
    { newBalance: '20000', seenBalance: '5000' },
  ]);
});

test('several children: words and an amount for one at least, then one call (TXN-09 TXN-10)', async () => {
  const page = await openParentView({ children: [mia(), leo()] }, { [SEVERAL]: [] });
  await openDialog('Pay several children', 'Pay several children');
  press('Add lines');
  await said('Missing Information', 'Please fill in all fields');
  type('Description', 'New Year');
  type('Amount for Leo (optional)', '0');
  press('Add lines');
  await said('Invalid Amount', 'Please enter a valid amount');
  expect(bodies(page.sent, SEVERAL)).toEqual([]);
  type('Amount for Leo (optional)', '20000');
  press('Add lines');
  await waitFor(() =>
    expect(bodies(page.sent, SEVERAL)).toEqual([
      {
        type: 'bonus',
        description: 'New Year',
        payments: [{ childId: LEO, amount: '0.00020000' }],
      },
    ]),
  );
});

test('once several are paid, accounts on the screen are loaded again (TXN-09)', async () => {
  const ACCOUNTS = 'GET /api/accounts';
  const page = await openParentView(
    { children: [mia(), leo()] },
    { [SEVERAL]: [], [ACCOUNTS]: [] },
  );
  const accounts = new QueryObserver(page.queries, query(balances.accounts, {}));
  const end = accounts.subscribe(() => undefined);
  const asked = () => page.sent.filter(({ call }) => call === ACCOUNTS).length;
  await waitFor(() => expect(asked()).toBe(1));
  await openDialog('Pay several children', 'Pay several children');
  type('Description', 'New Year');
  type('Amount for Leo (optional)', '20000');
  press('Add lines');
  await waitFor(() => expect(asked()).toBe(2));
  end();
});

test('below the latest entries the page says how long they are kept, with the link "Privacy" (TXN-26)', async () => {
  await openParentView();
  screen.getByText(/Data retention: set to 12 months/);
  const panel = screen.getByRole('link', { name: 'Privacy' });
  expect(panel.getAttribute('href')).toBe('/settings?page=data');
});
