/** Every call × invalid input: a readable 4xx, never a crash, and nothing is written. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { address } from '../../src/contract/address.ts';
import { type Endpoint, pathParams } from '../../src/contract/endpoint.ts';
import type { Reply } from '../support/app.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { type Callers, calls, makeCallers } from '../support/every-call.ts';
import { hostileAmounts } from '../support/hostile-amounts.ts';
import { type ActorsWorld, snapshot } from '../support/world.ts';

const changing = calls.filter(([, e]) => e.method !== 'GET');

let world: Callers['world'];
let parent: Callers['parent'];
let callerOf: Callers['callerOf'];
/** A valid input of every call. */
const inputs = new Map<string, Record<string, unknown>>();
let before: string;
beforeAll(async () => {
  ({ world, parent, callerOf } = await makeCallers());
  for (const [name] of calls)
    inputs.set(name, (await table[name]?.input(world, 'parent')) as Record<string, unknown>);
  before = await snapshot(world);
});
afterAll(() => world.close());

const inputOf = (name: string) => inputs.get(name) as Record<string, unknown>;
const nothingWritten = async () => expect(await snapshot(world)).toBe(before);

/** Invalid for every field: wrong types, nothing, too much, and what databases choke on. */
const wrong: unknown[] = [
  null,
  true,
  [],
  {},
  [1],
  ['x'],
  { $gt: 0 },
  { a: { b: 1 } },
  1.5,
  -1,
  1e21,
  99_999_999,
  '\u0000',
  'x'.repeat(5_000),
  '\ud800',
  ['__proto__'],
  { constructor: { prototype: {} } },
];

const REFUSED = [400, 401, 404, 409, 413, 415, 422, 429];

function refused(reply: Reply, what: string) {
  expect(REFUSED, `${what}: ${reply.status} ${reply.text.slice(0, 200)}`).toContain(reply.status);
  const { message, code, ...rest } = reply.body as Record<string, unknown>;
  expect(typeof message, what).toBe('string');
  expect(typeof code, what).toBe('string');
  expect(
    Object.keys(rest).filter((key) => !['field', 'reason', 'values'].includes(key)),
    what,
  ).toEqual([]);
  expect(String(message)).not.toMatch(
    /select .+ from|insert into|postgres|node_modules|\bat .*\.ts|undefined/i,
  );
}

const fieldsOf = (e: Endpoint): string[] => {
  const schema = e.input as { entries?: object; pipe?: { entries?: object }[] };
  return Object.keys(schema.entries ?? schema.pipe?.[0]?.entries ?? {});
};

/** Fields that would grant rights if a handler accepted unknown fields. */
const assigned = ({ otherFamilyId, otherKid }: ActorsWorld): Record<string, unknown> => ({
  isAdmin: true,
  role: 'parent',
  familyId: otherFamilyId,
  parentId: otherKid,
  constructor: { prototype: { isAdmin: true } },
  ['__proto__']: { isAdmin: true },
  passphrase: 'x',
});

describe('wrong values, unknown and missing fields (PLAT-16)', () => {
  afterAll(nothingWritten);

  test.each(calls)('%s (PLAT-16 T41)', async (name, e) => {
    const input = inputOf(name);
    const inPath = pathParams(e.path);
    for (const field of fieldsOf(e).filter((key) => !inPath.includes(key)))
      for (const value of wrong) {
        if (
          e.method === 'GET' &&
          v.safeParse(e.input, { ...input, [field]: String(value) }).success
        )
          continue;
        if (e.method !== 'GET' && v.safeParse(e.input, { ...input, [field]: value }).success)
          continue;
        refused(
          await send(callerOf(e), e, { ...input, [field]: value }),
          `${field}=${JSON.stringify(value)}`,
        );
      }
    for (const [key, value] of Object.entries(assigned(world))) {
      const reply = await send(callerOf(e), e, { ...input, [key]: value });
      refused(reply, `extra ${key}`);
      expect(reply.status, `extra ${key}`).toBe(400);
    }
  });

  test.each(changing)('%s refuses a field in its URL (PLAT-16 T41)', async (name, e) => {
    const input = inputOf(name);
    const [field = 'isAdmin'] = fieldsOf(e);
    const path = `${address(e, input)}?${field}=spend`;
    const reply = await callerOf(e).send(e.method as 'POST', path, input);
    refused(reply, name);
    expect([reply.status, (reply.body as { field?: string }).field]).toEqual([400, field]);
  });

  test('every field was sent at least one invalid value', () => {
    // Guards the two `continue` above: a schema that accepted everything would test nothing.
    for (const [name, e] of changing)
      for (const field of fieldsOf(e).filter((key) => !pathParams(e.path).includes(key)))
        expect(
          wrong.filter((value) => !v.safeParse(e.input, { [field]: value }).success).length,
          `${name}.${field}`,
        ).toBeGreaterThan(8);
  });
});

describe('60 malformed amounts (PLAT-07)', () => {
  afterAll(nothingWritten);

  const amounts = calls.flatMap(([name, e]) =>
    fieldsOf(e)
      .filter((field) => ['weeklyAllowance', 'amount', 'threshold'].includes(field))
      .map((field): [string, string, Endpoint] => [name, field, e]),
  );
  test('there are calls with amounts', () => expect(amounts.length).toBeGreaterThanOrEqual(5));

  test.each(amounts)('%s.%s', async (name, field, e) => {
    expect(hostileAmounts.length).toBeGreaterThanOrEqual(60);
    const input = inputOf(name);
    // In a URL everything is text, so only values invalid as text count.
    const values =
      e.method === 'GET'
        ? hostileAmounts.filter((value) => typeof value === 'string')
        : hostileAmounts;
    for (const value of values) {
      const reply = await send(callerOf(e), e, { ...input, [field]: value });
      refused(reply, JSON.stringify(value));
      expect(reply.status).toBe(400);
    }
  });
});

describe('bodies that are not JSON objects (T54)', () => {
  afterAll(nothingWritten);

  test.each(changing)('%s', async (name, e) => {
    const input = inputOf(name);
    const url = address(e, input);
    const bodies = [
      '[]',
      '1',
      '"x"',
      'true',
      '{',
      '{"a":',
      '\u0000',
      'null x',
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      `{"a":"${'x'.repeat(300_000)}"}`,
      `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
    ];
    for (const body of bodies)
      refused(await callerOf(e).send(e.method as 'POST', url, body), body.slice(0, 40));
  });
});

test('an endlessly nested body is refused with an Idempotency-Key too (T54)', async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const key = { 'idempotency-key': 'endless-depth' };
  const reply = await parent.send('POST', '/api/transactions', deep, key);
  expect(reply).toMatchObject({ status: 400, body: { reason: 'EXPECTED_JSON' } });
});

describe('a call without sign-in accepts at most 8 KiB (T54)', () => {
  const open = changing.filter(([, e]) => e.access === 'public' && pathParams(e.path).length === 0);
  test.each(open)('%s', async (_, e) => {
    const ofSize = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
    const stranger = world.visitor('10.54.8.1');
    const reply = (size: number) => stranger.send(e.method as 'POST', e.path, ofSize(size));
    expect((await reply(8 * 1024 + 1)).status).toBe(413);
    expect((await reply(8 * 1024)).status).toBe(400);
  });
});

describe('other sites', () => {
  afterAll(nothingWritten);

  test.each(changing)(
    'a request that another site could cause is refused: %s (T12)',
    async (name, e) => {
      const input = inputOf(name);
      const url = address(e, input);
      const tries: [Record<string, string>, number][] = [
        [{ origin: 'null' }, 403],
        [{ origin: 'https://evil.example' }, 403],
        [{ origin: 'http://localhost:3000.evil.example' }, 403],
        [{ 'sec-fetch-site': 'cross-site' }, 403],
        [{ 'sec-fetch-site': 'same-site' }, 403],
        [{ 'sec-fetch-site': 'none' }, 403],
        [{ 'content-type': 'text/plain' }, 415],
        [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
        [{ 'content-type': 'multipart/form-data; boundary=x' }, 415],
      ];
      for (const [headers, status] of tries) {
        const reply = await callerOf(e).send(e.method as 'POST', url, {}, headers);
        expect(reply.status, JSON.stringify(headers)).toBe(status);
      }
    },
  );
});

test('a crash reveals only an id (T57)', async () => {
  await world.db.owner`ALTER TABLE family RENAME COLUMN time_zone TO broken`;
  const reply = await parent.get('/api/family');
  await world.db.owner`ALTER TABLE family RENAME COLUMN broken TO time_zone`;
  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({
    message: expect.any(String),
    code: 'INTERNAL',
    reason: 'OUR_FAULT',
    id: expect.any(String),
  });
  expect(reply.text).not.toMatch(/time_zone|column|select/i);
});
