/** Every call × every kind of person, from one table; then every id of another family. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ROLES, type User } from '../../src/features/people/auth/contract.ts';
import type { Visitor } from '../support/app.ts';
import { expectedFor } from '../support/authorisation-rows.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { calls, OWN_WORLD } from '../support/every-call.ts';
import {
  ACTORS,
  type ActorName,
  type ActorsWorld,
  makeActors,
  snapshot,
} from '../support/world.ts';

let world: ActorsWorld;
beforeAll(async () => {
  world = await makeActors();
});
afterAll(() => world.close());

test('every call has a row in the authorisation table, and every row a call (AUTH-42)', () => {
  expect(Object.keys(table).sort()).toEqual(calls.map(([name]) => name).sort());
});

test('a family has parents, a spouse and children; being an operator is independent of that (PLAT-01 AUTH-42)', async () => {
  const who = async (actor: ActorName) => {
    const { role, isAdmin, childId } = (await (await world.as(actor)).get('/api/auth/user'))
      .body as User;
    return { role, isAdmin, childId };
  };
  expect(await who('parent')).toEqual({ role: 'parent', isAdmin: false, childId: null });
  expect(await who('spouse')).toEqual({ role: 'spouse', isAdmin: false, childId: null });
  expect(await who('child')).toEqual({ role: 'child', isAdmin: false, childId: world.mia });
  expect(await who('admin')).toEqual({ role: 'parent', isAdmin: true, childId: null });
  expect(ROLES).toEqual(['parent', 'spouse', 'child']);
  const userId = await world.userId('parent');
  const other = world.db.owner`UPDATE users SET role = 'teacher' WHERE user_id = ${userId}`;
  await expect(other).rejects.toThrow(/role/);
});

test('calls about the signed-in person are refused on a handed-over tablet (T19)', () => {
  // Each of these gets 403 below; removing a call from this list opens it to the child.
  const own = calls.filter(([, e]) => e.access === 'user').map(([name]) => name);
  expect(own.sort()).toEqual([
    'auth.language',
    'auth.rename',
    'auth.revokeOtherSessions',
    'auth.revokeSession',
    'auth.sessions',
    'family.decline',
    'family.invitations',
    'family.join',
    'passkeys.add',
    'passkeys.confirm',
    'passkeys.list',
    'passkeys.remove',
    'passkeys.startAdding',
    'passkeys.startConfirming',
    'stepUp.confirm',
    'stepUp.sendCode',
  ]);
});

test('every route of the server is a call of a contract, or one of the few pages and documents', () => {
  const routes = world.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const known = calls.length;
  // A route added outside the contracts shows up here.
  const served = calls.filter(([, e]) =>
    world.app.hasRoute({ method: e.method, url: e.path.replaceAll(/\{(\w+)\}/g, ':$1') }),
  );
  expect(served.length).toBe(known);
  const handlers = routes.match(/\((?:GET|POST|PUT|PATCH|DELETE)[^)]*\)/g) ?? [];
  const beside = ['/api/openapi.json', '/api/docs', '/api/login', '/api/events'];
  for (const url of beside) expect(world.app.hasRoute({ method: 'GET', url }), url).toBe(true);
  const api = apiRoutes(world);
  expect(
    api.filter(
      (route) =>
        !calls.some(([, e]) => `${e.method} ${e.path}` === route) &&
        !beside.some((url) => route === `GET ${url}`) &&
        // Sent in chunks, with the claim code (features/operator/backups/restore/upload.ts).
        route !== 'PUT /api/restore/upload/{what}',
    ),
  ).toEqual([]);
  expect(handlers.length).toBeGreaterThan(10);
});

/** As `METHOD /api/path/{id}`, read from the router. Operators' calls have no /api. */
function apiRoutes({ app }: ActorsWorld): string[] {
  const lines = app.printRoutes({ commonPrefix: false }).split('\n');
  const path: string[] = [];
  const found: string[] = [];
  for (const line of lines) {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?/.exec(line);
    if (!match) continue;
    const depth = (match[1] as string).length / 4;
    path.length = depth;
    path[depth] = match[2] as string;
    const url = path.join('').replaceAll(/:(\w+)/g, '{$1}');
    for (const method of (match[3] ?? '').split(', ').filter((m) => m && m !== 'HEAD'))
      if (/^\/(api\/|admin\/\w+\/|health|metrics)/.test(url)) found.push(`${method} ${url}`);
  }
  return found;
}

describe.each(calls)('%s (T14 AUTH-43 AUTH-44 AUTH-45 AUTH-46)', (name, e) => {
  let own: ActorsWorld | undefined;
  beforeAll(async () => {
    if (OWN_WORLD.includes(name)) own = await makeActors();
  });
  afterAll(() => own?.close());

  const row = () => {
    const found = table[name];
    if (!found) throw new Error(`No row for ${name}`);
    return found;
  };
  const expected = (actor: ActorName) => expectedFor(row(), e.access, actor);
  const key = (actor: ActorName) => ({ 'idempotency-key': `${name}-${actor}` });
  const isRefused = (actor: ActorName) => expected(actor) !== 'ok';

  // Refused people first, to find the family unchanged for the allowed ones. Of those the parent
  // comes last, because it can take away the others' rights.
  const refused = ACTORS.filter(isRefused);
  if (refused.length > 0)
    describe('is refused, and nothing is written', () => {
      const asked = new Map<ActorName, Asked>();
      let before = '';
      beforeAll(async () => {
        for (const actor of refused) {
          const visitor = await (own ?? world).as(actor);
          asked.set(actor, { visitor, input: await row().input(own ?? world, actor) });
        }
        before = await snapshot(own ?? world);
      });
      afterAll(async () => expect(await snapshot(own ?? world)).toBe(before));

      test.each(refused)('as %s', async (actor) => {
        const { visitor, input } = asked.get(actor) as Asked;
        const reply = await send(visitor, e, input, key(actor));
        expect(reply.status, reply.text).toBe(expected(actor));
        expect(reply.body).toEqual({
          message: expect.any(String),
          code: CODES[reply.status],
          reason: expect.any(String),
          ...('field' in (reply.body as object) && { field: expect.any(String) }),
        });
        if (reply.status === 403) expect(reply.body).toMatchObject({ message: 'Access denied' });
      });
    });

  test.each(ACTORS.toReversed().filter((actor) => !isRefused(actor)))('as %s', async (actor) => {
    const here = own ?? world;
    const visitor = await here.as(actor);
    const reply = await send(visitor, e, await row().input(here, actor), key(actor));
    expect(reply.status, reply.text).toBe(200);
  });
});

type Asked = { visitor: Visitor; input: object };

const CODES: Readonly<Record<number, string>> = {
  ...{ 400: 'VALIDATION_ERROR', 401: 'AUTH_ERROR', 403: 'FORBIDDEN', 404: 'NOT_FOUND' },
  409: 'CONFLICT',
};

describe('a child’s replies contain nothing of another child (AUTH-46 CHILD-48)', () => {
  test.each(calls.filter(([, e]) => e.method === 'GET'))('%s', async (name, e) => {
    for (const actor of ['child', 'handedOver'] as const) {
      const visitor = await world.as(actor);
      const row = table[name];
      const reply = await send(visitor, e, (await row?.input(world, actor)) ?? {});
      for (const foreign of [world.leo, 'Hiddenname', world.otherKid, 'Elsewhere'])
        expect(reply.text).not.toContain(foreign);
    }
  });
});

describe('ids of another family', () => {
  const withId = calls.filter(([, e]) => e.path.includes('{id}') || 'childId' in (shape(e) ?? {}));
  function shape(e: Endpoint) {
    return (e.input as { entries?: object }).entries;
  }

  test.each(withId)('an id of another family does not exist: %s (T42)', async (name, e) => {
    const parent = await world.as('parent');
    const row = table[name];
    const input = (await row?.input(world, 'parent')) as Record<string, unknown>;
    const field = e.path.includes('{id}') ? 'id' : 'childId';
    const wrong = [
      world.otherKid,
      '01a1fca1-0000-7000-8000-000000000000',
      world.familyId,
      'x',
      'X'.repeat(190),
      "1' OR '1'='1",
      '../..',
      '%00',
      'null',
      '__proto__',
    ];
    const before = await snapshot(world);
    for (const id of wrong) {
      const reply = await send(parent, e, { ...input, [field]: id });
      expect([400, 404], `${id}: ${reply.text}`).toContain(reply.status);
      expect(reply.text).not.toContain('Elsewhere');
    }
    expect(await snapshot(world)).toBe(before);
  });
});
