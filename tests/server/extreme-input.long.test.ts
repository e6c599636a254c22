/** Every call × the longest, smallest and largest values it accepts: a reply, never a crash. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { type Callers, calls, makeCallers } from '../support/every-call.ts';
import { extremesOf } from '../support/extremes.ts';

let world: Callers['world'];
let callerOf: Callers['callerOf'];
beforeAll(async () => {
  ({ world, callerOf } = await makeCallers());
});
afterAll(() => world.close());

const fieldsOf = (e: Endpoint): string[] => {
  const schema = e.input as { entries?: object; pipe?: { entries?: object }[] };
  return Object.keys(schema.entries ?? schema.pipe?.[0]?.entries ?? {});
};

/** These remove what the others need. */
const isLast = (name: string) => Number(/delete|deletion|remove/i.test(name));

describe('the extremes of every field: a reply, never a crash (PLAT-16 T54)', () => {
  const varied = calls
    .filter(([, e]) => fieldsOf(e).length > 0)
    .toSorted(([a], [b]) => isLast(a) - isLast(b));
  test.each(varied)('%s', async (name, e) => {
    for (const field of fieldsOf(e)) {
      const input = (await table[name]?.input(world, 'parent')) as Record<string, unknown>;
      for (const extreme of extremesOf(e, input, field)) {
        const reply = await send(callerOf(e), e, extreme);
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
