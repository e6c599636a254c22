/** Importing wallet files through the front door: refusals, then the resulting book. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message, record } from '#tests/support/family.ts';
import {
  fixture,
  fixtures,
  importFile,
  oldPhoenixFile,
  phoenixdFile,
  previewFile,
} from '#tests/support/wallet-files.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Imported, ImportPreview, ImportRecord } from './contract.ts';

let app: TestApp;
let parent: Visitor;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  parent = await app.signIn('anna@example.com');
});
afterAll(() => app.close());

const newChild = async () => (await addChild(parent)).id;
let untouched: Promise<string> | undefined;
/** One child for all refused files: a family has at most 30. */
const childOfRefused = () => (untouched ??= newChild());
const spending = async (id: string) => (await getChild(parent, id)).spendingBalance;
const IN = { id: 'a', at: '2026-10-01T10:00:00Z', sats: 5_000 };
const OUT = { id: 'b', at: '2026-10-02T10:00:00Z', sats: -1_000, feeSats: 3 };

test('without a file, or with another kind of file, nothing is imported (TXN-28 TXN-29 TXN-33)', async () => {
  const child = await newChild();
  const before = await snapshot(app);
  for (const more of [{ filename: '' }, { filename: 'export.pdf' }, { csvContent: 5 }]) {
    const reply = await importFile(parent, child, phoenixdFile([IN]), more);
    expect(reply.status).toBe(400);
    expect(message(reply)).toBe('Please select a CSV file to import');
  }
  const unknown = await importFile(parent, child, 'date,amount\n2026-01-01,5');
  expect([unknown.status, message(unknown)]).toEqual([
    400,
    'We don’t know this kind of file. You can import files from Alby, Phoenix, Breez, Zeus and CoinOS',
  ]);
  expect(await snapshot(app)).toBe(before);
});

test.each(fixtures())('$format: $imported imported, exactly (TXN-07 TXN-30)', async (one) => {
  const child = await newChild();
  const reply = await importFile(parent, child, fixture(one.file), {
    filename: one.uploadFilename,
    timeZone: 'UTC',
  });
  expect(reply.body).toMatchObject({
    state: 'done',
    wallet: one.wallet,
    format: one.format,
    confidence: 'certain',
    imported: one.imported,
    skipped: one.skipped.length,
    reasons: one.skipped.map(({ dataRow, reason }) => ({ row: dataRow + 1, reason })),
  });
  const again = await importFile(parent, child, fixture(one.file), {
    filename: one.uploadFilename,
    timeZone: 'UTC',
  });
  expect(again.body).toMatchObject({ importId: null, imported: 0, skipped: one.dataRows });
});

test('rows post what they moved, in whole sats, with the wallet’s words and times (TXN-07)', async () => {
  const child = await newChild();
  const text = fixture('phoenix-new.csv');
  await importFile(parent, child, text);
  // In 50,000 sats; out 10,000.000 and a fee of 20.5, each rounded down on its own.
  expect(await spending(child)).toBe('0.00039980');
  const list = (await parent.get(`/api/children/${child}/transactions`)).body as object[];
  expect(list).toMatchObject([
    {
      type: 'lightning_spend',
      amount: '-0.00010020',
      description: 'Book store\n---\nComic, volume 3',
      createdAt: '2025-06-02T09:00:00.456Z',
    },
    { type: 'earned', amount: '0.00050000', description: 'Weekly allowance' },
  ]);
});

test('the preview says all that the import does, and writes nothing (TXN-07)', async () => {
  const child = await newChild();
  await importFile(parent, child, phoenixdFile([IN]));
  const before = await snapshot(app);
  const text = phoenixdFile([IN, OUT, { id: 'c', at: '2026-10-03T10:00:00Z', sats: 0 }]);
  const preview = (await previewFile(parent, child, text)).body as ImportPreview;
  expect(preview).toMatchObject({ imported: 1, skipped: 2, questions: 0, confidence: 'certain' });
  expect(preview.rows.map(({ row, state }) => [row, state])).toEqual([
    [2, 'duplicate'],
    [3, 'new'],
    [4, 'skipped'],
  ]);
  expect(preview.rows[1]).toMatchObject({ amount: '-0.00001003', fee: '0.00000003' });
  expect(await snapshot(app)).toBe(before);
  const done = (await importFile(parent, child, text)).body as Imported;
  expect(done).toMatchObject({ imported: preview.imported, skipped: preview.skipped });
  expect(await spending(child)).toBe(preview.spendingAfter);
});

test('the same row is the same by direction and id; without an id as often as it occurs (TXN-31)', async () => {
  const child = await newChild();
  const same = { at: '2026-10-01T10:00:00Z', sats: 700 };
  const two = oldPhoenixFile([same, same]);
  expect((await importFile(parent, child, two)).body).toMatchObject({ imported: 2, skipped: 0 });
  expect((await importFile(parent, child, two)).body).toMatchObject({ imported: 0, skipped: 2 });
  const three = oldPhoenixFile([same, same, same]);
  expect((await importFile(parent, child, three)).body).toMatchObject({ imported: 1, skipped: 2 });
  expect((await importFile(parent, child, two)).body).toMatchObject({ imported: 0, skipped: 2 });
  expect(await spending(child)).toBe('0.00002100');
});

test('a payment listed twice in a file counts once (TXN-31 T47)', async () => {
  const child = await newChild();
  const twice = phoenixdFile([IN, OUT, IN]);
  expect((await importFile(parent, child, twice)).body).toMatchObject({ imported: 2, skipped: 1 });
  expect(await spending(child)).toBe('0.00003997');
});

test('Phoenix before and since 2.5: the same payments in both kinds of file count once (T47)', async () => {
  const old = await newChild();
  const payments = [
    { at: '2025-06-01T09:00:00.123Z', sats: 50_000 },
    { at: '2025-06-02T09:00:00.456Z', sats: -10_020 },
  ];
  await importFile(parent, old, oldPhoenixFile(payments));
  const text = fixture('phoenix-new.csv')
    .replace(',-10020500,', ',-10020000,')
    .replace(',20500,', ',20000,');
  expect((await importFile(parent, old, text)).body).toMatchObject({ imported: 0, skipped: 2 });
  const fresh = await newChild();
  await importFile(parent, fresh, text);
  const later = { at: '2025-07-01T09:00:00.000Z', sats: 7 };
  expect(
    (await importFile(parent, fresh, oldPhoenixFile([...payments, later]))).body,
  ).toMatchObject({ imported: 1, skipped: 2 });
  expect(await spending(fresh)).toBe('0.00039987');
});

test('the preview warns a parent, but not a child, when rows are already in another child’s book (T47)', async () => {
  const [mia, leo] = [await newChild(), await newChild()];
  const text = phoenixdFile([{ ...IN, id: 'elsewhere' }]);
  await importFile(parent, mia, text);
  expect((await previewFile(parent, leo, text)).body).toMatchObject({
    imported: 1,
    inOtherBooks: 1,
  });
  const kid = await joinAsChild(app, parent, leo, 'leo@example.com');
  expect((await previewFile(kid, leo, text)).body).toMatchObject({ imported: 1, inOtherBooks: 0 });
});

test('what the file does not contain is asked for: direction, date; nothing is guessed (TXN-07)', async () => {
  const child = await newChild();
  const old =
    'Date & Time,Title,Amount,Preimage,TX Hash,Fee\r\n3/14/2025 1:00 PM,Lemonade,500,,t1,2';
  const reply = await importFile(parent, child, old);
  expect([reply.status, message(reply)]).toEqual([
    400,
    'Row 2: the file does not say whether this was sent or received. Please say which',
  ]);
  const asked = (await previewFile(parent, child, old)).body as ImportPreview;
  expect(asked.rows[0]).toMatchObject({ state: 'question', asks: ['direction'], amount: null });
  const rows = [{ row: 2, direction: 'in' }];
  expect((await importFile(parent, child, old, { rows })).body).toMatchObject({ imported: 1 });
  // Known by now, so no question.
  expect((await importFile(parent, child, old)).body).toMatchObject({ imported: 0, skipped: 1 });

  const undated = fixture('zeus_onchain.csv')
    .replace('"-25000"', '"25000"')
    .replace(/"Thu May[^"]*"/, '"Invalid Date"');
  expect(message(await importFile(parent, child, undated))).toBe(
    'Row 2: there is no date that can be read. Please say when this was',
  );
  for (const [at, status] of [
    ['1970-01-01T00:00:00.000Z', 400],
    ['2031-01-01T00:00:00.000Z', 400],
    ['2026-01-01T00:00:00.000Z', 200],
  ] as const)
    expect((await importFile(parent, child, undated, { rows: [{ row: 2, at }] })).status, at).toBe(
      status,
    );
  expect(await spending(child)).toBe('0.00025500');
});

test('day and month: both readings are shown, and the chosen one applies (TXN-07)', async () => {
  const child = await newChild();
  const text = fixture('breez.csv');
  const of = async (more: object) =>
    (await previewFile(parent, child, text, { timeZone: 'UTC', ...more })).body as ImportPreview;
  const first = await of({});
  expect(first.dateOrder).toEqual({ likely: 'mdy', example: '7/4/2023 3:15 PM' });
  expect(first.rows[0]?.at).toBe('2023-07-04T15:15:00.000Z');
  expect((await of({ dateOrder: 'dmy' })).rows[0]?.at).toBe('2023-04-07T15:15:00.000Z');
  expect((await of({ timeZone: 'Asia/Tokyo' })).rows[0]?.at).toBe('2023-07-04T06:15:00.000Z');
});

test('a file that needs more than spending has is refused as a whole', async () => {
  const child = await newChild();
  await importFile(parent, child, phoenixdFile([IN]));
  await record(parent, child, 'spending', '0.00004500');
  const before = await snapshot(app);
  const reply = await importFile(parent, child, phoenixdFile([IN, OUT]));
  expect(reply.status).toBe(409);
  expect(message(reply)).toMatch(/more than the book’s spending money/);
  expect(await snapshot(app)).toBe(before);
});

test('an import is listed and taken back: reversed, forgotten, and imported again exactly', async () => {
  const child = await newChild();
  const text = phoenixdFile([{ ...IN, sats: 100 }, OUT]);
  const { importId } = (await importFile(parent, child, text)).body as Imported;
  expect(await spending(child)).toBe('0.00000000');
  const later = (await importFile(parent, child, phoenixdFile([{ ...IN, id: 'z', sats: 40 }])))
    .body as Imported;
  // The newer file shows that 40 were there, so less of an opening amount is needed.
  expect(later.opening).toBe('-0.00000040');
  const undo = (id: string | null) => parent.send('POST', `/api/transactions/imports/${id}/undo`);
  expect((await undo(importId)).body).toMatchObject({ state: 'undone' });
  expect(await spending(child)).toBe('0.00000040');
  expect((await undo(importId)).status).toBe(409);
  const list = (await parent.get(`/api/children/${child}/imports`)).body as ImportRecord[];
  expect(list.map(({ state, imported }) => [state, imported])).toEqual([
    ['done', 1],
    ['undone', 2],
  ]);
  expect((await importFile(parent, child, text)).body).toMatchObject({ imported: 2, skipped: 0 });
  expect(await spending(child)).toBe('0.00000000');
});

test('an import whose money was spent cannot be undone', async () => {
  const child = await newChild();
  const { importId } = (await importFile(parent, child, phoenixdFile([IN]))).body as Imported;
  await record(parent, child, 'spending', '0.00002000');
  const reply = await parent.send('POST', `/api/transactions/imports/${importId}/undo`);
  expect([reply.status, message(reply)]).toEqual([
    409,
    'The money from this import has been spent or moved, so it cannot be taken back',
  ]);
  expect(await spending(child)).toBe('0.00003000');
});

test.each(fixtures())(
  '$format: one row is wrong, and nothing of the file is imported (T46)',
  async (one) => {
    const child = await childOfRefused();
    const before = await snapshot(app);
    const more = { filename: one.uploadFilename, timeZone: 'UTC' };
    // Zeus doubles no quotation marks, so one more may belong to the row before.
    for (const row of ['\0', 'x', 'x'.repeat(5_000), ...(one.wallet === 'zeus' ? [] : ['"'])]) {
      const content = `${fixture(one.file).trimEnd()}\n${row}`;
      const reply = await importFile(parent, child, content, more);
      expect([reply.status, message(reply)]).toEqual([400, expect.stringMatching(/row/i)]);
    }
    expect(await snapshot(app)).toBe(before);
  },
);

test('a file that is too large or has too many rows is refused in one sentence; other calls keep their small limit (T46)', async () => {
  const child = await childOfRefused();
  const line = '2026-10-01T10:00:00.000Z,x,lightning_received,1000,0,0,0,,\n';
  const many = await importFile(parent, child, `${phoenixdFile([])}\n${line.repeat(5_001)}`);
  expect([many.status, message(many)]).toEqual([
    400,
    'The file has more than 5,000 rows. Please export it in parts',
  ]);
  const large = await importFile(parent, child, 'x'.repeat(2 * 1024 * 1024 + 1));
  expect([large.status, message(large)]).toEqual([413, 'Expected a file of at most 2,048 KiB']);
  const huge = await importFile(parent, child, 'x'.repeat(6 * 1024 * 1024));
  expect([huge.status, message(huge)]).toEqual([413, 'Expected at most 4352 KiB']);
  const nobody = await importFile(app.visitor(), child, 'x'.repeat(6 * 1024 * 1024));
  expect(nobody.status).toBe(401);
  const other = await record(parent, child, 'bonus', '0.1', 'x'.repeat(300_000));
  expect([other.status, message(other)]).toEqual([413, 'Expected at most 256 KiB']);
});
