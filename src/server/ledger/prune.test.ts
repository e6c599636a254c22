/** Pruning on a real database: what goes, what stays, and the sums and chain afterwards. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transfer } from '#core/ledger.ts';
import { freshDatabase } from '#tests/support/app.ts';
import { makeWorld, type World } from '#tests/support/ledger-world.ts';
import { pruneMany } from '#tests/support/prune-many.ts';
import { connect, type Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import { captureHold, placeHold } from './holds.ts';
import { post } from './post.ts';
import { type Pruned, pruneFamily } from './prune.ts';
import { sealAll } from './seal.ts';
import { entryText } from './text.ts';
import { verifyLedger } from './verify.ts';

const KEY = new Uint8Array(32).fill(7);
const NOW = new Date('2026-11-18T12:00:00Z');
const CUT = new Date('2025-11-18T00:00:00Z');
let db: Database;
let world: World;
beforeAll(async () => {
  db = connect(await freshDatabase());
});
beforeEach(async () => {
  world = await makeWorld(db, 1);
});
afterAll(() => db.close());

type Draft = { at: string; sats?: bigint; recordedAt?: string; familyId?: string };

/** An entry of that day in the first child's savings; returns its id. */
async function book({ at, sats = 10n, recordedAt = at }: Draft): Promise<string> {
  const { outside, children, familyId } = world;
  const entryId = newId(new Date(recordedAt).getTime());
  const entry = {
    entryId,
    familyId,
    type: 'bonus',
    childId: children[0]?.childId,
    amountSats: sats,
    occurredAt: new Date(at),
    madeBy: familyId,
    text: entryText(`on ${at}`),
    postings: transfer(outside, children[0]?.savings as string, sats),
  };
  await db.changeFamily(familyId, (tx) => post(tx, [entry], new Date(recordedAt)));
  return entryId;
}

/** Prunes as a request does: as the owner, under the family's lock. */
const prune = (over: { before?: Date; now?: Date; key?: Uint8Array } = {}): Promise<Pruned> =>
  db.changeFamilyAsOwner(world.familyId, (tx) =>
    pruneFamily(tx, world.familyId, { before: CUT, now: NOW, key: KEY, hooks: [], ...over }),
  );
const problems = async (now = NOW) =>
  (await verifyLedger(db.owner, KEY, now)).problems.filter((line) => line.includes(world.familyId));
const seal = () => sealAll(db.owner, KEY);
const left = async () =>
  (
    await db.owner<{ entryId: string }[]>`
      SELECT entry_id FROM entry WHERE family_id = ${world.familyId} ORDER BY recorded_at, entry_id`
  ).map(({ entryId }) => entryId);
const savings = async () =>
  (
    await db.owner<{ balanceSats: bigint }[]>`
      SELECT balance_sats FROM account WHERE account_id = ${world.children[0]?.savings as string}`
  )[0]?.balanceSats;
const countOf = async (table: string) =>
  (
    await db.owner.unsafe<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM ${table} WHERE family_id = '${world.familyId}'`,
    )
  )[0]?.count;

test('nothing unsealed is removed, and a book that is empty or young stays unchanged (T34)', async () => {
  expect(await prune()).toEqual({ deletedCount: 0, keptCount: 0, keptReason: null });
  const old = await book({ at: '2024-01-01T12:00:00Z' });
  expect(await prune()).toEqual({ deletedCount: 0, keptCount: 1, keptReason: 'unsealed' });
  await seal();
  expect(await prune({ before: new Date('2024-01-01T12:00:00Z') })).toEqual({
    deletedCount: 0,
    keptCount: 0,
    keptReason: null,
  });
  expect(await left()).toEqual([old]);
  expect(await countOf('checkpoint')).toBe(0);
});

test('the old beginning is removed with its postings, words and seals; balances and chain continue (T34)', async () => {
  await book({ at: '2024-01-01T12:00:00Z', sats: 100n });
  await book({ at: '2024-06-01T12:00:00Z', sats: 20n });
  const young = await book({ at: '2026-10-01T12:00:00Z', sats: 3n });
  await seal();
  expect(await prune()).toEqual({ deletedCount: 2, keptCount: 0, keptReason: null });
  expect(await left()).toEqual([young]);
  for (const table of ['entry', 'entry_text', 'seal']) expect(await countOf(table), table).toBe(1);
  expect(await countOf('posting')).toBe(2);
  expect(await savings()).toBe(123n);
  expect(await problems()).toEqual([]);
  // A second run finds nothing; later ones fold in the checkpoint; the chain continues from it.
  expect((await prune()).deletedCount).toBe(0);
  const after = await book({ at: '2026-11-01T12:00:00Z', sats: 4n });
  await seal();
  expect(await prune({ before: new Date('2026-10-15T00:00:00Z') })).toMatchObject({
    deletedCount: 1,
  });
  expect(await left()).toEqual([after]);
  expect(await savings()).toBe(127n);
  expect(await problems()).toEqual([]);
  // Even with every entry gone the numbering continues.
  await prune({ before: new Date('2026-11-10T00:00:00Z') });
  await book({ at: '2026-11-16T12:00:00Z', sats: 1n });
  await seal();
  const [newest] = await db.owner<{ sealNo: bigint }[]>`
    SELECT seal_no FROM seal WHERE family_id = ${world.familyId}`;
  expect(newest?.sealNo).toBe(5n);
  expect(await problems()).toEqual([]);
});

test('a later cut never sets the beginning of the book back (T34)', async () => {
  await book({ at: '2025-06-01T12:00:00Z' });
  await seal();
  await prune();
  // Recorded later for an earlier day, like an import of an old wallet.
  await book({ at: '2024-01-01T12:00:00Z', recordedAt: '2025-07-01T12:00:00Z' });
  await seal();
  expect((await prune()).deletedCount).toBe(1);
  const [checkpoint] = await db.owner<{ newestAt: Date }[]>`
    SELECT newest_at FROM checkpoint WHERE family_id = ${world.familyId}`;
  expect(checkpoint?.newestAt.toISOString()).toBe('2025-06-01T12:00:00.000Z');
  expect(await problems()).toEqual([]);
});

test('the first entry that has to stay ends the cut; how many stay for it, and why (T34 PRIV-20)', async () => {
  const first = await book({ at: '2024-01-01T12:00:00Z' });
  const stays = await book({ at: '2026-01-01T12:00:00Z', recordedAt: '2024-02-01T12:00:00Z' });
  const behind = await book({ at: '2024-03-01T12:00:00Z' });
  await seal();
  expect(await prune()).toEqual({ deletedCount: 1, keptCount: 1, keptReason: 'young' });
  expect(await left()).toEqual([stays, behind]);
  expect(first).not.toBe(stays);
  expect(await problems()).toEqual([]);
});

test('what can still be taken back stays: written down less than 24 hours ago (T34)', async () => {
  const old = { at: '2023-05-01T12:00:00Z', recordedAt: '2026-11-17T12:00:01Z' };
  const entryId = await book(old);
  await seal();
  expect(await prune()).toEqual({ deletedCount: 0, keptCount: 1, keptReason: 'undoable' });
  expect(await left()).toEqual([entryId]);
  expect(await prune({ now: new Date('2026-11-18T12:00:02Z') })).toEqual({
    deletedCount: 1,
    keptCount: 0,
    keptReason: null,
  });
});

test('an entry named by an open hold stays; once the hold has ended it can be removed (T34)', async () => {
  const entryId = await book({ at: '2024-01-01T12:00:00Z', sats: 50n });
  await seal();
  const { familyId, outside, children } = world;
  const accountId = children[0]?.savings as string;
  const holdId = await db.changeFamily(familyId, (tx) =>
    placeHold(tx, familyId, { accountId, amountSats: 20n, reason: 'test', now: NOW }),
  );
  await db.owner`UPDATE hold SET entry_id = ${entryId} WHERE hold_id = ${holdId}`;
  expect(await prune()).toEqual({ deletedCount: 0, keptCount: 1, keptReason: 'open' });
  const entry = {
    entryId: newId(NOW.getTime()),
    familyId,
    type: 'savings_withdrawal',
    childId: children[0]?.childId,
    amountSats: -20n,
    occurredAt: NOW,
    madeBy: familyId,
    postings: transfer(accountId, outside, 20n),
  };
  await db.changeFamily(familyId, (tx) => captureHold(tx, holdId, entry, NOW));
  expect(await prune()).toEqual({ deletedCount: 1, keptCount: 0, keptReason: null });
  await seal();
  expect(await savings()).toBe(30n);
  expect(await problems()).toEqual([]);
});

test('the chain names a checkpoint that was changed, lost, or put back to an older one', async () => {
  await book({ at: '2024-01-01T12:00:00Z', sats: 70n });
  await book({ at: '2024-02-01T12:00:00Z', sats: 7n });
  await book({ at: '2026-11-01T12:00:00Z', sats: 1n });
  await seal();
  await prune({ before: new Date('2024-01-15T00:00:00Z') });
  const { familyId } = world;
  const keep = async (table: string) =>
    (await db.owner.unsafe(
      `SELECT * FROM ${table} WHERE family_id = '${familyId}'`,
    )) as unknown as Record<string, never>[];
  const [older] = await db.owner<{ sealNo: bigint; sealMac: Uint8Array; mac: Uint8Array }[]>`
    SELECT seal_no, seal_mac, mac FROM checkpoint WHERE family_id = ${familyId}`;
  await prune();
  expect(await keep('checkpoint')).toHaveLength(1);
  expect(await problems()).toEqual([]);
  const savingsId = world.children[0]?.savings as string;
  const changed = [expect.stringContaining('the checkpoint (seal 2) was changed')];
  const both = (sats: number) => db.owner`
    UPDATE checkpoint_sum SET amount_sats = amount_sats + CASE
      WHEN account_id = ${savingsId} THEN ${sats}::bigint ELSE -${sats}::bigint END
    WHERE family_id = ${familyId}`;
  await both(1);
  expect(await problems()).toEqual(changed);
  await both(-1);
  await db.owner`UPDATE checkpoint SET newest_at = newest_at + interval '1 day' WHERE family_id = ${familyId}`;
  expect(await problems()).toEqual(changed);
  await db.owner`UPDATE checkpoint SET newest_at = newest_at - interval '1 day' WHERE family_id = ${familyId}`;
  expect(await problems()).toEqual([]);
  await db.owner`
    UPDATE checkpoint SET seal_no = ${older?.sealNo as bigint},
      seal_mac = ${older?.sealMac as Uint8Array}, mac = ${older?.mac as Uint8Array}
    WHERE family_id = ${familyId}`;
  expect(await problems()).toEqual([
    expect.stringContaining('the checkpoint (seal 1) was changed'),
  ]);
  // Pruning now throws and removes nothing more.
  await expect(prune({ before: NOW })).rejects.toMatchObject({
    problem: expect.stringMatching(/Nothing was removed .* was changed/),
  });
  await db.owner`DELETE FROM checkpoint_sum WHERE family_id = ${familyId}`;
  await db.owner`DELETE FROM checkpoint WHERE family_id = ${familyId}`;
  expect(await problems()).toEqual([expect.stringContaining('the seal 1 is missing')]);
});

test('a part of the chain that was tampered with is not removed: the fault stays to be seen', async () => {
  const victim = await book({ at: '2024-01-01T12:00:00Z' });
  await book({ at: '2024-02-01T12:00:00Z' });
  await seal();
  await db.owner`UPDATE entry SET type = 'earned' WHERE entry_id = ${victim}`;
  await expect(prune()).rejects.toMatchObject({
    problem: expect.stringContaining(`the entry ${victim} (seal 1) was changed`),
  });
  await expect(prune({ key: new Uint8Array(32) })).rejects.toThrow('Nothing was removed');
  expect(await countOf('entry')).toBe(2);
  expect(await problems()).toHaveLength(1);
});

test('the role that serves requests cannot prune, remove an entry or write a checkpoint (T61)', async () => {
  await book({ at: '2024-01-01T12:00:00Z' });
  await seal();
  const by = { before: CUT, now: NOW, key: KEY, hooks: [] };
  await expect(
    db.changeFamily(world.familyId, (tx) => pruneFamily(tx, world.familyId, by)),
  ).rejects.toMatchObject({ code: '42501' });
  expect((await prune()).deletedCount).toBe(1);
  await book({ at: '2024-02-01T12:00:00Z' });
  for (const sql of [
    'DELETE FROM entry',
    'DELETE FROM posting',
    'DELETE FROM seal',
    'DELETE FROM checkpoint',
    'UPDATE checkpoint SET seal_no = 9',
    'UPDATE checkpoint_sum SET amount_sats = 9',
  ])
    await expect(
      db.changeFamily(world.familyId, (tx) => tx.unsafe(sql)),
      sql,
    ).rejects.toMatchObject({ code: '42501' });
  expect(await countOf('entry')).toBe(1);
});

test('pruning touches one family only', async () => {
  const other = world;
  await book({ at: '2024-01-01T12:00:00Z' });
  world = await makeWorld(db, 1);
  await book({ at: '2024-01-01T12:00:00Z' });
  await seal();
  expect((await prune()).deletedCount).toBe(1);
  world = other;
  expect(await countOf('entry')).toBe(1);
  expect(await problems()).toEqual([]);
});

test('thousands of entries go in sets: removing 3,000 takes no more statements than removing 60 (T34)', async () => {
  const few = await pruneMany(db, 60);
  const many = await pruneMany(db, 3_000);
  expect(many).toMatchObject({ deletedCount: 3_000, balanceSats: 4_501_500n, left: 0 });
  expect(many.carriedSats).toBe(4_501_500n);
  // Two statements per further page of 1,000 that is read and verified.
  expect(many.statements - few.statements).toBe(2 * 2);
});
