/**
 * Another SECRET_KEY: the new one then opens everything and the former nothing, or all is
 * unchanged.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transfer } from '#core/ledger.ts';
import { seal } from '#server/box.ts';
import { connect, type Database } from '#server/db/database.ts';
import type { Address } from '#server/db/sql.ts';
import { deriveKey } from '#server/env.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { isSealedWith } from '#server/ledger/reseal.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { freshDatabase, startApp } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { history } from '#tests/support/ledger-history.ts';
import { makeWorld } from '#tests/support/ledger-world.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { refuseOtherKey, rotateSecretKey } from './rotate-secret-key.ts';

const [FORMER, NEW, THIRD] = [1, 2, 3].map((n) => new Uint8Array(32).fill(n)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const keys = { from: FORMER, to: NEW };
const sealKey = (secret: Uint8Array) => deriveKey(secret, 'seal');
const mailKey = (secret: Uint8Array) => deriveKey(secret, 'jobs');
/** More than one page of the chain. */
const MANY = 2_300;

let address: Address;
let db: Database;
beforeAll(async () => {
  const app = await startApp();
  ({ address } = app);
  const { problems, pruned } = await history(app.db, sealKey(FORMER), {
    seed: 5,
    runs: 6,
    operations: 40,
  });
  expect([problems, pruned > 0]).toEqual([[], true]);
  await manyEntries(app.db);
  await sealAll(app.db.owner, sealKey(FORMER));
  const anna = await app.signIn('anna@example.com');
  await anna.send('PUT', '/api/push', {
    endpoint: 'https://push.example.com/a',
    p256dh: 'B'.repeat(87),
    auth: 'A'.repeat(22),
  });
  await app.close();
  db = connect(address);
  // The tests' program seals its mails with a separate key: these are as ours would have them.
  const mails = await db.owner<{ id: string }[]>`SELECT id FROM pgboss.job WHERE name = 'mail'`;
  expect(mails.length).toBeGreaterThan(0);
  for (const { id } of mails) {
    const box = seal(mailKey(FORMER), 'mail', { to: 'anna@example.com', text: 'The link', id });
    await db.owner`
      UPDATE pgboss.job SET data = jsonb_build_object('box', ${box}::text) WHERE id = ${id}`;
  }
});
afterAll(() => db?.close());

async function manyEntries(on: Database) {
  const { familyId, outside, children } = await makeWorld(on, 1);
  const savings = children[0]?.savings as string;
  const at = new Date('2026-11-18T12:00:00Z');
  const entries = Array.from({ length: MANY }, (_, i) => ({
    entryId: newId(at.getTime() + i),
    familyId,
    type: 'bonus',
    childId: children[0]?.childId,
    amountSats: BigInt(i + 1),
    occurredAt: at,
    madeBy: familyId,
    postings: transfer(outside, savings, BigInt(i + 1)),
  }));
  await on.changeFamily(familyId, (tx) => post(tx, entries, at));
}

const verify = (secret: Uint8Array) => verifyLedger(db.owner, sealKey(secret), new Date());
const state = async () => ({
  rows: await everything(db),
  queue: [...(await db.owner`SELECT id, data FROM pgboss.job ORDER BY id`)],
});

test('a key that is not the one of the book is refused at the start, the right one is not', async () => {
  await expect(refuseOtherKey(db, THIRD)).rejects.toThrow(/do not fit this SECRET_KEY/);
  await refuseOtherKey(db, FORMER);
  const empty = connect(await freshDatabase());
  expect(await isSealedWith(empty.owner, sealKey(THIRD))).toBeUndefined();
  await refuseOtherKey(empty, THIRD);
  await empty.close();
});

test('one entry that was changed behind our back does not look like another key', async () => {
  const [newest] = await db.owner<{ familyId: string; entryId: string }[]>`
    SELECT family_id, entry_id FROM seal s WHERE seal_no = ${MANY} LIMIT 1`;
  const change = (by: number) => db.owner`
    UPDATE entry SET amount_sats = amount_sats + ${by}
      WHERE entry_id = ${newest?.entryId as string}`;
  await change(1);
  await refuseOtherKey(db, FORMER);
  const before = await state();
  await expect(rotateSecretKey(db, keys)).rejects.toThrow(/^Nothing was changed: .* was changed$/);
  expect(await state()).toEqual(before);
  await change(-1);
});

test('where all that is looked at was changed, the words blame neither key nor book, and say how to tell', async () => {
  const change = (by: number) => db.owner`UPDATE entry SET amount_sats = amount_sats + ${by}::int`;
  await change(1);
  await expect(refuseOtherKey(db, FORMER)).rejects.toThrow(
    /do not fit this SECRET_KEY.* another key, .* the right key, .* changed .* verify-ledger/,
  );
  const { problems } = await verify(FORMER);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.join()).toMatch(/ was changed/);
  await change(-1);
  await refuseOtherKey(db, FORMER);
});

test('nothing is changed with a wrong former key, or while a program is using the database', async () => {
  const before = await state();
  await expect(rotateSecretKey(db, { from: THIRD, to: NEW })).rejects.toThrow(
    'do not fit this SECRET_KEY',
  );
  const program = connect(address);
  await program.app`SELECT 1`;
  await expect(rotateSecretKey(db, keys)).rejects.toThrow('stop it first');
  await program.close();
  expect(await state()).toEqual(before);
});

test('interrupted in the middle, it leaves everything unchanged', async () => {
  const before = await state();
  // The last family to be resealed is locked, so the others are done by then.
  const [last] = await db.owner<{ familyId: string }[]>`
    SELECT family_id FROM seal ORDER BY family_id DESC LIMIT 1`;
  const holder = connect(address);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const holding = holder.owner.begin(async (tx) => {
    await tx`SELECT FROM seal WHERE family_id = ${last?.familyId as string} FOR UPDATE`;
    hold();
    await released;
  });
  await held;
  const rotator = connect(address);
  const rotating = rotateSecretKey(rotator, keys).then(
    () => 'done',
    () => 'cut off',
  );
  const waiting = () => holder.owner<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE seal%'
      AND datname = current_database()`;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const [{ pid } = { pid: 0 }] = await waiting();
  await holder.owner`SELECT pg_terminate_backend(${pid})`;
  expect(await rotating).toBe('cut off');
  release();
  await holding;
  await Promise.all([holder.close(), rotator.close()]);
  expect(await state()).toEqual(before);
  expect((await verify(FORMER)).problems).toEqual([]);
});

test('afterwards the new key opens the whole book and every mail, and the former one nothing', async () => {
  const before = await verify(FORMER);
  const rows = await everything(db);
  const [sealed] = await db.owner<{ n: number }[]>`
    SELECT count(DISTINCT family_id)::int AS n FROM seal`;
  const done = await rotateSecretKey(db, keys);
  expect(done).toMatchObject({ families: before.families, entries: before.entries, devices: 1 });
  expect(done.mails).toBeGreaterThan(0);

  expect(await verify(NEW)).toEqual({ ...before, problems: [] });
  expect((await verify(FORMER)).problems.length).toBeGreaterThanOrEqual(sealed?.n as number);
  await refuseOtherKey(db, NEW);
  await expect(refuseOtherKey(db, FORMER)).rejects.toThrow('do not fit this SECRET_KEY');
  expect((await queuedMails(db, mailKey(NEW))).map(({ text }) => text)).toContain('The link');
  await expect(queuedMails(db, mailKey(FORMER))).rejects.toThrow();

  // Nothing else changed.
  const touched = ['seal', 'checkpoint', 'push_subscription'];
  const rest = (all: Record<string, string[]>) =>
    Object.entries(all).filter(([name]) => !touched.includes(name));
  expect(rest(await everything(db))).toEqual(rest(rows));
  // And the chain continues.
  const world = await makeWorld(db, 1);
  await db.changeFamily(world.familyId, (tx) =>
    post(
      tx,
      [
        {
          entryId: newId(),
          familyId: world.familyId,
          type: 'bonus',
          childId: world.children[0]?.childId,
          amountSats: 5n,
          occurredAt: new Date(),
          madeBy: randomUUID(),
          postings: transfer(world.outside, world.children[0]?.savings as string, 5n),
        },
      ],
      new Date(),
    ),
  );
  await sealAll(db.owner, sealKey(NEW));
  expect((await verify(NEW)).problems).toEqual([]);
});
