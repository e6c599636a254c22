/**
 * After every call that changes anything, by every actor who may make it, each person's first
 * screen is asked for again. A server under test holds what it remembered against the book and
 * fails (dashboard/server.ts), so a change that leaves the family its old revision shows here.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import { type Contract, changes, type Endpoint } from '../../src/contract/endpoint.ts';
import type { Visitor } from '../support/app.ts';
import { expectedFor } from '../support/authorisation-rows.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { ACTORS, type ActorName, type ActorsWorld, makeActors } from '../support/world.ts';

let world: ActorsWorld;
const lookers = new Map<ActorName, Visitor>();
beforeAll(async () => {
  world = await makeActors();
}, 90_000);
afterAll(() => world.close());

const LOOKING = ['parent', 'spouse', 'child', 'handedOver', 'otherParent', 'invited'] as const;

/** Each with one session for as long as it lasts, so that there is something to remember. */
async function lookAround(after: string): Promise<void> {
  for (const name of LOOKING) {
    const known = lookers.get(name);
    const reply = await known?.get('/api/dashboard');
    if (reply?.status === 200) continue;
    expect(reply?.status ?? 401, `${name} after ${after}: ${reply?.text}`).toBe(401);
    const fresh = await world.as(name);
    lookers.set(name, fresh);
    expect((await fresh.get('/api/dashboard')).status, `${name}, again`).toBe(200);
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

test.each(calls)('DASH-01 nobody’s first screen is older than %s', async (name, e) => {
  const row = table[name];
  if (!row) throw new Error(`No row for ${name}`);
  await lookAround('nothing');
  for (const actor of ACTORS.filter((one) => expectedFor(row, e.access, one) === 'ok')) {
    const visitor = await world.as(actor);
    await send(visitor, e, await row.input(world, actor));
    await lookAround(`${name} by ${actor}`);
  }
});
