/**
 * What cannot be taken back, or changes who is in, needs a person who proved within the last ten
 * minutes who they are. One list, checked in one place, for every call of the contract.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts } from '../../src/app/features.ts';
import type { Contract, Endpoint } from '../../src/contract/endpoint.ts';
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
const fresh = calls.filter(([, e]) => e.fresh);

let world: ActorsWorld;
beforeAll(async () => {
  world = await makeActors();
});
afterAll(() => world.close());

test('T11 T19b these calls need a fresh sign-in; whoever opens one to old sessions changes this list', () => {
  expect(fresh.map(([name]) => name).sort()).toEqual([
    'admin.resetMonitoring',
    'admin.resetSecurity',
    'children.endSignIn',
    'children.inviteToSignIn',
    'children.remove',
    'emailChange.start',
    'family.inviteSpouse',
    'family.join',
    'family.leave',
    'family.makeFullParent',
    'family.removeSpouse',
    'handover.setPin',
    'passkeys.add',
    'passkeys.remove',
    'passkeys.startAdding',
    'privacy.deleteFamily',
    'privacy.exportFamily',
    'privacy.prune',
    'privacy.settings',
    'subWallets.connection',
  ]);
  // A stranger has no session that could be fresh.
  expect(fresh.filter(([, e]) => e.access === 'public')).toEqual([]);
});

test.each(fresh)('T11 T19b %s is refused to an old session and writes nothing', async (name, e) => {
  const row = table[name];
  if (!row) throw new Error(`No row for ${name}`);
  // Who may call it at all: of passkeys, what the table sends names none that exists.
  const actor =
    ACTORS.find((one) => ['ok', 400].includes(expectedFor(row, e.access, one))) ?? 'parent';
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
});

test('T59 a sign-in counts for ten minutes, to the millisecond', async () => {
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

/** All sessions are this old, as far as proof goes. */
const provedBefore = (ms: number) =>
  world.db.owner`UPDATE session SET fresh_at = ${new Date(world.clock.now.getTime() - ms)}`;
