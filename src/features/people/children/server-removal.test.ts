/**
 * Closing a child's book for good after its 72 hours: the money is named, the child forgotten, the
 * chain still verifies.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { erasers } from '#app/erasers.ts';
import { placeHold, releaseHold } from '#server/ledger/holds.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message, record } from '#tests/support/family.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';
import { snapshot } from '#tests/support/world.ts';
import { eraseBooks } from './closing.ts';

const HOUR = 3_600_000;

let app: TestApp;
let anna: Visitor;
beforeEach(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
});
afterEach(() => app.close());

/** Places in the whole database with these words, as `table.column`, case ignored. */
async function findWords(words: string[]): Promise<string[]> {
  const columns = await app.db.owner<{ place: string; sql: string }[]>`
    SELECT format('%s.%s', table_name, column_name) AS place,
      format('SELECT count(*) AS n FROM %I.%I WHERE %I::text ~* $1', table_schema, table_name, column_name) AS sql
    FROM information_schema.columns
      JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema IN ('public', 'pgboss') AND t.table_type = 'BASE TABLE'`;
  const found = await Promise.all(
    columns.map(async ({ place, sql }) => {
      const [row] = await app.db.owner.unsafe(sql, [words.join('|')]);
      return row?.n > 0n ? [place] : [];
    }),
  );
  return found.flat();
}

const keyed = (key: string) => ({ 'idempotency-key': `removal-${key}` });

test('who is not of the family cannot remove a child, nor remove one with open requests (T59)', async () => {
  const mia = await addChild(anna);
  await record(anna, mia.id, 'bonus', '0.001');
  const stranger = await app.signIn('stranger@example.com');
  const before = await snapshot(app);
  expect((await stranger.send('DELETE', `/api/children/${mia.id}`)).status).toBe(404);
  expect(await snapshot(app)).toBe(before);

  await record(anna, mia.id, 'earned', '0.001');
  const accounts = await app.db.owner<{ familyId: string; accountId: string }[]>`
    SELECT family_id, account_id FROM account WHERE child_id = ${mia.id}`;
  expect(accounts).toHaveLength(2);
  const now = app.clock.now;
  for (const { familyId, accountId } of accounts) {
    const hold = { accountId, amountSats: 1n, reason: 'Bike', now };
    const holdId = await app.db.changeFamily(familyId, (tx) => placeHold(tx, familyId, hold));
    const open = await anna.send('DELETE', `/api/children/${mia.id}`);
    expect([open.status, message(open)]).toEqual([409, 'Answer this child’s open requests first']);
    expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00100000');
    await app.db.changeFamily(familyId, (tx) => releaseHold(tx, familyId, holdId, now));
  }
  expect((await anna.send('DELETE', `/api/children/${mia.id}`)).status).toBe(200);
});

test('of a removed child no name, word or address is left; the ledger still verifies (T59)', async () => {
  const words = ['Quirinella', 'zebrastripe', 'quiri-mail'];
  const create = {
    name: 'Quirinella',
    age: 7,
    gender: 'girl',
    weeklyAllowance: '0.0001',
    allowanceDay: 3,
  };
  const { id } = (await anna.send('POST', '/api/children', create, keyed('create'))).body as {
    id: string;
  };
  const leo = await addChild(anna, { name: 'Leo', weeklyAllowance: '0' });
  await anna.send('POST', '/api/process-allowances', {}, keyed('process'));
  const bonus = { childId: id, type: 'bonus', amount: '0.002', description: 'Zebrastripe drawing' };
  await anna.send('POST', '/api/transactions', bonus, keyed('bonus'));
  await record(anna, id, 'earned', '0.0005', 'Sold a zebrastripe drawing');
  await record(anna, leo.id, 'bonus', '0.0003', 'Leo’s own words');
  const kid = await joinAsChild(app, anna, id, 'quiri-mail@example.com');
  await kid.send('PATCH', '/api/auth/user', { firstName: 'Quirinella' });
  // One wallet file was imported, another sent and refused.
  const file = (payment: string) =>
    phoenixdFile([{ id: payment, at: '2026-10-01T10:00:00Z', sats: 100 }]);
  await importFile(anna, id, file('zebrastripe-1'), { filename: 'quirinella.csv' }, keyed('file'));
  await importFile(kid, id, file('zebrastripe-2'), { filename: 'quirinella.csv' }, keyed('sent'));
  expect((await anna.send('DELETE', `/api/children/${id}`)).status).toBe(409);
  const [asked] = ((await anna.get('/api/requests')).body as { open: { id: string }[] }).open;
  await anna.send('PATCH', `/api/requests/${asked?.id}`, {
    approved: false,
    reason: 'Zebrastripe',
  });
  // Half of the book is in the chain before the removal, half added after.
  await sealAll(app.db.owner, SEAL_KEY);
  expect((await findWords(words)).length).toBeGreaterThan(4);
  const leoBefore = await getChild(anna, leo.id);

  const path = `/api/children/${id}`;
  expect((await anna.send('DELETE', path, {}, keyed('remove'))).body).toEqual({ success: true });
  await app.db.owner`DELETE FROM rate_limit`; // It is swept within the hour.
  app.clock.advance(72 * HOUR - 1);
  expect(await eraseBooks(app.db.owner, erasers, app.clock.now)).toBe(0);
  expect((await findWords(words)).length).toBeGreaterThan(4);
  app.clock.advance(1);
  anna = await app.signIn('anna@example.com');
  expect((await anna.send('POST', `${path}/restore`)).status).toBe(404);
  expect(await eraseBooks(app.db.owner, erasers, app.clock.now)).toBeGreaterThan(0);
  expect(await findWords(words)).toEqual([]);
  expect(await eraseBooks(app.db.owner, erasers, app.clock.now)).toBe(0);
  expect((await anna.get(path)).status).toBe(404);
  expect((await anna.get('/api/children')).text).not.toContain(id);
  expect((await kid.get('/api/auth/user')).status).toBe(401);

  const book = (await anna.get('/api/transactions/recent?all=true')).body as {
    childId: string;
    type: string;
    amount: string;
    description: string;
    childName: string;
  }[];
  const closed = book.filter(({ childId }) => childId === id);
  expect(closed.map(({ type, amount }) => `${type} ${amount}`).sort()).toEqual([
    'allowance 0.00010000',
    'bonus 0.00200000',
    'earned 0.00000100',
    'earned 0.00050000',
    'savings_withdrawal -0.00210000',
    'spending -0.00050100',
  ]);
  expect(new Set(closed.map(({ childName }) => childName))).toEqual(new Set(['Closed book']));
  expect(await getChild(anna, leo.id)).toEqual(leoBefore);
  expect(book.some(({ description }) => description === 'Leo’s own words')).toBe(true);

  expect((await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now)).problems).toEqual([]);
  await sealAll(app.db.owner, SEAL_KEY);
  const report = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
  expect(report.problems).toEqual([]);
  expect(report.entries).toBeGreaterThanOrEqual(7);
  // Again: it is gone.
  expect((await anna.send('DELETE', path)).status).toBe(404);
  expect((await anna.send('POST', `${path}/restore`)).status).toBe(404);
});

test('nothing can be done to a removed child (T59)', async () => {
  const gone = await addChild(anna, { name: 'Gone' });
  await anna.send('DELETE', `/api/children/${gone.id}`);
  const before = await snapshot(app);
  const path = `/api/children/${gone.id}`;
  const tries = [
    anna.send('PATCH', path, { name: 'Back' }),
    anna.send('PATCH', `${path}/spending-threshold`, { threshold: '1' }),
    anna.send('PATCH', `${path}/allowance`, { weeklyAllowance: '1', allowanceDay: 1 }),
    anna.send('POST', `${path}/sign-in`, { email: 'back@example.com' }),
    anna.get(`${path}/transactions`),
    record(anna, gone.id, 'bonus', '0.1'),
  ];
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(6).fill(404));
  expect(await snapshot(app)).toBe(before);
});
