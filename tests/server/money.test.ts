/** A call declared to move no money raises no spending money and makes no payment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changes } from '../../src/contract/endpoint.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { calls, OWN_WORLD } from '../support/every-call.ts';
import { type ActorsWorld, makeActors } from '../support/world.ts';

let world: ActorsWorld;
beforeAll(async () => {
  world = await makeActors();
});
afterAll(() => world.close());

/** For calls that change the family's members. */
async function renew(): Promise<void> {
  await world.close();
  world = await makeActors();
}

/** Mia and Leo may pay a thousand sats a day without asking, from a wallet of the family. */
async function mayPay(): Promise<void> {
  const { db, familyId, mia, leo, clock } = world;
  const userId = await world.userId('parent');
  await db.owner`
    INSERT INTO lightning_connection (family_id, purpose, connection_id, type, provider, state,
      checked_at, look_at, connected_by, connected_at)
    VALUES (${familyId}, 'spend', gen_random_uuid(), 'phoenixd', 'phoenixd', 'silent', ${clock.now},
      '2100-01-01', ${userId}, ${clock.now})
    ON CONFLICT DO NOTHING`;
  await db.owner`
    INSERT INTO lightning_child (family_id, child_id, pay_limit_sats)
    SELECT ${familyId}, id, 1000 FROM unnest(${[mia, leo]}::uuid[]) AS c (id)
    ON CONFLICT (family_id, child_id) DO UPDATE SET pay_limit_sats = 1000`;
}

/** Each child's spending money, and the number of payments. */
async function standing(): Promise<{ sats: bigint; payments: bigint }> {
  const [row] = await world.db.owner<{ sats: bigint; payments: bigint }[]>`
    SELECT (SELECT coalesce(sum(balance_sats), 0)::bigint FROM account
        WHERE family_id = ${world.familyId} AND kind = 'spending') AS sats,
      (SELECT count(*) FROM payment
        WHERE family_id = ${world.familyId} AND direction = 'out') AS payments`;
  if (!row) throw new Error('There is no such family');
  return row;
}

test('the check notices a move: an entry raises what a child may pay (T59)', async () => {
  await mayPay();
  const before = await standing();
  await world.fill();
  expect((await standing()).sats).toBe(before.sats + 1n);
});

const silent = calls.filter(([, e]) => changes(e) && e.money === 'none');

test.each(silent)('%s moves nothing, as declared (T59)', async (name, e) => {
  const row = table[name];
  if (!row) throw new Error(`No row for ${name}`);
  for (const actor of ['parent', 'spouse', 'child'] as const) {
    if (OWN_WORLD.includes(name)) await renew();
    await world.fill();
    const input = await row.input(world, actor);
    await mayPay();
    const before = await standing();
    const visitor = await world.as(actor);
    const { status } = await send(visitor, e, input, { 'idempotency-key': `${name}-${actor}` });
    const after = await standing();
    expect([actor, status, after.payments]).toEqual([actor, status, before.payments]);
    expect(after.sats, `${actor} ${status}`).toBeLessThanOrEqual(before.sats);
  }
});
