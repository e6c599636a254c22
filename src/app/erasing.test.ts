/** Erasing one child's book, in all features, changes nothing of a sibling's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveChildAddress } from '#features/money/lightning/connections/store.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, eraseClosedBooks, record } from '#tests/support/family.ts';
import { addGoal, allocate, contribute } from '#tests/support/goals.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';

let app: TestApp;
let anna: Visitor;
let of: Awaited<ReturnType<typeof onlyFamily>>;
let mia: string;
let leo: string;
let shared: Goal;
beforeAll(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
  ({ id: mia } = await addChild(anna, { name: 'Mia' }));
  of = await onlyFamily(app);
  ({ id: leo } = await addChild(anna, { name: 'Leo' }));
  shared = await addGoal(anna, { title: 'Tent', targetAmount: '0.01' });
  for (const childId of [mia, leo]) await fill(childId);
});
afterAll(() => app.close());

/** Rows of everything naming a child. */
async function fill(childId: string): Promise<void> {
  await record(anna, childId, 'bonus', '0.001', 'For the drawing');
  await record(anna, childId, 'earned', '0.0005', 'Sold lemonade');
  const ask = { childId, amount: '0.0001', reason: 'Football boots' };
  const { body } = await anna.send('POST', '/api/withdrawal-requests', ask);
  const no = { approved: false, reason: 'Too dear' };
  await anna.send('PATCH', `/api/withdrawal-requests/${(body as { id: string }).id}`, no);
  const given = { amount: '0.00002', contributionType: 'savings', description: 'From the jar' };
  await contribute(anna, shared.id, { ...given, childId });
  await allocate(anna, shared.id, { childId, percentage: 10, applyTo: 'new_contributions' });
  const file = phoenixdFile([{ id: `of ${childId}`, at: '2026-11-01T10:00:00Z', sats: 700 }]);
  await importFile(anna, childId, file);
  const email = `${childId.slice(-6)}@example.com`;
  await anna.send('POST', `/api/children/${childId}/sign-in`, { email });
  await anna.send('POST', `/api/children/${childId}/allowance/pauses`, {
    ...{ from: '2026-12-01', to: '2026-12-08' },
  });
  for (const purpose of ['invoice', 'deposit', 'spend'] as const)
    await addRow(app, { ...of, childId }, { purpose, state: 'paid', description: 'Sweets' });
  await app.db.changeFamily(of.familyId, (tx) =>
    saveChildAddress(tx, of.familyId, childId, `${childId.slice(-6)}@wallet.example`),
  );
}

/** Every row that names the child or an entry of its book, by its table. */
async function rowsAbout(childId: string): Promise<string[]> {
  const entries = await app.db.owner<{ entryId: string }[]>`
    SELECT entry_id FROM entry WHERE child_id = ${childId}`;
  const ids = [childId, ...entries.map(({ entryId }) => entryId)].join('|');
  const tables = await app.db.owner<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.db.owner.unsafe<{ row: string }[]>(
      `SELECT t::text AS row FROM ${name} t WHERE t::text ~ $1`,
      [ids],
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found.sort();
}

test('not a word of a sibling changes, whose book has the same contents and an open request (T59)', async () => {
  const ask = { childId: leo, amount: '0.0001', reason: 'Stickers' };
  expect((await anna.send('POST', '/api/withdrawal-requests', ask)).status).toBe(200);
  const before = await rowsAbout(leo);
  const tables = new Set(before.map((row) => row.split(' ')[0]));
  expect([...tables]).toEqual(
    expect.arrayContaining([
      ...['account', 'allowance_plan', 'entry', 'entry_text', 'goal_allocation'],
      ...['goal_contribution', 'invitation', 'lightning_child', 'payment', 'posting', 'request'],
      ...['wallet_import', 'wallet_row'],
    ]),
  );
  expect((await anna.send('DELETE', `/api/children/${mia}`)).status).toBe(200);
  expect(await eraseClosedBooks(app)).toBe(1);
  expect(await rowsAbout(leo)).toEqual(before);
  const words = ['For the drawing', 'Football boots', 'Too dear', 'From the jar'];
  const left = (await rowsAbout(mia)).filter((row) => words.some((one) => row.includes(one)));
  expect(left).toEqual([]);
});
