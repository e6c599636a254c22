/** A family's first minutes: children by name and age, and skipping. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import { aChild, aUser, id } from '#tests/web/replies.ts';
import { parent } from '#tests/web/setup-steps.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { aSaved, VPUB } from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { SetupPage } from './setup-page.tsx';

const SETUP = 'POST /api/family/setup';
const opened = (...names: string[]): Reply => [
  200,
  { success: true, children: names.map((name, i) => aChild({ id: id(i), name })) },
];
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

beforeEach(() => {
  history.replaceState(null, '', '/onboarding-setup?step=family');
});

afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => toastState().recent[0];

/** Past the optional wallets. */
async function passWallets() {
  await screen.findByRole('tab', { name: 'Bitcoin Address' });
  press('Not now');
  await passLightning();
}

async function passLightning() {
  await screen.findByLabelText('Parents’ Lightning address');
  press('Not now');
  await passSecurity();
}

async function passSecurity() {
  await screen.findByRole('heading', { name: /^No wallet yet|^Who can read/ });
  press('Continue');
}

async function open(replies: Record<string, Reply | readonly Reply[]>) {
  const sent = serve({ ...parent, ...replies });
  show(<SetupPage />);
  await screen.findByText('Who gets a savings book?');
  return sent;
}

function fill(name: string, age: string) {
  fireEvent.change(screen.getByLabelText("Child's name"), { target: { value: name } });
  fireEvent.change(screen.getByLabelText('Age'), { target: { value: age } });
}

const allow = (value: string) =>
  fireEvent.change(screen.getByLabelText(/^Weekly allowance, if you know/), { target: { value } });

test.each([
  ['neither', '', ''],
  ['no age', 'Mia', ''],
  ['no name', '', '9'],
])('a child with %s is refused (SETUP-07)', async (_, name, age) => {
  const sent = await open({ [SETUP]: opened() });
  fill(name, age);
  press('Add Child');
  expect(lastToast()).toMatchObject({
    title: 'Missing Information',
    description: "Please enter both child's name and age",
    destructive: true,
  });
  expect(screen.getAllByText("Please enter both child's name and age").length).toBeGreaterThan(0);
  await noneSent(sent, SETUP);
});

test('"Continue" without any child asks for one; skipping is another button (SETUP-07)', async () => {
  const sent = await open({ [SETUP]: opened() });
  press('Continue');
  expect(lastToast()?.title).toBe('Missing Information');
  await noneSent(sent, SETUP);
});

test.each(['0', '19', '25'])('the age %s is refused beside its field (SETUP-08)', async (age) => {
  const sent = await open({ [SETUP]: opened() });
  fill('Mia', age);
  press('Continue');
  // Present, but wrong.
  expect(lastToast()).toMatchObject({
    title: 'Invalid Age',
    description: 'Please enter a valid age between 1 and 18',
    destructive: true,
  });
  expect(screen.getAllByText('Please enter a valid age between 1 and 18')).toHaveLength(2);
  await noneSent(sent, SETUP);
});

test('an age is read as a whole number (SETUP-08)', async () => {
  const sent = await open({ [SETUP]: opened('Mia') });
  fill('Mia', '9.5');
  press('Continue');
  await passWallets();
  await screen.findByText('The first page is written');
  expect(sentTo(sent, SETUP)[0]?.body).toMatchObject({ children: [{ name: 'Mia', age: 9 }] });
});

test('a refused setup says why and the step stays, with what was typed (SETUP-25 SETUP-17)', async () => {
  await open({ [SETUP]: refusal(409, 'At most 30 children') });
  fill('Mia', '9');
  press('Continue');
  expect(await screen.findByText('At most 30 children')).toBeTruthy();
  expect(lastToast()).toMatchObject({ title: 'Setup Error', description: 'At most 30 children' });
  expect(screen.getByLabelText<HTMLInputElement>("Child's name").value).toBe('Mia');
});

test('a failure without a sentence says "Failed to setup family" (SETUP-25)', async () => {
  await open({ [SETUP]: [418, undefined] });
  press('Skip Setup');
  expect(await screen.findByText('Failed to setup family')).toBeTruthy();
  expect(lastToast()).toMatchObject({
    title: 'Setup Error',
    description: 'Failed to setup family',
  });
});

test('children are sent by name and age, none twice (SETUP-06 SETUP-18 SETUP-19 SETUP-22)', async () => {
  const sent = await open({ [SETUP]: opened('Mia', 'Leo') });
  fill('Mia', '9');
  press('Add Child');
  fill('Max', '7');
  press('Add Child');
  press("Take Max's book off the list");
  fill('Leo', '15');
  press('Continue');
  await passWallets();
  expect(await screen.findByText('The first page is written')).toBeTruthy();
  const children = [
    { name: 'Mia', age: 9 },
    { name: 'Leo', age: 15 },
  ];
  expect(sentTo(sent, SETUP).map(({ body }) => body)).toEqual([{ children, timeZone }]);
  expect(lastToast()?.title).toBe('Family Setup Complete');
  expect(screen.getByText('Mia and Leo have a savings book each.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('The first page is written');
  fireEvent.click(screen.getByRole('link', { name: 'Go to Dashboard' }));
  expect(location.pathname).toBe('/dashboard');
});

test('a row takes picture, day and any allowance, typed or tapped; it may be left empty (SETUP-06)', async () => {
  const weekly = { weeklyAllowance: '0.00005000' };
  const child = aChild({ ...weekly, name: 'Mia' });
  const sent = await open({ [SETUP]: [200, { success: true, children: [child] }] });
  fill('Mia', '9');
  press('Choose a picture');
  press('Fox');
  allow('much');
  press('Add Child');
  expect(screen.getAllByText('Please enter a valid Bitcoin amount').length).toBeGreaterThan(0);
  press('5,000 sats');
  fireEvent.change(screen.getByLabelText('Allowance day'), { target: { value: '6' } });
  press('Add Child');
  expect(screen.getByText('5,000 sats on Saturdays')).toBeTruthy();
  fill('Leo', '15');
  allow('1500');
  press('Add Child');
  fill('Zoe', '6');
  press('Continue');
  await passWallets();
  const mia = { name: 'Mia', age: 9, face: 'fox', ...weekly, allowanceDay: 6 };
  expect(sentTo(sent, SETUP)[0]?.body).toEqual({
    children: [
      mia,
      { name: 'Leo', age: 15, weeklyAllowance: '0.00001500' },
      { name: 'Zoe', age: 6 },
    ],
    timeZone,
  });
  expect(await screen.findByText('Each child has an allowance and a pay day.')).toBeTruthy();
});

test('"Skip Setup" jumps past the wallet to complete, says what is open, and counts as done (SETUP-04 SETUP-05)', async () => {
  const sent = await open({ [SETUP]: opened() });
  press('Skip Setup');
  expect(await screen.findByText('Your book is still empty')).toBeTruthy();
  expect(screen.queryByText('The first page is written')).toBeNull();
  expect(screen.queryByText('Your family is set up.', { exact: false })).toBeNull();
  expect(screen.queryByText('Done')).toBeNull();
  expect(sentTo(sent, SETUP).map(({ body }) => body)).toEqual([{ children: [], timeZone }]);
  expect(screen.getByText('Open a savings book for each child.')).toBeTruthy();
});

test('after the family come its Bitcoin wallet and its Lightning addresses, then complete (SETUP-03 SETUP-12 SETUP-14)', async () => {
  stubWorkers();
  const sent = await open({
    [SETUP]: opened('Mia'),
    'POST /api/wallet/configure': [200, aSaved()],
  });
  expect(screen.getByText(/Step 1 of 5/).textContent).toBe('Step 1 of 5: Family');
  fill('Mia', '9');
  press('Continue');
  const field = await screen.findByLabelText('Your wallet’s address');
  expect(screen.getByText(/Step 2 of 5/).textContent).toBe('Step 2 of 5: Bitcoin');
  fireEvent.change(field, { target: { value: VPUB } });
  await screen.findByText('Extended public key');
  press('Continue');
  await screen.findByLabelText('Mia’s Lightning address');
  expect(screen.getByText(/Step 3 of 5/).textContent).toBe('Step 3 of 5: Lightning');
  expect(lastToast()?.title).toBe('Bitcoin Wallet Connected');
  await passLightning();
  expect(await screen.findByText('Your Bitcoin wallet is connected.')).toBeTruthy();
  expect(screen.getByText(/Step 5 of 5/).textContent).toBe('Step 5 of 5: Complete');
  expect(sentTo(sent, 'POST /api/wallet/configure')).toHaveLength(1);
});

test('the wallet can wait: nothing is saved, and its end says what is open (SETUP-05 SETUP-13 SETUP-16)', async () => {
  const sent = await open({ [SETUP]: opened('Mia') });
  fill('Mia', '9');
  press('Continue');
  await screen.findByRole('tab', { name: 'Bitcoin Address' });
  press('Continue');
  await passLightning();
  const left = 'Connect the wallet in which you keep the savings.';
  expect(await screen.findByText(left)).toBeTruthy();
  expect(sent.some(({ call }) => call === 'POST /api/wallet/configure')).toBe(false);
});

test('who is no parent has nothing to set up here (SETUP-01)', async () => {
  serve({ ...parent, 'GET /api/auth/user': [200, aUser({ role: 'spouse' })] });
  show(<SetupPage />);
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
});

test('a page that cannot be loaded says so and offers a retry (SETUP-01)', async () => {
  serve({
    ...parent,
    'GET /api/invitations': [refusal(404, 'Not found'), [200, []]],
  });
  show(<SetupPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Who gets a savings book?')).toBeTruthy();
});
