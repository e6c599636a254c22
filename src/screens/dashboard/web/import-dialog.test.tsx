/** "Import CSV Transactions": refusals first, then a file previewed, answered, imported, undone. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  Imported,
  ImportPreview,
  ImportRecord,
  ImportRow,
} from '#features/book/imports/contract.ts';
import { open, openChildPage, press, said } from '#tests/web/family.tsx';
import { aChild, MIA, miasDashboard } from '#tests/web/replies.ts';
import { refusal } from '#tests/web/support.tsx';

const PREVIEW = 'POST /api/transactions/import-csv/preview';
const IMPORT = 'POST /api/transactions/import-csv';
const LIST = `GET /api/children/${MIA}/imports`;
const CHOOSE = 'Please select a CSV file to import';
const ENTRY = '0190c6e4-1a2b-7c3d-8e4f-000000000077';

const row = (over: Partial<ImportRow> = {}): ImportRow => ({
  row: 2,
  state: 'new',
  reason: null,
  amount: '0.00005000',
  fee: '0.00000000',
  at: '2026-10-01T10:00:00.000Z',
  description: 'Lemonade',
  asks: [],
  entry: null,
  ...over,
});

const preview = (over: Partial<ImportPreview> = {}): ImportPreview => ({
  wallet: 'phoenix',
  format: 'phoenix>=2.5.0',
  confidence: 'certain',
  imported: 1,
  skipped: 1,
  matched: 0,
  history: 0,
  rows: [row(), row({ row: 3, state: 'duplicate', description: 'Snack' })],
  questions: 0,
  dateOrder: null,
  timeZone: null,
  opening: '0.00000000',
  spendingAfter: '0.00013450',
  correctedAt: null,
  inOtherBooks: 0,
  ...over,
});

const imported = (over: Partial<Imported> = {}): Imported => ({
  importId: ENTRY,
  state: 'done',
  wallet: 'phoenix',
  format: 'phoenix>=2.5.0',
  confidence: 'certain',
  imported: 1,
  skipped: 1,
  matched: 0,
  history: 0,
  opening: '0.00000000',
  reasons: [],
  ...over,
});

const anImport = (over: Partial<ImportRecord> = {}): ImportRecord => ({
  id: ENTRY,
  childId: MIA,
  wallet: 'zeus',
  filename: 'zeus.csv',
  state: 'done',
  imported: 4,
  skipped: 2,
  matched: 0,
  history: 0,
  opening: '0.00000000',
  importedAt: '2026-11-10T10:00:00.000Z',
  importedBy: 'Anna',
  undoneAt: null,
  ...over,
});

async function importDialog(answers = {}) {
  const page = await openChildPage({}, { [LIST]: [], [PREVIEW]: preview(), ...answers });
  press(/^Import CSV/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Import CSV Transactions' }));
  return { ...page, dialog };
}

const choose = (name = 'phoenix.csv', text = 'date,id') =>
  fireEvent.change(screen.getByLabelText('CSV file'), {
    target: { files: [new File([text], name)] },
  });

test('without a file nothing is sent, and the words say what is missing (TXN-27 TXN-28)', async () => {
  const { sent, dialog } = await importDialog();
  fireEvent.click(dialog.getByRole('button', { name: 'Import' }));
  await said('Import Failed', CHOOSE);
  dialog.getByText(CHOOSE);
  expect(sent.filter(({ call }) => call === IMPORT)).toEqual([]);
});

test('only .csv files are taken (TXN-29)', async () => {
  const { sent, dialog } = await importDialog();
  choose('photo.png');
  await said('Import Failed', CHOOSE);
  expect(dialog.getByLabelText('CSV file').getAttribute('accept')).toContain('.csv');
  expect(sent.filter(({ call }) => call === PREVIEW)).toEqual([]);
});

test('the dialog explains how to get the file from each of the five wallets (TXN-30)', async () => {
  const { dialog } = await importDialog();
  dialog.getByText('Where do I find the file? (Alby, Phoenix, Breez, Zeus, CoinOS)');
});

test('a file that cannot be read says the row; a failed import says so (TXN-33)', async () => {
  const page = await importDialog({
    [PREVIEW]: refusal(400, 'Row 3: it has 2 cells, the header has 9'),
  });
  choose();
  await page.dialog.findByText('Row 3: it has 2 cells, the header has 9');
  page.answers[PREVIEW] = preview();
  page.answers[IMPORT] = [502, ''];
  choose();
  await page.dialog.findByText('Lemonade');
  press('Import 1 row');
  await said('Import Failed', 'Failed to import CSV file');
});

test('every row is shown first; then it is imported once, with both counts (TXN-32 TXN-31)', async () => {
  const { sent, dialog, answers } = await importDialog({
    [IMPORT]: imported({ imported: 3, skipped: 2 }),
  });
  choose('phoenix.csv', 'date,id\n1,2');
  await dialog.findByText('A file from Phoenix');
  dialog.getByText('Recognized');
  dialog.getByText('Imported before');
  answers['GET /api/children'] = [aChild({ spendingBalance: '0.00013450' })];
  press('Import 1 row');
  await said('CSV Import Successful', '3 imported, 2 duplicates skipped');
  expect(sent.filter(({ call }) => call === IMPORT)).toMatchObject([
    {
      body: { childId: MIA, filename: 'phoenix.csv', csvContent: 'date,id\n1,2' },
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  // A preview writes nothing, so it has no key.
  expect(sent.find(({ call }) => call === PREVIEW)?.key).toBeNull();
  dialog.getByText('3 imported, 2 duplicates skipped');
});

test('what the file does not contain is asked for, and nothing is sent before it is answered', async () => {
  const asked = preview({
    wallet: 'misty-breez',
    format: 'misty-breez<0.3.0',
    dateOrder: { likely: 'mdy', example: '7/4/2023 3:15 PM' },
    timeZone: 'Europe/Berlin',
    questions: 1,
    imported: 0,
    rows: [row({ state: 'question', amount: null, asks: ['direction'], reason: 'which way' })],
  });
  const { sent, dialog, answers } = await importDialog({ [PREVIEW]: asked, [IMPORT]: imported() });
  choose('BreezPayments.csv');
  await dialog.findByText('Needs an answer');
  press('Import');
  await said('Import Failed', 'Please answer the questions about this file first.');
  expect(sent.filter(({ call }) => call === IMPORT)).toEqual([]);
  fireEvent.click(dialog.getByLabelText('Friday, April 7, 2023'));
  answers[PREVIEW] = { ...asked, questions: 0, imported: 1, rows: [row()] };
  fireEvent.click(dialog.getByLabelText('All received'));
  await waitFor(() => dialog.getByRole('button', { name: 'Import 1 row' }));
  press('Import 1 row');
  await said('CSV Import Successful', '1 imported, 1 duplicates skipped');
  expect(sent.find(({ call }) => call === IMPORT)?.body).toMatchObject({
    dateOrder: 'dmy',
    direction: 'in',
  });
});

test('pressing right after an answer does not report it as missing (TXN-32)', async () => {
  const asked = preview({
    questions: 1,
    imported: 0,
    rows: [row({ state: 'question', at: null, asks: ['date'], reason: 'when' })],
  });
  const { sent, dialog, answers } = await importDialog({ [PREVIEW]: asked, [IMPORT]: imported() });
  choose();
  const when = await dialog.findByLabelText('Row 2: when was this?');
  let arrive = (_: ImportPreview) => {};
  answers[PREVIEW] = () => new Promise<ImportPreview>((resolve) => (arrive = resolve));
  fireEvent.change(when, { target: { value: '2026-10-01T12:00' } });
  // Pressing removes the focus first, so the answer is read.
  fireEvent.blur(when);
  press('Import');
  await waitFor(() => expect(sent.filter(({ call }) => call === PREVIEW)).toHaveLength(2));
  answers[PREVIEW] = preview();
  arrive(preview());
  await said('CSV Import Successful', '1 imported, 1 duplicates skipped');
  expect(screen.queryByText(/Please answer the questions/)).toBeNull();
});

test('a doubtful match is asked about at its row', async () => {
  const entry = {
    id: ENTRY,
    at: '2026-09-29T10:00:00.000Z',
    amount: '0.00005000',
    description: 'Ice cream',
  };
  const doubtful = preview({ rows: [row({ state: 'matched', asks: ['match'], entry })] });
  const { sent, dialog } = await importDialog({ [PREVIEW]: doubtful });
  choose();
  const same = await dialog.findByLabelText(/This is “Ice cream” from .*, already in the book/);
  expect((same as HTMLInputElement).checked).toBe(true);
  fireEvent.click(same);
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === PREVIEW).at(-1)?.body).toMatchObject({
      separate: [2],
    }),
  );
});

test('imports are listed for parents and taken back after a question', async () => {
  const { sent, dialog, answers } = await importDialog({
    [LIST]: [anImport()],
    [`POST /api/transactions/imports/${ENTRY}/undo`]: anImport({ state: 'undone' }),
  });
  await dialog.findByText('Zeus: zeus.csv');
  fireEvent.click(dialog.getByRole('button', { name: /^Take back zeus.csv from / }));
  answers[LIST] = [anImport({ state: 'undone' })];
  press('Take it back');
  await said('Import taken back', 'zeus.csv');
  expect(sent.some(({ call }) => call.endsWith('/undo'))).toBe(true);
  await dialog.findByText('Taken back');
});

test('a child asks, with the same look at its rows (CHILD-36 TXN-27)', async () => {
  const all = miasDashboard({ children: [aChild({ age: 11 })] });
  const { sent } = open({
    'GET /api/dashboard': all,
    [PREVIEW]: preview(),
    [IMPORT]: imported({ state: 'waiting' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Import CSV' }));
  await screen.findByRole('dialog', { name: 'Import CSV Transactions' });
  choose();
  await screen.findByText('Lemonade');
  expect(sent.some(({ call }) => call === LIST)).toBe(false);
  press('Ask to import');
  await said('Request Sent!', 'A parent will look at the file and answer.');
  screen.getByText('A parent will look at it');
});

test('a parent sees every row of a child’s file before the yes or no (APPR-05)', async () => {
  const request = {
    id: '0190c6e4-1a2b-7c3d-8e4f-000000000088',
    kind: 'import' as const,
    childId: MIA,
    childName: 'Mia',
    amount: null,
    reason: 'phoenix.csv',
    createdAt: '2026-11-18T10:00:00.000Z',
    state: 'pending' as const,
    byChild: true,
    enteredBy: 'Mia',
    decidedBy: null,
    decidedAt: null,
    approvedAmount: null,
    denialReason: null,
    balanceAfter: null,
    payloadId: ENTRY,
  };
  await openChildPage(
    { requests: { open: [request], answered: [] } },
    { [`GET /api/transactions/imports/${ENTRY}/preview`]: preview() },
  );
  const see = await screen.findByRole('button', { name: 'See the rows in Mia’s file' });
  fireEvent.click(see);
  const dialog = within(await screen.findByRole('dialog', { name: 'The rows in Mia’s file' }));
  await dialog.findByText('Lemonade');
  dialog.getByText('A file from Phoenix');
});

test('for the youngest the button is behind More (CHILD-36)', async () => {
  const kid = { 'GET /api/dashboard': miasDashboard({ children: [aChild({ age: 7 })] }) };
  const { unmount } = open(kid);
  await screen.findByRole('button', { name: 'Add Transaction' });
  expect(screen.queryByRole('button', { name: 'Import CSV' })).toBeNull();
  const more = screen.getByRole('link', { name: 'More' });
  expect(more.getAttribute('href')).toBe('/more');
  unmount();
  open({ ...kid, 'GET /api/messages': [] }, '/more');
  fireEvent.click(await screen.findByRole('button', { name: /^Import CSV/ }));
  await screen.findByRole('dialog', { name: 'Import CSV Transactions' });
});
