/** Pay day on the parents' screen: recording what is due, and the slip afterwards. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Payout } from '#features/money/lightning/payouts/contract.ts';
import { openParentView, press, said } from '#tests/web/family.tsx';
import { aChild, aFamily, anEntry, id, LEO, leo, MIA } from '#tests/web/replies.ts';
import { refusal } from '#tests/web/support.tsx';

const PROCESS = 'POST /api/process-allowances';
const RECENT = 'GET /api/transactions/recent';
const nothingDue = { processedChildren: [], totalAmount: '0.00000000' };
const processed = (childId: string, childName: string, amount: string) => ({
  childId,
  childName,
  amount,
  dueDate: '2026-11-18',
  entryId: id(childId === MIA ? 21 : 22),
});
/** Each rarely needed block is one line with its name, which opens it. */
const openBlock = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
/** The button loads with its slip. */
const process = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Process Allowances' }));
const BY_ITSELF = 'It is recorded automatically from 6:00 in the morning. Or press now.';
/** Mia's pay day has come. */
const due = () => aChild({ nextAllowanceDate: '2026-11-18', daysUntilAllowance: 0 });

test('Process Allowances is on the cover when something is due (DASH-27)', async () => {
  const { unmount } = await openParentView();
  expect(screen.queryByRole('button', { name: 'Process Allowances' })).toBeNull();
  unmount();
  await openParentView({ children: [due()] });
  await screen.findByText('Due today: Mia.');
  await screen.findByRole('button', { name: 'Process Allowances' });
  expect(screen.queryByText(BY_ITSELF)).toBeNull();
});

test('if pay days are recorded automatically, nothing suggests that a press is needed', async () => {
  const family = aFamily({ payAutomatically: true });
  await openParentView({ children: [due()], family });
  await screen.findByRole('button', { name: 'Process Allowances' });
  expect(screen.getByText(BY_ITSELF)).toBeTruthy();
});

test('failed processing is reported in a toast and next to the button (CHILD-30)', async () => {
  await openParentView({ children: [due()] }, { [PROCESS]: refusal(409, 'The book is closed') });
  await process();
  await said('Failed to process allowances', 'The book is closed');
  expect(screen.getByText('The book is closed')).toBeTruthy();
});

test('nothing due names today’s weekday (CHILD-27 CHILD-29)', async () => {
  const { sent } = await openParentView({}, { [PROCESS]: nothingDue });
  await openBlock('How pay day works');
  fireEvent.click(await screen.findByRole('button', { name: 'Process Allowances' }));
  await screen.findByText(/^No Allowances Due\..*Wednesday/, { selector: '[role=status]' });
  expect(sent.filter(({ call }) => call === PROCESS)).toHaveLength(1);
});

test('processing lists the children, several weeks as one amount (DASH-27 CHILD-12 CHILD-28)', async () => {
  const booked = [
    processed(MIA, 'Mia', '0.00002000'),
    processed(LEO, 'Leo', '0.00005000'),
    processed(MIA, 'Mia', '0.00002000'),
  ];
  const page = await openParentView(
    { children: [due(), leo()] },
    { [PROCESS]: { processedChildren: booked, totalAmount: '0.00009000' } },
  );
  page.answers[RECENT] = [
    anEntry({
      type: 'allowance',
      description: 'Weekly allowance',
      createdAt: '2026-11-18T13:00:00.000Z',
    }),
    anEntry(),
  ];
  expect(screen.queryByText('Recorded')).toBeNull();
  await process();
  await said('Allowances Processed', 'Mia: 4,000 sats; Leo: 5,000 sats');
  const fresh = screen.getByText('Weekly allowance').closest('li.ledger-line') as HTMLElement;
  expect(within(fresh).getByText('Recorded')).toBeTruthy();
  expect(await stampsOf(await screen.findByRole('region', { name: 'Pay day' }))).toEqual([
    'Mia 2 weeks: Recorded',
    'Leo: Recorded',
  ]);
});

const stampsOf = async (slip: HTMLElement) =>
  (await within(slip).findAllByRole('listitem')).map(
    (row) => `${row.firstChild?.textContent}: ${row.lastChild?.textContent}`,
  );

const ONE_EACH = {
  processedChildren: [processed(MIA, 'Mia', '0.00002000'), processed(LEO, 'Leo', '0.00005000')],
  totalAmount: '0.00007000',
};
const PAID = 'POST /api/transactions/several/paid';
const UNDO = 'POST /api/transactions/several/undo';

test('the slip of a pay day is marked as paid in one press; a refusal appears in it (CHILD-12)', async () => {
  const { answers, sent } = await openParentView(
    { children: [due(), leo()] },
    { [PROCESS]: ONE_EACH, [PAID]: refusal(409, 'A line that was taken back is not paid') },
  );
  await process();
  const slip = await screen.findByRole('region', { name: 'Pay day' });
  expect(slip.textContent).toContain('Together7,000 sats');
  fireEvent.click(await within(slip).findByRole('button', { name: 'I have paid' }));
  await within(slip).findByText('A line that was taken back is not paid');
  expect(await stampsOf(slip)).toEqual(['Mia: Recorded', 'Leo: Recorded']);
  answers[PAID] = [anEntry()];
  press('I have paid');
  await within(slip).findByText('Marked as paid.');
  expect(await stampsOf(slip)).toEqual(['Mia: Paid', 'Leo: Paid']);
  expect(sent.filter(({ call }) => call === PAID).map(({ body }) => body)).toEqual([
    { ids: [id(21), id(22)] },
    { ids: [id(21), id(22)] },
  ]);
  fireEvent.click(within(slip).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pay day' })).toBeNull());
});

test('the slip survives a reload until an entry of it is paid or undone; no name or amount is stored (CHILD-12)', async () => {
  const line = (entryId: string, over: object = {}) =>
    anEntry({ id: entryId, type: 'allowance', amount: '0.00003000', ...over });
  const reload = async (...lines: ReturnType<typeof line>[]) =>
    openParentView({ children: [leo()], recent: lines }, { [UNDO]: [anEntry()] });
  const { unmount } = await openParentView({ children: [due(), leo()] }, { [PROCESS]: ONE_EACH });
  await process();
  await screen.findByRole('region', { name: 'Pay day' });
  expect(Object.values(sessionStorage).join()).toBe(`${id(21)} ${id(22)}`);
  unmount();
  for (const over of [{ state: 'paid' }, { undoneBy: id(23) }]) {
    const page = await reload(line(id(21)), line(id(22), over));
    expect(screen.queryByRole('region', { name: 'Pay day' })).toBeNull();
    page.unmount();
  }
  const { sent } = await reload(line(id(22)), line(id(21)), line(id(20)));
  const slip = await screen.findByRole('region', { name: 'Pay day' });
  expect(slip.textContent).toContain('6,000 sats');
  fireEvent.click(await within(slip).findByRole('button', { name: 'Undo' }));
  await within(slip).findByText(/All of it is taken back/);
  expect(sent.find(({ call }) => call === UNDO)?.body).toEqual({ ids: [id(21), id(22)] });
  fireEvent.click(within(slip).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

test('a pay day is undone in one press, or made automatic from now on (TXN-03)', async () => {
  const { sent } = await openParentView(
    { children: [due(), leo()] },
    {
      [PROCESS]: ONE_EACH,
      [UNDO]: [anEntry()],
      'PATCH /api/family/settings': { success: true },
    },
  );
  await process();
  const slip = await screen.findByRole('region', { name: 'Pay day' });
  fireEvent.click(within(slip).getByRole('switch', { name: 'Do this automatically every week' }));
  await said('Saved', 'Pocket money is recorded automatically on each pay day.');
  expect(sent.find(({ call }) => call === 'PATCH /api/family/settings')?.body).toEqual({
    payAutomatically: true,
  });
  press('Undo');
  await within(slip).findByText(/All of it is taken back/);
  expect(await stampsOf(slip)).toEqual(['Mia: Taken back', 'Leo: Taken back']);
  expect(within(slip).queryByRole('button', { name: 'I have paid' })).toBeNull();
});

/** A payout of the plan, as listed a moment after the pay day. */
const aPayout = (row: Partial<Payout> = {}): Payout => ({
  ...{ id: id(21), childId: MIA, childName: 'Mia', plan: 'lightning', dueDate: '2026-11-18' },
  ...{ amount: 2_000, feeLimit: 20, receiver: 'mia@example.com', state: 'due', failure: null },
  ...{ paymentId: null, paidEntryId: null, proof: null, txid: null, provider: null },
  ...{ settledBy: null, since: '2026-11-18T12:00:00.000Z', endedAt: null },
  ...row,
});

test('the slip says what the plan pays, and “I have paid” leaves that alone (CHILD-12 T26)', async () => {
  const { answers, sent } = await openParentView(
    { children: [due(), leo()] },
    {
      [PROCESS]: ONE_EACH,
      [PAID]: [anEntry()],
      'GET /api/payouts': { payer: 'server', payouts: [aPayout()] },
    },
  );
  await process();
  const slip = await screen.findByRole('region', { name: 'Pay day' });
  await within(slip).findByText(/It is about to be paid/);
  expect(slip.textContent).toContain('Pay the rest from your wallet when you are ready.');
  answers['GET /api/payouts'] = {
    payer: 'server',
    payouts: [aPayout({ state: 'paid', proof: 'proven' })],
  };
  press('I have paid');
  await within(slip).findByText(/Paid over Lightning/);
  expect(sent.filter(({ call }) => call === PAID).map(({ body }) => body)).toEqual([
    { ids: [id(22)] },
  ]);
});

test('if a plan pays everything, nobody is told to pay it, and what moves is not undone (CHILD-12 T26)', async () => {
  const page = await openParentView(
    { children: [due()] },
    {
      [PROCESS]: { ...ONE_EACH, processedChildren: [ONE_EACH.processedChildren[0]] },
      'GET /api/payouts': { payer: 'server', payouts: [aPayout()] },
      'PATCH /api/family/settings': { success: true },
    },
  );
  await process();
  const slip = await screen.findByRole('region', { name: 'Pay day' });
  await within(slip).findByText(/It is about to be paid/);
  expect(slip.textContent).not.toContain('from your wallet');
  expect(within(slip).queryByRole('button', { name: 'I have paid' })).toBeNull();
  within(slip).getByRole('button', { name: 'Undo' });
  page.answers['GET /api/payouts'] = { payer: 'server', payouts: [aPayout({ state: 'checking' })] };
  // Every change makes the page reload it.
  fireEvent.click(within(slip).getByRole('switch', { name: 'Do this automatically every week' }));
  await within(slip).findByText(/Still checking/);
  expect(within(slip).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a pay day whose price is too old says so, and one press takes the price and records it', async () => {
  const agreed = { currency: 'EUR', minor: 200, most: '0.00005000', minorPerBtc: 6_100_000 };
  const waiting = (isPriceOld: boolean) => ({
    ...due(),
    agreedAllowance: { ...agreed, isPriceOld },
  });
  const TAKE = 'PUT /api/family/rate/source';
  const { unmount } = await openParentView({ children: [waiting(false)] });
  await screen.findByRole('button', { name: 'Process Allowances' });
  expect(screen.queryByText(/^Needs a price/)).toBeNull();
  unmount();
  const { sent } = await openParentView(
    { children: [waiting(true)] },
    { [TAKE]: { success: true }, [PROCESS]: nothingDue },
  );
  await screen.findByText('Needs a price: Mia');
  expect(screen.queryByRole('button', { name: 'Process Allowances' })).toBeNull();
  press('Use €61,000');
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(PROCESS));
  expect(sent.find(({ call }) => call === TAKE)?.body).toEqual({
    ...{ currency: 'EUR', minorPerBtc: 6_100_000 },
  });
});
