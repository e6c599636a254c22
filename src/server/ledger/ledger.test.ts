/** The ledger on a real database: random histories against a model, races, the chain. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transfer } from '#core/ledger.ts';
import { freshDatabase } from '#tests/support/app.ts';
import { history } from '#tests/support/ledger-history.ts';
import { makeWorld, type World } from '#tests/support/ledger-world.ts';
import { connect, type Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import { captureHold, placeHold, releaseHold } from './holds.ts';
import { NOT_ENOUGH, post } from './post.ts';
import { reverse } from './reverse.ts';
import { sealAll } from './seal.ts';
import { entryText } from './text.ts';
import { verifyLedger } from './verify.ts';

const KEY = new Uint8Array(32).fill(7);
const NOW = new Date('2026-11-18T12:00:00Z');
let db: Database;
let world: World;
beforeEach(async () => {
  db = connect(await freshDatabase());
  world = await makeWorld(db, 2);
});
afterEach(() => db.close());

const entry = (from: string, to: string, sats: bigint, words?: string) => ({
  entryId: newId(),
  familyId: world.familyId,
  type: 'bonus',
  childId: world.children[0]?.childId,
  amountSats: sats,
  occurredAt: NOW,
  madeBy: newId(),
  text: words === undefined ? undefined : entryText(words),
  postings: transfer(from, to, sats),
});
const write = (e: ReturnType<typeof entry>) =>
  db.changeFamily(world.familyId, (tx) => post(tx, [e], NOW));
const balance = async (accountId: string) => {
  const [row] = await db.owner<{ balanceSats: bigint; heldSats: bigint }[]>`
    SELECT balance_sats, held_sats FROM account WHERE account_id = ${accountId}`;
  return row;
};

test('an unbalanced, empty or doubled entry is refused before anything is written', async () => {
  const { outside, children } = world;
  const savings = children[0]?.savings as string;
  const good = entry(outside, savings, 5n);
  for (const postings of [
    [],
    [{ accountId: savings, amountSats: 5n }],
    [
      { accountId: savings, amountSats: 5n },
      { accountId: outside, amountSats: -4n },
    ],
    [
      { accountId: savings, amountSats: 5n },
      { accountId: outside, amountSats: -6n },
    ],
    [
      { accountId: savings, amountSats: 0n },
      { accountId: outside, amountSats: 0n },
    ],
    [
      { accountId: savings, amountSats: 5n },
      { accountId: savings, amountSats: -5n },
    ],
    [
      { accountId: savings, amountSats: 3n * 10n ** 15n },
      { accountId: outside, amountSats: -3n * 10n ** 15n },
    ],
  ])
    await expect(write({ ...good, postings })).rejects.toThrow(RangeError);
  await expect(write({ ...good, postings: transfer(outside, newId(), 5n) })).rejects.toThrow(
    /moved 1 of 2 accounts/,
  );
  const [row] = await db.owner<{ count: bigint }[]>`SELECT count(*) FROM entry`;
  expect(row?.count).toBe(0n);
});

test('no account of a child goes below zero; the refusal is readable and writes nothing (TXN-02)', async () => {
  const { outside, children } = world;
  const savings = children[0]?.savings as string;
  await write(entry(outside, savings, 100n, 'for the garden'));
  await expect(write(entry(savings, outside, 101n))).rejects.toMatchObject({
    code: 'CONFLICT',
    why: NOT_ENOUGH,
  });
  expect(await balance(savings)).toEqual({ balanceSats: 100n, heldSats: 0n });
  await write(entry(savings, outside, 100n));
  expect(await balance(savings)).toEqual({ balanceSats: 0n, heldSats: 0n });
});

test('a hold reserves, ends once, and is captured by the entry it was for', async () => {
  const { outside, children, familyId } = world;
  const savings = children[0]?.savings as string;
  await write(entry(outside, savings, 100n));
  const hold = (sats: bigint) =>
    db.changeFamily(familyId, (tx) =>
      placeHold(tx, familyId, { accountId: savings, amountSats: sats, reason: 'test', now: NOW }),
    );
  const first = await hold(60n);
  await expect(hold(60n)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(write(entry(savings, outside, 41n))).rejects.toMatchObject({ code: 'CONFLICT' });
  await db.changeFamily(familyId, (tx) =>
    captureHold(tx, first, entry(savings, outside, 60n), NOW),
  );
  expect(await balance(savings)).toEqual({ balanceSats: 40n, heldSats: 0n });
  await expect(
    db.changeFamily(familyId, (tx) => releaseHold(tx, familyId, first, NOW)),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  const second = await hold(40n);
  await db.changeFamily(familyId, (tx) => releaseHold(tx, familyId, second, NOW));
  expect(await balance(savings)).toEqual({ balanceSats: 40n, heldSats: 0n });
});

test('ten holds of 60 % at once: one is placed', async () => {
  const { outside, children, familyId } = world;
  const savings = children[1]?.savings as string;
  await write(entry(outside, savings, 100n));
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      db.changeFamily(familyId, (tx) =>
        placeHold(tx, familyId, { accountId: savings, amountSats: 60n, reason: 'race', now: NOW }),
      ),
    ),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a mistake is undone by a reversal, once; a reversal cannot be undone', async () => {
  const { outside, children, familyId } = world;
  const spending = children[0]?.spending as string;
  const wrong = entry(outside, spending, 30n, 'typo');
  await write(wrong);
  const undo = (id: string) =>
    db.changeFamily(familyId, (tx) =>
      reverse(tx, familyId, id, { madeBy: newId(), now: NOW, why: 'It was a typo' }, []),
    );
  await expect(undo(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const reversal = await undo(wrong.entryId);
  expect(await balance(spending)).toEqual({ balanceSats: 0n, heldSats: 0n });
  // Not for lack of money.
  await write(entry(outside, spending, 30n, 'another'));
  await expect(undo(wrong.entryId)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(undo(reversal)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('the chain names the first entry that was changed behind the program’s back', async () => {
  const savings = world.children[0]?.savings as string;
  await write(entry(world.outside, savings, 100n, 'for the garden'));
  await sealAll(db.owner, KEY);
  expect((await verifyLedger(db.owner, KEY, NOW)).problems).toEqual([]);
  const [victim] = await db.owner<{ entryId: string; amountSats: bigint; madeBy: string }[]>`
    SELECT entry_id, amount_sats, made_by FROM entry JOIN seal USING (family_id, entry_id)
      ORDER BY seal_no LIMIT 1`;
  const id = victim?.entryId as string;
  const problems = async () => (await verifyLedger(db.owner, KEY, NOW)).problems;
  await db.owner`UPDATE entry SET made_by = family_id WHERE entry_id = ${id}`;
  expect(await problems()).toEqual([expect.stringContaining(`${id} (seal 1) was changed`)]);
  await db.owner`UPDATE entry SET made_by = ${victim?.madeBy as string} WHERE entry_id = ${id}`;
  for (const column of ['recorded_at', 'occurred_at']) {
    const move = (by: string) =>
      db.owner.unsafe(
        `UPDATE entry SET ${column} = ${column} + interval '${by}' WHERE entry_id = '${id}'`,
      );
    await move('1 second');
    expect(await problems(), column).toEqual([expect.stringContaining('(seal 1) was changed')]);
    await move('-1 second');
  }
  expect(await problems()).toEqual([]);
  await db.owner`UPDATE entry_text SET text = 'for the forest' WHERE text = 'for the garden'`;
  expect(await problems()).toEqual([expect.stringMatching(/words of the entry .* were changed/)]);
  // Erasing words with their salt is allowed and leaves the chain whole.
  await db.owner`DELETE FROM entry_text WHERE text = 'for the forest'`;
  expect(await problems()).toEqual([]);
  expect((await verifyLedger(db.owner, new Uint8Array(32), NOW)).problems).toHaveLength(1);
  await db.owner`UPDATE account SET balance_sats = balance_sats + 1 WHERE account_id = ${world.children[0]?.spending as string}`;
  expect(await problems()).toEqual([expect.stringContaining('its postings say')]);
  await db.owner`UPDATE account SET balance_sats = balance_sats - 1 WHERE account_id = ${world.children[0]?.spending as string}`;
});

test('equal words have different hashes: one whose words were erased cannot be guessed (T34)', async () => {
  const savings = world.children[0]?.savings as string;
  const twins = [1n, 2n].map((sats) => entry(world.outside, savings, sats, 'Pocket money'));
  for (const twin of twins) await write(twin);
  const rows = await db.owner<{ hash: string; salt: string }[]>`
    SELECT encode(e.text_hash, 'hex') AS hash, encode(t.salt, 'hex') AS salt
    FROM entry e JOIN entry_text t USING (family_id, entry_id)
    WHERE e.entry_id = ANY(${twins.map(({ entryId }) => entryId)}::uuid[])`;
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
  expect(rows.every(({ salt }) => salt.length === 32)).toBe(true);
  await sealAll(db.owner, KEY);
});

test('an entry that waits over 2 minutes for its seal, or fell out of the chain, is reported', async () => {
  await write(entry(world.outside, world.children[0]?.savings as string, 1n));
  const later = new Date(NOW.getTime() + 121_000);
  expect((await verifyLedger(db.owner, KEY, NOW)).problems).toEqual([]);
  expect((await verifyLedger(db.owner, KEY, later)).problems).toEqual([
    expect.stringContaining('has waited for its seal'),
  ]);
  await db.owner`DELETE FROM unsealed`;
  expect((await verifyLedger(db.owner, KEY, NOW)).problems).toEqual([
    expect.stringContaining('outside the chain'),
  ]);
});

test('random histories with concurrent writers, replays, reversals and pruning keep every invariant (T34)', async () => {
  // How much is refused or pruned depends on the order; none at all would prove nothing.
  const done = await history(db, KEY, { seed: 20261118, runs: 40, operations: 25 });
  expect(done.booked).toBeGreaterThan(200);
  expect(done.refused).toBeGreaterThan(5);
  expect(done.pruned).toBeGreaterThan(5);
  expect(done.problems).toEqual([]);
});
