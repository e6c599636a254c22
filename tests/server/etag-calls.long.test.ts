/**
 * After every call that changes something, by everybody who may make it, everybody reads again: a
 * reply that differs must have another ETag.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import { type Contract, changes, type Endpoint } from '../../src/contract/endpoint.ts';
import type { Visitor } from '../support/app.ts';
import { expectedFor } from '../support/authorisation-rows.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { DASHBOARD, lookAgain, type Seen, TAGGED } from '../support/etags.ts';
import { ACTORS, type ActorName, type ActorsWorld, makeActors } from '../support/world.ts';

let world: ActorsWorld;
const lookers = new Map<ActorName, { visitor: Visitor; seen: Seen }>();
beforeAll(async () => {
  world = await makeActors();
  await lookAround('nothing');
});
afterAll(() => world.close());

const LOOKING = ['parent', 'spouse', 'child', 'handedOver', 'otherParent', 'invited'] as const;

/** Each with one session for as long as it lasts. */
async function lookAround(after: string, paths?: readonly string[]): Promise<void> {
  for (const name of LOOKING) {
    const known = lookers.get(name);
    if (known && !(await lookAgain(known.visitor, known.seen, `${name}, ${after}`, paths)).failed)
      continue;
    const fresh = { visitor: await world.as(name), seen: new Map() };
    lookers.set(name, fresh);
    expect((await lookAgain(fresh.visitor, fresh.seen, 'nothing')).failed).toBeUndefined();
  }
}

const last = ['auth.logout', 'family.join', 'family.makeFullParent', 'family.leave'];
const calls = Object.entries(contracts)
  .flatMap(([feature, contract]) =>
    Object.entries(contract as Contract).map(([key, e]): [string, Endpoint] => [
      `${feature}.${key}`,
      e,
    ]),
  )
  .filter(([, e]) => changes(e))
  .sort(([a], [b]) => last.indexOf(a) - last.indexOf(b));

test('calls that are polled have an ETag', () => {
  expect(TAGGED).toContain(DASHBOARD);
  expect(TAGGED.length).toBeGreaterThan(5);
});

test.each(calls)('no ETag stays the same after %s (DASH-01)', async (name, e) => {
  const row = table[name];
  if (!row) throw new Error(`No row for ${name}`);
  for (const actor of ACTORS.filter((one) => expectedFor(row, e.access, one) === 'ok')) {
    const visitor = await world.as(actor);
    await send(visitor, e, await row.input(world, actor));
    await lookAround(`${name} by ${actor}`, [DASHBOARD]);
  }
  await lookAround(name);
});
