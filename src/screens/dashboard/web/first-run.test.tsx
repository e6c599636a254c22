/** Until the first line is written: three steps, and one question for a parent's name. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { openDialog, openParentView, press, said } from '#tests/web/family.tsx';
import { aFamily, anEntry, aUser, id, LEO, leo } from '#tests/web/replies.ts';
import { refusal } from '#tests/web/support.tsx';
import { noWallet } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';

const empty = (over: Partial<Child> = {}) => ({
  ...leo(),
  weeklyAllowance: '0.00000000',
  nextAllowanceDate: null,
  daysUntilAllowance: null,
  ...over,
});
const NO_VAULT = {
  ...{ hasEncryptedWallet: false, encryptedSecrets: null, familyId: id(900), network: 'testnet' },
  ...{ version: 1, isRenewalDue: false, hasChildWallets: false, spending: null },
};
const steps = () =>
  [...document.querySelectorAll('.first-steps > li')].map((step) =>
    step.getAttribute('aria-current'),
  );

test('a new family gets three steps, the first of them open, and no empty blocks', async () => {
  await openParentView({ children: [], recent: [] });
  await screen.findByText('Three steps to the first pay day');
  expect(steps()).toEqual(['step', null, null]);
  expect(screen.queryByText('Recent activity')).toBeNull();
  await openDialog('Add your first child', 'Add a child');
});

test('until the first line is written each child gets an allowance with one press (CHILD-10)', async () => {
  const CHANGE = `PATCH /api/children/${LEO}/allowance`;
  const page = await openParentView(
    { children: [empty()], recent: [] },
    { [CHANGE]: refusal(409, 'Not now') },
  );
  const chip = await screen.findByRole('button', { name: '2,000 sats a week for Leo' });
  fireEvent.click(chip);
  await said('Error', 'Failed to update allowance settings');
  page.answers[CHANGE] = leo();
  page.answers['GET /api/children'] = [leo()];
  fireEvent.click(chip);
  await said('Allowance settings updated successfully');
  const sent = page.sent.filter(({ call }) => call === CHANGE).map(({ body }) => body);
  expect(sent.at(-1)).toEqual({ weeklyAllowance: '0.00002000', allowanceDay: 5 });
  await waitFor(() => expect(steps()).toEqual([null, 'step', null]));
  expect(screen.queryByRole('button', { name: /a week for Leo/ })).toBeNull();
});

test('a parent without a name is asked once what the children call them (AUTH-30)', async () => {
  const RENAME = 'PATCH /api/auth/user';
  const user = aUser({ firstName: null });
  const { unmount } = await openParentView();
  expect(screen.queryByText('What do your children call you?')).toBeNull();
  unmount();
  const page = await openParentView({ user }, { [RENAME]: refusal(400, 'Too long', 'firstName') });
  fireEvent.click(await screen.findByRole('button', { name: 'Mom, Dad, or your first name' }));
  fireEvent.change(await screen.findByLabelText('First name'), { target: { value: ' Mum ' } });
  press('Save');
  await screen.findAllByText('Too long');
  page.answers[RENAME] = aUser({ firstName: 'Mum' });
  page.answers['GET /api/auth/user'] = aUser({ firstName: 'Mum' });
  press('Save');
  await said('Saved', 'We’ll call you Mum.');
  await waitFor(() => expect(screen.queryByText('What do your children call you?')).toBeNull());
});

test('optional steps are listed below, three at a time; each can be dismissed (SETUP-02)', async () => {
  const NO_CODES = { 'GET /api/auth/recovery-codes': { left: 0, madeAt: null } };
  const page = await openParentView(
    { children: [empty()], recent: [] },
    { 'GET /api/family/spouse': null, ...NO_CODES },
  );
  await screen.findByText('When you have a minute');
  const labels = () =>
    screen.queryAllByRole('button', { name: /^Not now: / }).map((one) => one.ariaLabel);
  const [codes, wallet, lightning, device, invite] = [
    ...['Print codes', 'Connect a wallet', 'Set up Lightning', 'Add a device', 'Invite'],
  ].map((label) => `Not now: ${label}`) as [string, string, string, string, string];
  await waitFor(() => expect(labels()).toEqual([codes, wallet, lightning]));
  press(wallet);
  expect(labels()).toEqual([codes, lightning, device]);
  for (const label of [codes, lightning, device, invite]) press(label);
  expect(screen.queryByText('When you have a minute')).toBeNull();
  page.unmount();
  await openParentView(
    { children: [empty()], recent: [] },
    { 'GET /api/family/spouse': null, ...NO_CODES },
  );
  await screen.findByText('Three steps to the first pay day');
  expect(screen.queryByText('When you have a minute')).toBeNull();
  forgetPerson(newQueryClient());
});

test('pay days that pay themselves are offered where a server can pay, else a wallet in the browser', async () => {
  const offered = async (hasEncryptedWallet: boolean) => {
    const page = await openParentView(
      { family: aFamily({ hasEncryptedWallet }) },
      { 'GET /api/auth/recovery-codes': { left: 7, madeAt: null } },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'When you have a minute' }));
    await screen.findByText(/tablet or phone of their own/);
    const way = screen.getByRole('link', { name: 'Set up Lightning' });
    const said = way.closest('li')?.textContent;
    page.unmount();
    return [said, way.getAttribute('href')];
  };
  expect(await offered(false)).toEqual([
    expect.stringMatching(/^Let pay days pay themselves/),
    '/lightning-connect',
  ]);
  expect(await offered(true)).toEqual([
    expect.stringMatching(/^Pay your children over Lightning, from your own browser/),
    '/lightning-setup',
  ]);
});

test('somebody with printed codes is not asked to print them, however old the book', async () => {
  await openParentView({}, { 'GET /api/auth/recovery-codes': { left: 7, madeAt: null } });
  fireEvent.click(await screen.findByRole('button', { name: 'When you have a minute' }));
  await screen.findByRole('button', { name: 'Connect a wallet' });
  expect(screen.getByText('See whether the savings are covered by your own wallet.')).toBeTruthy();
  expect(screen.queryByText(/Print ten recovery codes/)).toBeNull();
});

test('a family without a wallet connects it where the page suggests it, encrypted or not (DASH-24 SETUP-02)', async () => {
  const without = { hasLegacyWallet: false, hasEncryptedWallet: false };
  for (const prefersEncryption of [false, true]) {
    const page = await openParentView(
      { children: [empty()], recent: [] },
      {
        'GET /api/wallet/family-info': noWallet(),
        'GET /api/wallet/preferences': { prefersEncryption, ...without },
        'GET /api/wallet/encrypted-config': NO_VAULT,
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Connect a wallet' }));
    await screen.findByRole('dialog', { name: 'Configure Bitcoin wallet' });
    await screen.findByRole('button', { name: prefersEncryption ? 'Save it encrypted' : 'Save' });
    page.unmount();
  }
});

test('the slip of a family’s first pay day stays when the usual home takes over (CHILD-12 DASH-27)', async () => {
  const due = { ...leo(), nextAllowanceDate: '2026-11-18', daysUntilAllowance: 0 };
  const booked = { childId: LEO, childName: 'Leo', amount: '0.00005000', dueDate: '2026-11-18' };
  const page = await openParentView(
    { children: [due], recent: [] },
    {
      'POST /api/process-allowances': {
        processedChildren: [{ ...booked, entryId: id(21) }],
        totalAmount: '0.00005000',
      },
    },
  );
  const press = await screen.findByRole('button', { name: 'Process Allowances' });
  // The page knows of a written line, but the reply has not arrived.
  page.answers['GET /api/transactions/recent'] = [anEntry({ type: 'allowance' })];
  page.answers['GET /api/children'] = [leo()];
  fireEvent.click(press);
  const slip = await screen.findByRole('region', { name: 'Pay day' });
  expect(screen.queryByText('Three steps to the first pay day')).toBeNull();
  await within(slip).findByRole('button', { name: 'I have paid' });
  fireEvent.click(within(slip).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pay day' })).toBeNull());
});
