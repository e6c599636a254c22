/**
 * From its fifth use on, PostgreSQL may plan a statement once for all families, and requests always
 * ask for that (db/open.ts). Such a generic plan must serve a book two hundred times as long as the
 * others almost as well as its own plan. Measured in pages touched, according to EXPLAIN.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { type Book, everyRead } from '../support/every-read.ts';
import { explainAll, explainedIn, oneLine } from '../support/explained.ts';
import { addChild } from '../support/family.ts';
import { addGoal } from '../support/goals.ts';
import { shareTables } from '../support/shared-tables.ts';
import { startRelay } from '../support/statements.ts';

/** Compared with the pages that its own plan touches. */
const MOST_TIMES = 20;
/** A few pages, or a page or two per returned row, go unnoticed. */
const FLOOR = 100;
const OF_A_ROW = 2;
const NOW = '2026-11-01T12:00:00Z';

let app: TestApp;
let book: Book;
beforeAll(async () => {
  app = await startApp({ at: NOW });
  const parent = await app.signIn('long@example.com');
  const child = (await addChild(parent, { name: 'Max', weeklyAllowance: '0' })).id;
  await addGoal(parent);
  const { owner } = app.db;
  const [own] = await owner<{ familyId: string }[]>`SELECT family_id FROM child`;
  const familyId = own?.familyId as string;
  await shareTables(app, familyId);
  const [line] = await owner<{ entryId: string; accountId: string }[]>`
    SELECT entry_id, account_id FROM entry JOIN posting USING (family_id, entry_id)
    JOIN account USING (family_id, account_id)
    WHERE family_id = ${familyId} AND kind = 'savings' ORDER BY occurred_at OFFSET 100 LIMIT 1`;
  if (!line) throw new Error('No old line');
  book = { child, savings: line.accountId, old: line.entryId };
  await explainAll(app.db);
});
afterAll(() => app.close());

/** Pages touched and rows returned, by call and statement. */
type Touched = Map<string, { pages: number; rows: number }>;

test('no statement about a long book touches 20 times the pages that its own plan would (T54)', async () => {
  const general = await touchedBy('force_generic_plan');
  const own = await touchedBy('force_custom_plan');
  const pagesOfOwn = (key: string) => own.get(key)?.pages ?? 0;
  const dear = [...general]
    .filter(([, { pages, rows }]) => pages > Math.max(FLOOR, OF_A_ROW * rows))
    .filter(([key, { pages }]) => pages > MOST_TIMES * pagesOfOwn(key))
    .map(([key, { pages }]) => `${pages} pages instead of ${pagesOfOwn(key)}: ${key}`);
  expect(dear).toEqual([]);
  expect([...general.keys()].filter((key) => !own.has(key))).toEqual([]);
  expect(general.size).toBeGreaterThan(100);
});

async function touchedBy(mode: string): Promise<Touched> {
  const touched: Touched = new Map();
  let asked = '';
  const notice = (text: string) => {
    const explained = explainedIn(text);
    if (!explained || asked === '') return;
    const { 'Query Text': statement, Plan: plan } = explained;
    // Background writes, notifications and the job queue belong to no call.
    if (!/^\s*(SELECT|WITH|DECLARE)/.test(statement) || /pgboss|pg_notify/.test(statement)) return;
    const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    const key = `${asked}: ${oneLine(statement)}`;
    if (pages < (touched.get(key)?.pages ?? 0)) return;
    touched.set(key, { pages, rows: plan['Actual Rows'] ?? 0 });
  };
  const settings = (given: string) => given.replace('force_generic_plan', mode);
  const relay = await startRelay(app.address, { settings, notice });
  const through = await startApp({ address: relay.address, at: NOW });
  const parent = await through.signIn('long@example.com');
  for (const path of everyRead(book)) {
    asked = path;
    const { status } = await parent.get(path);
    if (path.includes('?')) expect(status, path).toBe(200);
    asked = '';
  }
  await through.close();
  await relay.close();
  return touched;
}
