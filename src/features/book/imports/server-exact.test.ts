/** Totals exact to the sat: overlaps, any order, pruning, known entries, and undo. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, record } from '#tests/support/family.ts';
import {
  importFile,
  type Payment,
  phoenixdFile,
  previewFile,
  worth,
} from '#tests/support/wallet-files.ts';
import type { Imported, ImportPreview } from './contract.ts';

let app: TestApp;
let parent: Visitor;
let families = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  families += 1;
  parent = await app.signIn(email());
});

const email = () => `anna${families}@example.com`;

const newChild = async () => (await addChild(parent)).id;
const sats = async (id: string) =>
  Number((await getChild(parent, id)).spendingBalance.replace('.', ''));
const btc = (n: number) => (n / 1e8).toFixed(8);
const call = async (path: string, body: object, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') => {
  const reply = await parent.send(method, path, body);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  return reply.body as never;
};
const problems = async () => {
  await sealAll(app.db.owner, SEAL_KEY);
  return (await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now)).problems;
};

/** A wallet whose file begins after it already held something. */
const LIFE: Payment[] = Array.from({ length: 24 }, (_, i) => ({
  id: `life-${i}`,
  at: new Date(Date.UTC(2024, i, 3, 10)).toISOString(),
  sats: [-700, 900, -350, 1_200][i % 4] as number,
  feeSats: i % 4 === 0 ? 3 : 0,
}));

test('twice, in overlapping halves, shuffled, the newer half first: the same to the sat (T47 TXN-31)', async () => {
  const whole = worth(LIFE);
  const shuffled = [...LIFE]
    .sort((a, b) => ((a.id.length * 7) % 5) - ((b.id.length * 3) % 5))
    .reverse();
  const ways: Payment[][][] = [
    [LIFE, LIFE],
    [LIFE.slice(0, 16), LIFE.slice(8)],
    [LIFE.slice(8), LIFE.slice(0, 16)],
    [LIFE.slice(12), LIFE.slice(0, 12)],
    [shuffled, LIFE],
    LIFE.map((one) => [one]).reverse(),
  ];
  for (const [i, files] of ways.entries()) {
    const child = await newChild();
    let imported = 0;
    for (const file of files)
      imported += ((await importFile(parent, child, phoenixdFile(file))).body as Imported).imported;
    expect([imported, await sats(child)], `way ${i}`).toEqual([LIFE.length, whole]);
  }
  expect(await problems()).toEqual([]);
});

test('after pruning the same files import nothing, and the older half still fits (T34 T47)', async () => {
  const child = await newChild();
  await importFile(parent, child, phoenixdFile(LIFE.slice(6)));
  await sealAll(app.db.owner, SEAL_KEY);
  app.clock.advance(25 * 3_600_000);
  const { deletedCount } = await call('/api/transactions/prune/3', {}, 'DELETE');
  expect(deletedCount).toBeGreaterThan(0);
  const again = await importFile(parent, child, phoenixdFile(LIFE.slice(6)));
  expect(again.body).toMatchObject({ imported: 0, skipped: 18 });
  const older = (await importFile(parent, child, phoenixdFile(LIFE))).body as Imported;
  expect(older).toMatchObject({ imported: 6, skipped: 18 });
  expect(await sats(child)).toBe(worth(LIFE));
  expect(await problems()).toEqual([]);
});

test('what was recorded by hand and pruned is still recognised; a pruned correction still cuts (T34)', async () => {
  const [spent, corrected] = [await newChild(), await newChild()];
  await record(parent, spent, 'earned', btc(900), 'Lemonade');
  const at = app.clock.now.toISOString();
  await call(`/api/lightning/sync-balance/${corrected}`, { newBalance: 5_000 });
  await sealAll(app.db.owner, SEAL_KEY);
  app.clock.advance(200 * 24 * 3_600_000);
  // These entries were pruned.
  parent = await app.signIn(email());
  const { deletedCount } = await call('/api/transactions/prune/3', {}, 'DELETE');
  expect(deletedCount).toBeGreaterThanOrEqual(2);
  const reply = await importFile(parent, spent, phoenixdFile([{ id: 'kept', at, sats: 900 }]));
  expect(reply.body).toMatchObject({ imported: 1, matched: 1 });
  expect(await sats(spent)).toBe(900);
  const before = [{ id: 'cut', at: '2026-01-01T10:00:00Z', sats: -400 }];
  expect((await importFile(parent, corrected, phoenixdFile(before))).body).toMatchObject({
    imported: 1,
    history: 1,
  });
  expect(await sats(corrected)).toBe(5_000);
  // Such a row is stored with the file and its importer; it is no entry of the book.
  await call('/api/auth/user', { firstName: 'Anna' }, 'PATCH');
  const list = await parent.get(`/api/children/${corrected}/imports`);
  expect(list.body).toMatchObject([{ history: 1, importedBy: 'Anna' }]);
  expect((await parent.get(`/api/transactions?childId=${corrected}`)).text).not.toContain(btc(400));
  expect(await problems()).toEqual([]);
});

test('a withdrawal that was approved and paid is not counted again; the entry is Paid (TXN-07)', async () => {
  const child = await newChild();
  await record(parent, child, 'bonus', btc(10_000));
  const { id } = await call('/api/withdrawal-requests', {
    childId: child,
    amount: btc(2_500),
    reason: 'Book',
  });
  await call(`/api/withdrawal-requests/${id}`, { approved: true }, 'PATCH');
  expect(await sats(child)).toBe(2_500);
  const at = (hours: number) => new Date(app.clock.now.getTime() + hours * 3_600_000).toISOString();
  app.clock.advance(3 * 3_600_000);
  const file = phoenixdFile([
    { id: `w-${child}`, at: at(-1), sats: 2_500 },
    { id: `s-${child}`, at: at(0), sats: -400, feeSats: 1 },
  ]);
  expect((await importFile(parent, child, file)).body).toMatchObject({ imported: 2, matched: 1 });
  expect(await sats(child)).toBe(2_500 - 401);
  const list = (await parent.get(`/api/children/${child}/transactions`)).body as {
    id: string;
    state: string;
  }[];
  expect(list.find((entry) => entry.id === id)?.state).toBe('paid');
});

test('likewise a deposit, a manual record and a balance sync (TXN-07)', async () => {
  const child = await newChild();
  const now = () => app.clock.now.toISOString();
  await call(`/api/lightning/sync-balance/${child}`, { newBalance: 5_000 });
  app.clock.advance(3_600_000);
  await record(parent, child, 'spending', btc(300), 'Ice cream');
  const deposit = await call('/api/transactions', {
    childId: child,
    type: 'savings_deposit',
    amount: btc(1_000),
    description: 'For later',
  });
  const transferId = (deposit as { id: string }).id;
  await call('/api/savings-transfers/approve', { transferId, approved: true });
  expect(await sats(child)).toBe(3_700);
  const file = phoenixdFile([
    { id: `old-${child}`, at: '2026-05-01T10:00:00Z', sats: 7_777 },
    { id: `ice-${child}`, at: now(), sats: -300 },
    { id: `dep-${child}`, at: now(), sats: -1_000 },
    { id: `new-${child}`, at: now(), sats: -50 },
  ]);
  const preview = (await previewFile(parent, child, file)).body as ImportPreview;
  expect(preview.rows.map(({ state }) => state)).toEqual(['history', 'matched', 'matched', 'new']);
  expect((await importFile(parent, child, file)).body).toMatchObject({
    imported: 4,
    matched: 2,
    history: 1,
    opening: '0.00000000',
  });
  expect(await sats(child)).toBe(3_650);
});

test('a parent may say that a row is another payment, and that old rows count (TXN-07)', async () => {
  const child = await newChild();
  await call(`/api/lightning/sync-balance/${child}`, { newBalance: 100 });
  app.clock.advance(1_000);
  await record(parent, child, 'earned', btc(500), 'Dog');
  const file = phoenixdFile([
    { id: `x-${child}`, at: app.clock.now.toISOString(), sats: 500 },
    { id: `y-${child}`, at: '2026-05-01T10:00:00Z', sats: 30 },
  ]);
  const more = { separate: [2], includeBeforeCorrection: true };
  expect((await importFile(parent, child, file, more)).body).toMatchObject({
    imported: 2,
    matched: 0,
    history: 0,
  });
  expect(await sats(child)).toBe(1_130);
});

test('an import that is taken back takes its own lines back; what a parent recorded stays (T47)', async () => {
  const child = await newChild();
  await record(parent, child, 'earned', btc(500), 'Walking the dog');
  const at = app.clock.now.toISOString();
  const file = phoenixdFile([
    { id: `dog-${child}`, at, sats: 500 },
    { id: `own-${child}`, at, sats: 30 },
  ]);
  const { importId, matched } = (await importFile(parent, child, file)).body as Imported;
  expect([matched, await sats(child)]).toEqual([1, 530]);
  const list = async () =>
    (await parent.get(`/api/children/${child}/transactions`)).body as {
      description: string;
      state: string;
      undoneBy: string | null;
    }[];
  const walk = async () =>
    (await list()).find(({ description }) => description === 'Walking the dog');
  expect(await walk()).toMatchObject({ state: 'paid' });
  await call(`/api/transactions/imports/${importId}/undo`, {});
  expect(await sats(child)).toBe(500);
  // It is no longer marked paid either: only the file said so.
  const after = await walk();
  expect(after).toMatchObject({ undoneBy: null });
  expect(after?.state).not.toBe('paid');
  expect((await importFile(parent, child, file)).body).toMatchObject({ imported: 2, matched: 1 });
  expect(await sats(child)).toBe(530);
});

test('random lives in random parts, with records, corrections and undo, keep every invariant (T47)', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('import' as const), from: fc.nat(23), size: fc.nat(12) }),
    fc.record({ kind: fc.constant('record' as const), amount: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ kind: fc.constant('sync' as const), amount: fc.nat(5_000) }),
    fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(4) }),
  );
  for (const steps of fc.sample(fc.array(step, { minLength: 8, maxLength: 12 }), {
    numRuns: 6,
    seed: 20261118,
  })) {
    const child = await newChild();
    const imports: string[] = [];
    let [corrected, byHand] = [false, 0];
    for (const one of steps) {
      app.clock.advance(60_000);
      if (one.kind === 'import') {
        const file = LIFE.slice(one.from, one.from + one.size + 1);
        const reply = await importFile(parent, child, phoenixdFile(file));
        expect([200, 409], reply.text).toContain(reply.status);
        const { importId } = reply.body as Imported;
        if (importId) imports.push(importId);
      } else if (one.kind === 'record') {
        const reply = await record(parent, child, 'earned', btc(one.amount));
        if (reply.status === 200) byHand += one.amount;
      } else if (one.kind === 'sync') {
        corrected = true;
        await call(`/api/lightning/sync-balance/${child}`, { newBalance: one.amount });
      } else {
        const importId = imports[one.nth];
        const reply = importId
          ? await parent.send('POST', `/api/transactions/imports/${importId}/undo`)
          : undefined;
        expect([200, 409, undefined]).toContain(reply?.status);
      }
    }
    if (!corrected) {
      // Only the files and manual entries, in any order.
      await importFile(parent, child, phoenixdFile(LIFE));
      expect(await sats(child), JSON.stringify(steps)).toBe(worth(LIFE) + byHand);
    }
  }
  expect(await problems()).toEqual([]);
});

test('a gift that is unanswered or was kept out of the book is booked by no file (T47)', async () => {
  for (const state of ['waiting', 'kept_out']) {
    const child = await newChild();
    const [hash, other] = [child, `f${child.slice(1)}`].map((id) =>
      id.replaceAll('-', '').padEnd(64, '0'),
    ) as [string, string];
    await app.db.owner`
      INSERT INTO payment (family_id, payment_id, purpose, child_id, payment_hash, invoice,
        amount_sats, state, answer, decided_by, decided_at, created_at, expires_at, ended_at)
      SELECT family_id, child_id, 'gift', child_id, ${hash}, 'lnbc', 900, 'paid', answer,
        CASE WHEN answer IS NOT NULL THEN child_id END, now(), now(), now(), now()
      FROM (SELECT ${state === 'kept_out' ? 'nobody' : null}::text AS answer) AS said, child
      WHERE child_id = ${child}`;
    const file = [hash, other].map((id) => ({ id, at: '2026-11-02T10:00:00Z', sats: 900 }));
    const { body } = await importFile(parent, child, phoenixdFile(file));
    expect([state, body]).toMatchObject([state, { imported: 1, skipped: 1 }]);
    expect([state, await sats(child)]).toEqual([state, 900]);
  }
});
