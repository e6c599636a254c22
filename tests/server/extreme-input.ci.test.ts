/** Every call × the longest, smallest and largest values it accepts: an answer, never a crash. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import type { Contract, Endpoint } from '../../src/contract/endpoint.ts';
import type { Visitor } from '../support/app.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { extremesOf } from '../support/extremes.ts';
import { type ActorsWorld, makeActors } from '../support/world.ts';

const calls = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract as Contract).map(([name, e]): [string, Endpoint] => [
    `${feature}.${name}`,
    e,
  ]),
);

let world: ActorsWorld;
let parent: Visitor;
let tablet: Visitor;
let operator: Visitor;
/** Who may make a call, so that its input is what is refused. */
const asked = (e: Endpoint) =>
  e.access === 'handedOver' ? tablet : e.access === 'admin' ? operator : parent;
beforeAll(async () => {
  world = await makeActors();
  parent = await world.as('parent');
  tablet = await world.as('handedOver');
  operator = await world.as('admin');
}, 90_000);
afterAll(() => world.close());

const fieldsOf = (e: Endpoint): string[] => {
  const schema = e.input as { entries?: object; pipe?: { entries?: object }[] };
  return Object.keys(schema.entries ?? schema.pipe?.[0]?.entries ?? {});
};

/** These end what the later ones need. */
const isLast = (name: string) => Number(/delete|deletion|remove/i.test(name));

describe('PLAT-16 T54 the extremes of every field: an answer, never a crash', () => {
  const varied = calls
    .filter(([, e]) => fieldsOf(e).length > 0)
    .toSorted(([a], [b]) => isLast(a) - isLast(b));
  test.each(varied)('%s', async (name, e) => {
    for (const field of fieldsOf(e)) {
      const input = (await table[name]?.input(world, 'parent')) as Record<string, unknown>;
      for (const extreme of extremesOf(e, input, field)) {
        const reply = await send(asked(e), e, extreme);
        const value = JSON.stringify(extreme[field as never])?.slice(0, 60);
        expect(reply.status, `${field}=${value} ${reply.text.slice(0, 200)}`).toBeLessThan(500);
      }
    }
  });

  test('most fields were really varied', async () => {
    const fields = varied.flatMap(([name, e]) =>
      fieldsOf(e).map((field): [string, Endpoint, string] => [name, e, field]),
    );
    const counts = await Promise.all(
      fields.map(async ([name, e, field]) => {
        const input = (await table[name]?.input(world, 'parent')) as object;
        return extremesOf(e, input, field).length;
      }),
    );
    expect(counts.filter((count) => count >= 2).length).toBeGreaterThan(0.7 * fields.length);
  });
});
