/**
 * Irreversible calls, and those that change members or redirect money, need a fresh sign-in.
 * Checked centrally, for every call of the contracts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import {
  type Contract,
  changes,
  type Endpoint,
  nameOf,
  needsFresh,
} from '../../src/contract/endpoint.ts';
import { FRESH_MINUTES } from '../../src/server/http/actor.ts';
import { expectedFor } from '../support/authorisation-rows.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { ACTORS, type ActorsWorld, makeActors, snapshot } from '../support/world.ts';

const calls = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract as Contract).map(([name, e]): [string, Endpoint] => [
    `${feature}.${name}`,
    e,
  ]),
);
const fresh = calls.filter(([, e]) => needsFresh(e));

let world: ActorsWorld;
beforeAll(async () => {
  world = await makeActors();
});
afterAll(() => world.close());

test('every call that changes something declares what it does to money (T11 T19b T25)', () => {
  const silent = calls.filter(([, e]) => changes(e) && e.money === undefined);
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('docs/money.md lists all calls that touch money or need a fresh sign-in (T11 T19b T25)', async () => {
  const named = calls.filter(([, e]) => needsFresh(e) || (e.money ?? 'none') !== 'none');
  const rows = named
    .map(([, e]) => [nameOf(e), e.money ?? 'none', freshness(e), e.access] as const)
    .sort(([a, x], [b, y]) => x.localeCompare(y) || a.localeCompare(b));
  await expect(`${HEAD}${rows.map(asRow).join('\n')}\n`).toMatchFileSnapshot('../../docs/money.md');
  // A stranger has no session that could be fresh.
  expect(fresh.filter(([, e]) => e.access === 'public')).toEqual([]);
});

const freshness = (e: Endpoint) =>
  needsFresh(e) ? 'always' : e.money === 'moves' ? 'above the ceiling' : '';
const asRow = ([call, money, when, access]: readonly string[]) =>
  `| \`${call}\` | ${money} | ${when} | ${access} |`;
const HEAD = `# Calls that touch money

Generated from the contracts with
\`npx vitest run --project server tests/server/fresh.test.ts -u\`. The words are explained in
\`src/contract/endpoint.ts\`. A call that is not listed moves nothing and needs no fresh sign-in.
What becomes of a payment, state by state: [architecture.md](architecture.md#payments).

| call | money | fresh sign-in | who may call |
|---|---|---|---|
`;

test.each(fresh)(
  '%s is refused to an old session and writes nothing (T11 T19b)',
  async (name, e) => {
    const row = table[name];
    if (!row) throw new Error(`No row for ${name}`);
    // A person allowed to make the call; the ids in the table's input need not exist.
    const actor =
      ACTORS.find((one) => ['ok', 400, 409].includes(expectedFor(row, e.access, one))) ?? 'parent';
    const input = await row.input(world, actor);
    const visitor = await world.as(actor);
    await provedBefore(FRESH_MINUTES * 60_000 + 1);
    const before = await snapshot(world);
    const reply = await send(visitor, e, input, { 'idempotency-key': `old-${name}` });
    expect([reply.status, reply.body]).toEqual([
      403,
      {
        message: 'Please confirm first that it is still you',
        code: 'SIGN_IN_AGAIN',
        reason: 'SIGN_IN_AGAIN',
      },
    ]);
    expect(await snapshot(world)).toBe(before);
  },
);

test('a sign-in is fresh for ten minutes, to the millisecond (T59)', async () => {
  const visitor = await world.as('parent');
  const settings = { dataRetentionMonths: 12, autoDataPruningEnabled: false };
  const save = async () => (await visitor.send('PUT', '/api/privacy/settings', settings)).status;
  await provedBefore(FRESH_MINUTES * 60_000);
  expect(await save()).toBe(200);
  await provedBefore(FRESH_MINUTES * 60_000 + 1);
  expect(await save()).toBe(403);
  await world.db.owner`UPDATE session SET fresh_at = NULL`;
  expect(await save()).toBe(403);
});

/** Makes all sessions this old, as far as proof is concerned. */
const provedBefore = (ms: number) =>
  world.db.owner`UPDATE session SET fresh_at = ${new Date(world.clock.now.getTime() - ms)}`;
