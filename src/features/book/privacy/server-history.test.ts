/** Our own backup, read after pruning. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_BACKUP, OWN_BACKUP_OF_PARENTS } from '#features/book/imports/contract.ts';
import type { Page } from '#features/book/transactions/contract.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message, record } from '#tests/support/family.ts';
import { importFile, previewFile } from '#tests/support/wallet-files.ts';
import { snapshot } from '#tests/support/world.ts';
import type { HistoryEntry, Pruned } from './contract.ts';
import { backupHeader, backupLine, parseBackup } from './rules.ts';

const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2024-01-10T12:00:00Z' });
});
afterAll(() => app.close());

const PATH = '/api/privacy/history';
const give = (who: Visitor, csvContent: string) => who.send('POST', PATH, { csvContent });
const shown = async (who: Visitor) => (await who.get(PATH)).body as HistoryEntry[];
const backup = async (who: Visitor) => (await who.get('/api/transactions/backup')).text;
const prune = async (who: Visitor) =>
  (await who.send('DELETE', '/api/transactions/prune/12')).body as Pruned;

/** A family with two old entries and a new one, all in the file, the old ones pruned. */
async function prunedFamily(email: string) {
  const first = await app.signIn(email);
  const mia = await addChild(first, { weeklyAllowance: '0' });
  await record(first, mia.id, 'bonus', '0.001', '=Old bonus');
  await record(first, mia.id, 'earned', '0.0002', 'Old money');
  app.clock.advance(400 * DAY);
  const anna = await app.signIn(email);
  await record(anna, mia.id, 'spending', '0.0001', 'New sweets');
  await sealAll(app.db.owner, SEAL_KEY);
  const file = await backup(anna);
  expect((await prune(anna)).deletedCount).toBe(2);
  return { anna, mia, file };
}

test('a file that is no backup, or is cut off, is refused whole with the number of the row (PRIV-14)', async () => {
  const { anna, file } = await prunedFamily('broken@example.com');
  const before = await snapshot(app);
  const cases: [string, string][] = [
    ['', 'This is not a Satling backup'],
    ['date,amount\r\n', 'This is not a Satling backup'],
    [`${file}x\r\n`, 'Row 5: expected 12 columns, found 1'],
    [`${file}"x`, 'The file ends in the middle of a quoted text'],
  ];
  for (const [text, why] of cases) {
    const reply = await give(anna, text);
    expect([reply.status, message(reply)]).toEqual([400, why]);
  }
  const large = await give(anna, backupHeader() + 'x'.repeat(2 * 1024 * 1024));
  expect(large.status).toBe(413);
  expect(await snapshot(app)).toBe(before);
});

test('what was pruned is carried into the whole book, and not into a list that begins later (PRIV-15)', async () => {
  const { anna } = await prunedFamily('carried@example.com');
  const carried = async (query: string) =>
    ((await anna.get(`/api/transactions${query}`)).body as Page).broughtForward;
  expect(await carried('')).toMatchObject({ upTo: expect.any(String) });
  expect(await carried('?from=2024-06-01')).toBeNull();
});

test('known entries are skipped, pruned ones return as history, and no balance moves (PRIV-14 T34)', async () => {
  const { anna, mia, file } = await prunedFamily('back@example.com');
  const before = await getChild(anna, mia.id);
  const reply = await give(anna, file);
  expect([reply.status, reply.body]).toEqual([200, { imported: 2, known: 1, foreign: 0 }]);
  expect(await getChild(anna, mia.id)).toEqual(before);
  expect(await shown(anna)).toEqual([
    expect.objectContaining({ description: 'Old money', amount: '0.00020000', childName: 'Mia' }),
    expect.objectContaining({ description: '=Old bonus', amount: '0.00100000', type: 'bonus' }),
  ]);
  // It names its importer, and says it is no line of the book.
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  for (const { broughtBy, broughtAt } of await shown(anna))
    expect([broughtBy, broughtAt]).toEqual(['Anna', app.clock.now.toISOString()]);
  expect((await verifyLedger(app.db.owner, SEAL_KEY, new Date(0))).problems).toEqual([]);
  // The same file again, and today's file, whose sums are skipped: nothing is added.
  expect((await give(anna, file)).body).toEqual({ imported: 0, known: 3, foreign: 0 });
  expect((await give(anna, await backup(anna))).body).toEqual({
    imported: 0,
    known: 1,
    foreign: 0,
  });
  expect(await shown(anna)).toHaveLength(2);
});

test('the import of wallets’ files recognizes it: a parent is told where it belongs, a child that it is for parents (PRIV-14)', async () => {
  const { anna, mia, file } = await prunedFamily('wallets@example.com');
  const kid = await joinAsChild(app, anna, mia.id, 'kid-of-wallets@example.com');
  const before = await snapshot(app);
  for (const send of [previewFile, importFile]) {
    const told = await send(anna, mia.id, file);
    expect([told.status, message(told)]).toEqual([400, OWN_BACKUP]);
    const refused = await send(kid, mia.id, file);
    expect([refused.status, message(refused)]).toEqual([400, OWN_BACKUP_OF_PARENTS]);
  }
  expect((await give(kid, file)).status).toBe(403);
  expect(await snapshot(app)).toBe(before);
});

test('history grows old as entries do: pruning removes it again (PRIV-15)', async () => {
  const { anna, file } = await prunedFamily('again@example.com');
  await give(anna, file);
  expect(await prune(anna)).toEqual({ deletedCount: 2, keptCount: 0, keptReason: null });
  expect(await shown(anna)).toEqual([]);
});

test('what was never pruned from this book does not come in (T34)', async () => {
  const { file } = await prunedFamily('theirs@example.com');
  const { anna, mia } = await prunedFamily('ours@example.com');
  expect((await give(anna, file)).body).toEqual({ imported: 0, known: 0, foreign: 3 });
  const parsed = parseBackup(file);
  if ('problem' in parsed) throw new Error(parsed.problem.english);
  const future = parsed.rows.map((row) =>
    backupLine({ ...row, childId: mia.id, occurredAt: app.clock.now }),
  );
  expect((await give(anna, backupHeader() + future.join(''))).body).toEqual({
    imported: 0,
    known: 0,
    foreign: 3,
  });
  const fresh = await app.signIn('fresh@example.com');
  expect((await give(fresh, file)).body).toEqual({ imported: 0, known: 0, foreign: 3 });
});

test('the words of a removed child do not return, and go when the child is removed (T59)', async () => {
  const { anna, mia, file } = await prunedFamily('removed@example.com');
  await give(anna, file);
  expect(await shown(anna)).toHaveLength(2);
  expect((await anna.send('DELETE', `/api/children/${mia.id}`)).status).toBe(200);
  expect(await shown(anna)).toEqual([]);
  const reply = (await give(anna, file)).body as { imported: number };
  expect(reply.imported).toBe(0);
});

test('nothing of a child with a closed book is restored, in any table (T59)', async () => {
  const { anna, mia, file } = await prunedFamily('closed@example.com');
  expect((await anna.send('DELETE', `/api/children/${mia.id}`)).status).toBe(200);
  expect((await give(anna, file)).body).toEqual({ imported: 0, known: 1, foreign: 2 });
  const kept = () => app.db.owner`SELECT FROM returned_entry WHERE child_id = ${mia.id}`;
  expect(await kept()).toHaveLength(0);
  expect((await anna.send('POST', `/api/children/${mia.id}/restore`)).status).toBe(200);
  expect((await give(anna, file)).body).toEqual({ imported: 2, known: 1, foreign: 0 });
  expect(await kept()).toHaveLength(2);
});
