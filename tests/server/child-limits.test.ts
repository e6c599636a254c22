/**
 * Every call a child may make has a limit. The calls come from the contracts, so a new one is
 * tested automatically.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changes, type Endpoint } from '../../src/contract/endpoint.ts';
import { MOST_WRITES_A_DAY } from '../../src/server/http/child-limit.ts';
import type { Visitor } from '../support/app.ts';
import { openRequest } from '../support/authorisation-requests.ts';
import { expectedFor } from '../support/authorisation-rows.ts';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { calls } from '../support/every-call.ts';
import { type ActorsWorld, makeActors, snapshot } from '../support/world.ts';

let world: ActorsWorld;
beforeAll(async () => {
  world = await makeActors();
  // Gives the adults a message.
  await openRequest(world);
});
afterAll(() => world.close());

/** Levels of access that include a child's session. */
const LETS_IN: readonly Endpoint['access'][] = [
  'public',
  'user',
  'handedOver',
  'member',
  'ownChild',
];

/** Calls that do not count toward the child's daily limit, with what limits them instead. */
const LIMITED_OTHERWISE: Readonly<Record<string, string>> = {
  'auth.start': 'strangers: by mailbox and by network',
  'auth.resend': 'strangers: by mailbox and by network',
  'auth.magicLink': 'strangers: by mailbox and by network',
  'auth.verify': 'strangers: each link works once',
  'restoring.begin': 'strangers: wrong codes by network, as the claim',
  'auth.claim': 'strangers: wrong codes by network, and the right one works once',
  'auth.verifyCode': 'strangers: by mailbox and by network',
  'joining.ask': 'strangers: five tries of each code, and wrong ones by network',
  'joining.enter': 'strangers: only a browser that a parent has let in',
  'passkeys.startSigningIn': 'strangers: writes nothing',
  'passkeys.signIn': 'strangers: wrong ones by network, and each answer counts once',
  'recovery.signIn': 'strangers: wrong ones by network, and each code works once',
  'auth.logout': 'ends a session; a child must always be able to leave',
  'emailChange.confirm': 'strangers: each link works once',
  'handover.back': 'wrong PINs are counted; a parent must always get the tablet back',
  'blog.view': 'in memory, by network; nothing of a family',
  'visits.report': 'in memory, by network; nothing of a family',
  'trying.connect': 'by network; nothing of a family',
  'trying.createInvoice': 'by network; nothing of a family',
  'trying.payInvoice': 'by network; nothing of a family',
};

const writing = calls.filter(([, e]) => changes(e) && LETS_IN.includes(e.access));
const counted = writing.filter(([name]) => !(name in LIMITED_OTHERWISE));

/** As if the child had made all its calls of the day. */
async function useUp(): Promise<void> {
  await world.db.owner`DELETE FROM child_write`;
  await world.db.owner`
    INSERT INTO child_write (family_id, child_id, hour, writes)
    VALUES (${world.familyId}, ${world.mia}, ${world.clock.now}, ${MOST_WRITES_A_DAY})`;
}

test('every call that a child may make is counted, or names what limits it instead (T54 HOUSE-16)', () => {
  expect(writing.map(([name]) => name)).toEqual(
    expect.arrayContaining(Object.keys(LIMITED_OTHERWISE)),
  );
  const uncounted = counted.filter(([, e]) => e.access === 'public' || e.access === 'handedOver');
  expect(uncounted.map(([name]) => name)).toEqual([]);
  expect(counted.length).toBeGreaterThan(20);
});

/** These only read if there is nothing new, so they may be repeated. */
const LOOKS = ['childWallets.sync'];

describe('a child that has used up its day writes no more (T54 HOUSE-16)', () => {
  test.each(counted)('%s', async (name, e) => {
    await world.db.owner`DELETE FROM child_write`;
    const row = table[name];
    if (!row) throw new Error(`No row for ${name}`);
    const asks: [Visitor, object][] = [];
    for (const actor of ['child', 'handedOver'] as const)
      asks.push([await world.as(actor), await row.input(world, actor)]);
    await useUp();
    const before = await snapshot(world);
    for (const [visitor, input] of asks) {
      const reply = await send(visitor, e, input);
      const isTablet = visitor === asks[1]?.[0];
      const mayNot = isTablet && expectedFor(row, e.access, 'handedOver') === 403;
      const stops = LOOKS.includes(name) ? [200] : mayNot ? [403, 429] : [429];
      expect(stops, reply.text).toContain(reply.status);
      if (reply.status === 429) expect(reply.body).toMatchObject({ reason: 'ENOUGH_TODAY' });
    }
    expect(await snapshot(world)).toBe(before);
  });
});

test('a parent continues, and so does the sibling (T54)', async () => {
  await useUp();
  const body = { unit: 'btc' };
  const unit = (who: Visitor) => who.send('PUT', '/api/auth/amount-unit', body);
  expect((await unit(await world.as('child'))).status).toBe(429);
  for (const actor of ['parent', 'spouse', 'sibling'] as const)
    expect((await unit(await world.as(actor))).status, actor).toBe(200);
});
