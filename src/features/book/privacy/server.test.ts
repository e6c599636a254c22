/** Retention, stats, backup and pruning through the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pruneHooks } from '#app/ledger-hooks.ts';
import { markPaid } from '#features/book/transactions/payments.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { JOBS_KEY, SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsSpouse, message, record } from '#tests/support/family.ts';
import { addGoal, contribute, getGoal } from '#tests/support/goals.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Pruned, Stats } from './contract.ts';
import { type BackupRow, parseBackup } from './rules.ts';
import { pruneAutomatic } from './work.ts';

const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2024-01-10T12:00:00Z' });
});
afterAll(() => app.close());

const seal = () => sealAll(app.db.owner, SEAL_KEY);
const problems = async () => (await verifyLedger(app.db.owner, SEAL_KEY, new Date(0))).problems;
const stats = async (who: Visitor) => (await who.get('/api/transactions/stats')).body as Stats;
const prune = (who: Visitor, months: string | number) =>
  who.send('DELETE', `/api/transactions/prune/${months}`);
const settings = (who: Visitor, dataRetentionMonths: unknown, autoDataPruningEnabled: unknown) =>
  who.send('PUT', '/api/privacy/settings', { dataRetentionMonths, autoDataPruningEnabled });
const backupOf = async (who: Visitor): Promise<BackupRow[]> => {
  const parsed = parseBackup((await who.get('/api/transactions/backup')).text);
  if ('problem' in parsed) throw new Error(parsed.problem.english);
  return parsed.rows;
};

let families = 0;
/** A family with two entries of today and, 400 days later, one more. */
async function oldBook() {
  const start = app.clock.now;
  families += 1;
  const anna = await app.signIn(`anna${families}@example.com`);
  const mia = await addChild(anna, { weeklyAllowance: '0' });
  await record(anna, mia.id, 'bonus', '0.001', 'Old bonus');
  await record(anna, mia.id, 'earned', '0.0002', 'Old money');
  app.clock.advance(400 * DAY);
  const again = await app.signIn(`anna${families}@example.com`);
  await record(again, mia.id, 'spending', '0.0001', 'New sweets');
  await seal();
  return { anna: again, mia, start };
}

test('stats say how many entries are kept and when the oldest happened (PRIV-11 PRIV-12)', async () => {
  const empty = await app.signIn('empty@example.com');
  expect(await stats(empty)).toEqual({ totalCount: 0, oldestDate: null });
  const { anna, start } = await oldBook();
  expect(await stats(anna)).toEqual({ totalCount: 3, oldestDate: start.toISOString() });
});

test('invalid months, and a book that is kept forever, are refused and nothing is removed (PRIV-07 T35)', async () => {
  const { anna } = await oldBook();
  const before = await snapshot(app);
  for (const wrong of [
    '0',
    '-1',
    '1.5',
    '99999',
    '4',
    '12x',
    '012',
    '1e1',
    '%2012',
    'all',
    '-12',
  ]) {
    const reply = await prune(anna, wrong);
    expect([wrong, reply.status]).toEqual([wrong, 400]);
  }
  expect(message(await prune(anna, -1))).toBe(
    'Cannot Prune: You have selected to keep data forever.',
  );
  expect(await snapshot(app)).toBe(before);
  await settings(anna, -1, true);
  const reply = await prune(anna, 3);
  expect([reply.status, message(reply)]).toEqual([
    409,
    'Cannot Prune: You have selected to keep data forever.',
  ]);
  expect((await stats(anna)).totalCount).toBe(3);
});

test('pruning removes old entries, says how many, and no balance moves (PRIV-15 PRIV-20 T34)', async () => {
  const { anna, mia, start } = await oldBook();
  const before = await getChild(anna, mia.id);
  const dashboard = (await anna.get('/api/dashboard')).body as { overview?: unknown };
  const gone = await prune(anna, 24).then((reply) => reply.body);
  expect(gone).toEqual({ deletedCount: 0, keptCount: 0, keptReason: null });
  const reply = await prune(anna, 12);
  expect([reply.status, reply.body]).toEqual([
    200,
    { deletedCount: 2, keptCount: 0, keptReason: null },
  ]);
  expect(await getChild(anna, mia.id)).toEqual(before);
  expect(before).toMatchObject({ savingsBalance: '0.00100000', spendingBalance: '0.00010000' });
  expect(((await anna.get('/api/dashboard')).body as typeof dashboard).overview).toEqual(
    dashboard.overview,
  );
  expect(await stats(anna)).toMatchObject({ totalCount: 1 });
  // A list ends with the carried-forward sum, where its running balances begin.
  const [account] = await app.db.owner<{ accountId: string }[]>`
    SELECT account_id FROM account WHERE child_id = ${mia.id} AND kind = 'spending'`;
  const list = await anna.get(`/api/transactions?accountId=${account?.accountId}`);
  expect(list.body).toMatchObject({
    entries: [{ change: '-0.00010000', balanceAfter: '0.00010000' }],
    next: null,
    broughtForward: { amount: '0.00020000', upTo: start.toISOString() },
  });
  const left = (await anna.get('/api/transactions/recent?all=true')).body as {
    description: string;
  }[];
  expect(left.map(({ description }) => description)).toEqual(['New sweets']);
  expect(await problems()).toEqual([]);
});

test('the same press twice prunes once, and both parents hear of it (PRIV-15)', async () => {
  const { anna } = await oldBook();
  const tom = await joinAsSpouse(app, anna, `tom${families}@example.com`);
  const path = '/api/transactions/prune/12';
  const key = { 'idempotency-key': 'prune-once-1' };
  const first = (await tom.send('DELETE', path, {}, key)).body as Pruned;
  expect(first.deletedCount).toBe(2);
  expect((await tom.send('DELETE', path, {}, key)).body).toEqual(first);
  for (const email of [`anna${families}@example.com`, `tom${families}@example.com`]) {
    const mails = (await queuedMails(app.db, JOBS_KEY, email)).filter(({ subject }) =>
      subject.startsWith('Old entries were removed'),
    );
    expect(mails.map(({ text }) => /: (\d+) of/.exec(text)?.[1])).toEqual(['2']);
  }
});

test('an entry whose payment is waiting or being checked stays; once it is paid it can be removed (T34)', async () => {
  const { anna } = await oldBook();
  const [row] = await app.db.owner<{ familyId: string; entryId: string }[]>`
    SELECT family_id, entry_id FROM entry JOIN seal USING (family_id, entry_id)
    WHERE family_id = (SELECT family_id FROM users WHERE email = ${`anna${families}@example.com`})
    ORDER BY seal_no DESC OFFSET 1 LIMIT 1`;
  const { familyId, entryId } = row as { familyId: string; entryId: string };
  const say = (state: string, no: number) => app.db.owner`
    INSERT INTO payment_event (family_id, entry_id, event_no, state, at, made_by, source)
    VALUES (${familyId}, ${entryId}, ${no}, ${state}, now(), ${familyId}, 'wallet')`;
  await say('waiting', 1);
  const gone = (await prune(anna, 12)).body;
  expect(gone).toEqual({ deletedCount: 1, keptCount: 1, keptReason: 'open' });
  await say('checking', 2);
  const checking = (await prune(anna, 12)).body;
  expect(checking).toEqual({ deletedCount: 0, keptCount: 1, keptReason: 'open' });
  await app.db.changeFamily(familyId, (tx) =>
    markPaid(tx, familyId, [entryId], { by: familyId, now: app.clock.now, source: 'wallet' }),
  );
  expect((await prune(anna, 12)).body).toEqual({ deletedCount: 1, keptCount: 0, keptReason: null });
  const [events] = await app.db.owner<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM payment_event WHERE entry_id = ${entryId}`;
  expect(events?.count).toBe(0);
  expect(await problems()).toEqual([]);
});

test('the words of a contribution are removed with its entry, and the goal keeps its money (T34)', async () => {
  const email = 'goal@example.com';
  const anna = await app.signIn(email);
  const goal = await addGoal(anna);
  const sent = { amount: '0.0001', contributionType: 'gift', description: 'From Oma' };
  expect((await contribute(anna, goal.id, sent)).status).toBe(200);
  await seal();
  const count = async () => (await app.db.owner`SELECT FROM goal_contribution`).length;
  expect(await count()).toBe(1);
  app.clock.advance(400 * DAY);
  const later = await app.signIn(email);
  const gone = (await prune(later, 12)).body;
  expect(gone).toEqual({ deletedCount: 1, keptCount: 0, keptReason: null });
  expect(await count()).toBe(0);
  expect((await getGoal(later, goal.id)).currentAmount).toBe('0.00010000');
  const history = (await later.get(`/api/family-goals/${goal.id}/contributions`)).body;
  expect(history).toMatchObject([
    { childId: null, childName: 'Parents', amount: '0.00010000', contributionType: null },
  ]);
});

test('after pruning, Process Allowances books nothing old (T34)', async () => {
  const email = 'weekly@example.com';
  const mia = await addChild(await app.signIn(email), { weeklyAllowance: '0.0001' });
  await (await app.signIn(email)).send('POST', '/api/process-allowances');
  app.clock.advance(500 * DAY);
  const anna = await app.signIn(email);
  await anna.send('POST', '/api/process-allowances');
  const { savingsBalance } = await getChild(anna, mia.id);
  await seal();
  app.clock.advance(2 * DAY);
  const weeks = (await stats(anna)).totalCount;
  expect(weeks).toBeGreaterThan(70);
  const { deletedCount } = (await prune(anna, 3)).body as Pruned;
  expect(deletedCount).toBeGreaterThan(50);
  const booked = (await anna.send('POST', '/api/process-allowances')).body as {
    processedChildren: { dueDate: string }[];
  };
  for (const { dueDate } of booked.processedChildren)
    expect(dueDate > new Date(app.clock.now.getTime() - 8 * DAY).toISOString().slice(0, 10)).toBe(
      true,
    );
  const more = booked.processedChildren.length;
  const after = await getChild(anna, mia.id);
  expect(Number(after.savingsBalance)).toBeCloseTo(Number(savingsBalance) + 0.0001 * more, 8);
  expect(await problems()).toEqual([]);
});

test('the backup is a dated CSV file with every entry, safe to open in a spreadsheet (PRIV-14 T45)', async () => {
  const anna = await app.signIn('backup@example.com');
  await anna.send('PATCH', '/api/auth/user', { firstName: '=Anna' });
  const mia = await addChild(anna, { name: '@Mia', weeklyAllowance: '0' });
  await record(anna, mia.id, 'bonus', '0.001', '=HYPERLINK("https://evil.example","Click, me")');
  await record(anna, mia.id, 'earned', '0.0002', 'Leaves');
  await record(anna, mia.id, 'spending', '0.00000001', '-1+1');
  const reply = await anna.get('/api/transactions/backup');
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  const today = app.clock.now.toISOString().slice(0, 10);
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="satling-backup-${today}.csv"`,
  );
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.text).toContain(`"'=HYPERLINK(""https://evil.example"",""Click, me"")"`);
  for (const start of [',=', ',@', ',-', ',+', '\n=', '\n@', '"=', '"@'])
    expect(reply.text, start).not.toContain(start);
  const rows = await backupOf(anna);
  expect(
    rows.map(({ child, type, amountSats, description, madeBy, movements }) => [
      child,
      type,
      amountSats,
      description,
      madeBy,
      movements,
    ]),
  ).toEqual([
    [
      '@Mia',
      'bonus',
      100_000n,
      '=HYPERLINK("https://evil.example","Click, me")',
      '=Anna',
      'outside -100000; savings +100000',
    ],
    ['@Mia', 'earned', 20_000n, 'Leaves', '=Anna', 'outside -20000; spending +20000'],
    ['@Mia', 'spending', -1n, '-1+1', '=Anna', 'outside +1; spending -1'],
  ]);
});

test('a backup made before pruning has every entry; one made after it carries the sums on (PRIV-05)', async () => {
  const { anna, mia } = await oldBook();
  const before = await backupOf(anna);
  expect(before).toHaveLength(3);
  await prune(anna, 12);
  const after = await backupOf(anna);
  expect(after.map(({ type, amountSats, childId }) => [type, amountSats, childId])).toEqual([
    ['brought_forward', 100_000n, mia.id],
    ['brought_forward', 20_000n, mia.id],
    ['spending', -10_000n, mia.id],
  ]);
  expect(after.at(-1)).toEqual(before.at(-1));
  const sum = (rows: BackupRow[]) => rows.reduce((total, row) => total + row.amountSats, 0n);
  expect(sum(after)).toBe(sum(before));
});

test('the worker prunes by the family’s own setting, and one broken book delays nobody else (PRIV-10 T35)', async () => {
  const withChoice = async (months: number, automatic: boolean) => {
    const { anna } = await oldBook();
    await settings(anna, months, automatic);
    return `(SELECT family_id FROM users WHERE email = 'anna${families}@example.com')`;
  };
  const broken = await withChoice(12, true);
  const auto = await withChoice(12, true);
  const manual = await withChoice(12, false);
  const forever = await withChoice(-1, true);
  const madeBy = (who: string) =>
    app.db.owner.unsafe(`UPDATE entry SET made_by = ${who} WHERE family_id = ${broken}`);
  await madeBy('family_id');
  const kept = async (family: string) =>
    (
      await app.db.owner.unsafe<{ count: number }[]>(
        `SELECT count(*)::integer AS count FROM entry WHERE family_id = ${family}`,
      )
    )[0]?.count;
  app.clock.advance(2 * DAY);
  await expect(
    pruneAutomatic(app.db.owner, { key: SEAL_KEY, hooks: pruneHooks }, app.clock.now),
  ).rejects.toThrow(/^1 families were not pruned: Nothing was removed .* was changed/);
  expect([await kept(broken), await kept(auto)]).toEqual([3, 0]);
  expect([await kept(manual), await kept(forever)]).toEqual([3, 3]);
  await madeBy('(SELECT user_id FROM users u WHERE u.family_id = entry.family_id LIMIT 1)');
});
