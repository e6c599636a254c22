/** Adding a child, and all parents' settings for one: refusals first. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  openChildPage,
  openDialog,
  openParentView,
  openSetting,
  press,
  said,
  type,
} from '#tests/web/family.tsx';
import { aChild, id, LEO, leo, MIA } from '#tests/web/replies.ts';
import { refusal } from '#tests/web/support.tsx';

const CREATE = 'POST /api/children';
const CHANGE = `PATCH /api/children/${MIA}/allowance`;
const PREVIEW = `GET /api/children/${MIA}/allowance/preview`;
const EDIT = `PATCH /api/children/${MIA}`;
const LIMIT = `PATCH /api/children/${MIA}/spending-threshold`;
const REMOVE = `DELETE /api/children/${MIA}`;
const INVALID = 'Please enter a valid Bitcoin amount';
const preview = { unbooked: [], nextDate: '2026-11-21' };
const week = { weekStart: '2026-11-08', dueDate: '2026-11-14', amount: '0.00002000' };

async function addDialog(answers = {}) {
  const page = await openParentView({}, answers);
  return { ...page, dialog: await openDialog('Add Child', 'Add a child') };
}

function fill(name: string, age: string, allowance: string) {
  type('Name', name);
  type('Age', age);
  type('Weekly allowance', allowance);
  press('Open the book');
}

const SETTINGS = {
  allowance: [/^Weekly allowance/, 'Mia’s allowance'],
  limit: [/^Spending limit/, 'Mia’s spending limit'],
  details: [/^Details/, 'Mia’s details'],
} satisfies Record<string, [RegExp, string]>;

async function childDialog(setting: keyof typeof SETTINGS, answers = {}) {
  const page = await openChildPage({}, { [PREVIEW]: preview, ...answers });
  const [line, title] = SETTINGS[setting];
  return { ...page, dialog: await openSetting(line, title) };
}

/** All sent to this call. */
const bodies = (sent: { call: string; body: unknown }[], call: string) =>
  sent.filter((one) => one.call === call).map((one) => one.body);

test('the dialog asks five things; boy and Sunday are chosen (DASH-26 CHILD-13 CHILD-17)', async () => {
  const { dialog } = await addDialog();
  for (const label of ['Name', 'Age', 'Weekly allowance']) dialog.getByLabelText(label);
  const chosen = dialog.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked);
  expect(chosen.map(({ value }) => value)).toEqual(['boy', '0']);
  expect(dialog.getAllByRole('radio')).toHaveLength(2 + 7);
  const pictures = dialog.getByRole('radiogroup', { name: 'Picture' });
  expect(pictures.querySelectorAll('.avatar svg')).toHaveLength(2);
});

test('a name is required (CHILD-14)', async () => {
  const { sent, dialog } = await addDialog();
  fill('   ', '9', '2000');
  await said('Name Required', 'Please enter a name for your child');
  expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  expect(bodies(sent, CREATE)).toEqual([]);
});

test.each(['', '0', '19', '9.5', '-3'])('the age "%s" is refused (CHILD-15)', async (age) => {
  const { sent, dialog } = await addDialog();
  fill('Zoë', age, '2000');
  await said('Invalid Age', 'Please enter a valid age between 1 and 18');
  expect(dialog.getByLabelText('Age').getAttribute('aria-invalid')).toBe('true');
  expect(bodies(sent, CREATE)).toEqual([]);
});

test.each(['', '-1', '0.000000001', '2100000000000001'])(
  'the allowance "%s" is refused (CHILD-16)',
  async (amount) => {
    const { sent, dialog } = await addDialog();
    fill('Zoë', '10', amount);
    await said('Invalid Allowance', INVALID);
    expect(dialog.getByLabelText('Weekly allowance').getAttribute('aria-invalid')).toBe('true');
    expect(bodies(sent, CREATE)).toEqual([]);
  },
);

test('a refused child keeps the dialog open and shows why; a reply without words gets a default (CHILD-19)', async () => {
  const full = refusal(409, 'A family can have at most 30 children');
  const page = await addDialog({ [CREATE]: full });
  fill('Zoë', '10', '0');
  await said('Error', 'A family can have at most 30 children');
  expect(page.dialog.getByRole('alert').textContent).toContain(
    'A family can have at most 30 children',
  );
  page.answers[CREATE] = [502, '<html>'];
  press('Open the book');
  await said('Error', 'Failed to create child account');
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a child is created with what was typed, and shown (CHILD-09 CHILD-18)', async () => {
  const page = await addDialog({ [CREATE]: aChild({ id: LEO, name: 'Zoë' }) });
  page.answers['GET /api/children'] = [
    aChild(),
    leo(),
    aChild({ id: id(3), name: 'Zoë', age: 10 }),
  ];
  fireEvent.click(page.dialog.getByRole('radio', { name: 'Girl' }));
  fireEvent.click(page.dialog.getByRole('radio', { name: 'Friday' }));
  fill(' Zoë ', '10', '3000');
  await said('Child account created successfully', 'Zoë’s savings book is open.');
  const child = {
    name: 'Zoë',
    age: 10,
    weeklyAllowance: '0.00003000',
    allowanceDay: 5,
    gender: 'girl',
  };
  expect(bodies(page.sent, CREATE)).toEqual([child]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Zoë, 10' })).toBeTruthy();
});

test('every amount is typed in steps of 0.00000001 (PLAT-09)', async () => {
  const { dialog } = await childDialog('allowance');
  const step = '0.00000001';
  expect(dialog.getByLabelText(/^Weekly allowance/).getAttribute('step')).toBe(step);
  press('Close');
  const limit = await openSetting(/^Spending limit/, 'Mia’s spending limit');
  expect(limit.getByLabelText(/^Spending limit/).getAttribute('step')).toBe(step);
});

test('an allowance that is no amount is refused (CHILD-22)', async () => {
  const { sent } = await childDialog('allowance');
  type('Weekly allowance', '-0.1');
  press('Save allowance');
  await said('Invalid Amount', INVALID);
  expect(bodies(sent, CHANGE)).toEqual([]);
});

test('a failed change is reported, with the reason in the form (CHILD-25)', async () => {
  const { dialog } = await childDialog('allowance', {
    [CHANGE]: refusal(404, 'There is no such child'),
  });
  await dialog.findByText(/next allowance is on/);
  press('Save allowance');
  await said('Error', 'Failed to update allowance settings');
  expect(dialog.getByRole('alert').textContent).toContain('There is no such child');
});

test('the next date is shown before amount and day are saved (CHILD-10 CHILD-20 CHILD-24)', async () => {
  const { sent, dialog } = await childDialog('allowance', {
    [`${PREVIEW}?weeklyAllowance=0.00000001&allowanceDay=1`]: {
      unbooked: [],
      nextDate: '2026-11-23',
    },
    [CHANGE]: aChild(),
  });
  fireEvent.click(dialog.getByRole('radio', { name: 'Monday' }));
  type('Weekly allowance', '4000');
  await dialog.findByText('Once saved, the next allowance is on Monday, November 23, 2026.');
  expect(dialog.queryByText('Not recorded yet')).toBeNull();
  press('Save allowance');
  await said('Allowance settings updated successfully');
  expect(bodies(sent, CHANGE)).toEqual([{ weeklyAllowance: '0.00004000', allowanceDay: 1 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('typing another amount does not ask for dates again (CHILD-10)', async () => {
  const { sent, dialog } = await childDialog('allowance');
  await dialog.findByText(/next allowance is on/);
  for (const amount of ['10000', '20000', '30000']) type('Weekly allowance', amount);
  const asked = sent.filter(({ call }) => call.startsWith(PREVIEW));
  expect(asked).toHaveLength(1);
});

test('unbooked weeks must be answered: booked or skipped (CHILD-10)', async () => {
  const { sent, dialog } = await childDialog('allowance', {
    [PREVIEW]: { unbooked: [week], nextDate: '2026-11-21' },
    [CHANGE]: aChild(),
  });
  await dialog.findByText('Sat, Nov 14: 2,000 sats');
  press('Save allowance');
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('unrecorded weeks'));
  expect(bodies(sent, CHANGE)).toEqual([]);
  fireEvent.click(dialog.getByRole('radio', { name: /^Skip them/ }));
  press('Save allowance');
  await said('Allowance settings updated successfully');
  expect(bodies(sent, CHANGE)).toEqual([
    { weeklyAllowance: '0.00002000', allowanceDay: 6, unbooked: 'skip' },
  ]);
});

test('a spending limit that is no amount is refused (CHILD-23)', async () => {
  const { sent } = await childDialog('limit');
  type('Spending limit', '');
  press('Save limit');
  await said('Invalid Amount', INVALID);
  expect(bodies(sent, LIMIT)).toEqual([]);
});

test('a failed limit says so (CHILD-26)', async () => {
  await childDialog('limit', { [LIMIT]: refusal(409, 'Not now') });
  press('Save limit');
  await said('Error', 'Failed to update spending threshold');
});

test('the limit has its own form (CHILD-04 CHILD-11 CHILD-21)', async () => {
  const { sent, dialog } = await childDialog('limit', { [LIMIT]: aChild() });
  expect(dialog.getByLabelText<HTMLInputElement>('Spending limit').value).toBe('100,000');
  type('Spending limit', '200000');
  press('Save limit');
  await said('Spending limit updated');
  expect(bodies(sent, LIMIT)).toEqual([{ threshold: '0.00200000' }]);
  expect(bodies(sent, CHANGE)).toEqual([]);
});

test('the details are checked like a new child’s, then saved', async () => {
  const { sent } = await childDialog('details', { [EDIT]: aChild({ name: 'Mia Maria' }) });
  type('Age', '42');
  press('Save details');
  await said('Invalid Age', 'Please enter a valid age between 1 and 18');
  expect(bodies(sent, EDIT)).toEqual([]);
  type('Name', 'Mia Maria');
  type('Age', '10');
  press('Save details');
  await said('Details saved');
  expect(bodies(sent, EDIT)).toEqual([{ name: 'Mia Maria', age: 10, gender: 'girl' }]);
});

test('removing names the money that leaves, and only a yes removes', async () => {
  const page = await childDialog('details', {
    [REMOVE]: refusal(409, 'Answer the open requests'),
  });
  const { sent } = page;
  const ask = () => {
    press('Remove child');
    return within(screen.getByRole('alertdialog', { name: 'Remove Mia?' }));
  };
  const question = ask();
  question.getByText(
    /^After 72 hours, 142,300 sats of savings and 8,450 sats of spending money leave/,
  );
  fireEvent.click(question.getByRole('button', { name: 'Keep the book' }));
  expect(bodies(sent, REMOVE)).toEqual([]);
  fireEvent.click(ask().getByRole('button', { name: 'Remove' }));
  await said('Error', 'Answer the open requests');
  page.answers[REMOVE] = { success: true };
  page.answers['GET /api/children'] = [leo()];
  fireEvent.click(ask().getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Mia/ })).toBeNull());
  expect(location.pathname).toBe('/dashboard');
});
