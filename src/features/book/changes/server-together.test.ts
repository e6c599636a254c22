/**
 * Attacks on fresh sign-ins, stored copies and leaving together: by a thief with an old session,
 * one who makes the other adult leave, and one who uses up a session's changes and undos.
 */
import { expect, test } from 'vitest';
import type { Reply, Visitor } from '#tests/support/app.ts';
import { joinAsSpouse } from '#tests/support/family.ts';
import { ACTS, actsWorld, type Home, moneyState, newHome } from '#tests/support/money-acts.ts';
import { forgetProofs, keepBrowserFresh } from '#tests/support/proof.ts';
import {
  changesOf,
  forgetChange,
  messagesOf,
  newThief,
  STEPS,
  type Step,
  undoChange,
} from '#tests/support/thief-orders.ts';

const HOUR_MS = 3_600_000;
const { world, hub } = await actsWorld();

const [list, undo, forget] = [changesOf, undoChange, forgetChange];
const told = async (who: Visitor) =>
  (await messagesOf(who)).filter(({ kind }) => kind === 'money_changed');
const why = ({ status, body }: Reply) => [status, (body as { reason?: string }).reason];

/** Including stored copies, and addresses still watched. */
async function everything(home: Home): Promise<string[]> {
  const lines = await moneyState(home);
  for (const table of ['kept_copy', 'earlier_address']) {
    const rows = await world.app.db.owner<{ row: string }[]>`
      SELECT to_jsonb(t)::text AS row FROM ${world.app.db.owner(table)} t
      WHERE family_id = ${home.familyId}`;
    lines.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return lines.sort();
}

test('a thief with an old session, or with a tablet handed back, changes nothing (T19b T25)', async () => {
  let tried = 0;
  for (const form of ['plain', 'vault'] as const) {
    const home = await newHome(world, hub.url, `old-${form}`, form);
    await ACTS['lightning.setPayLimit']?.act(home);
    const [change] = await list(home.parent);
    const pin = '482915';
    await home.parent.send('PUT', '/api/family/pin', { pin });
    const before = await everything(home);
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      old: () => forgetProofs(world.app.db),
      back: async () => {
        await keepBrowserFresh(world.app.db, home.parent.cookies);
        const path = `/api/children/${home.childId}/hand-over`;
        expect((await home.parent.send('POST', path)).status).toBe(200);
        // On the tablet in the child's hands.
        for (const call of [undo, forget])
          expect((await call(home.parent, change?.id)).status).toBe(403);
        expect((await home.parent.get('/api/money-changes')).status).toBe(403);
        expect(await told(home.parent)).toEqual([]);
        const back = await home.parent.send('POST', '/api/family/hand-back', { pin });
        expect(back.status).toBe(200);
      },
    };
    for (const [way, become] of Object.entries(ways)) {
      await become();
      for (const [name, { act }] of Object.entries(ACTS)) {
        const { status } = await act(home);
        tried += 1;
        expect([way, name, status >= 400]).toEqual([way, name, true]);
      }
      for (const call of [undo, forget])
        expect(why(await call(home.parent, change?.id))).toEqual([403, 'SIGN_IN_AGAIN']);
      tried += 2;
      expect(await everything(home)).toEqual(before);
    }
  }
  expect(tried).toBeGreaterThan(90);
});

const LEAVING = ['act remove forget', 'remove act forget', 'remove act invite forget'];
LEAVING.push('act remove invite forget', 'remove invite act forget', 'remove wait act forget');

test('who makes the other adult leave erases no way back, alone or with a new one (T19b)', async () => {
  for (const [at, order] of LEAVING.entries()) {
    const name = `leave-${at}`;
    const home = await newHome(world, hub.url, name, 'plain');
    const tom = await joinAsSpouse(world.app, home.parent, `tom-${name}@example.com`);
    const thief = newThief(home, tom, name);
    const steps: Readonly<Record<string, Step>> = {
      act: () => ACTS['lightning.saveAddresses']?.act(home) as Promise<unknown>,
      remove: STEPS['remove Tom'] as Step,
      invite: STEPS['invite Eve'] as Step,
      wait: async () => world.app.clock.advance(71 * HOUR_MS),
      forget: STEPS['forget all'] as Step,
    };
    for (const step of order.split(' ')) await steps[step]?.(thief);
    const calls = (await list(home.parent)).map(({ call }) => call);
    expect([order, calls[0]]).toEqual([order, 'POST /api/lightning/addresses']);
  }
});

test('a thief who undoes back and forth delays nobody else, and the owner only until they sign in again (T25)', async () => {
  const home = await newHome(world, hub.url, 'flood', 'plain');
  const tom = await joinAsSpouse(world.app, home.parent, 'tom-flood@example.com');
  const before = await moneyState(home);
  await ACTS['lightning.setPayLimit']?.act(home);
  const [stolen] = await told(tom);
  const back = async () => undo(home.parent, (await told(home.parent))[0]?.data.copyId);
  let last = await back();
  let times = 1;
  for (; last.status === 200 && times < 1_100; times++) last = await back();
  expect([times, why(last)]).toEqual([51, [429, 'TOO_MANY_UNDONE']]);
  // An even number of times: the thief's version applies, and can still be undone.
  expect(await moneyState(home)).not.toEqual(before);
  expect((await undo(tom, stolen?.data.copyId)).status).toBe(200);
  expect(await moneyState(home)).toEqual(before);
  const [toms] = await told(home.parent);
  const owner = await world.app.signIn('flood@example.com');
  expect((await undo(owner, toms?.data.copyId)).status).toBe(200);
  const [owners] = await told(tom);
  expect((await undo(tom, owners?.data.copyId)).status).toBe(200);
  expect(await moneyState(home)).toEqual(before);
  world.app.clock.advance(HOUR_MS - 1);
  expect(why(await undo(home.parent, toms?.data.copyId))).toEqual([429, 'TOO_MANY_UNDONE']);
  world.app.clock.advance(1);
  expect((await undo(home.parent, toms?.data.copyId)).status).toBe(200);
});

test('a thief who uses up the changes of a session leaves its owner all of theirs (T25)', async () => {
  const home = await newHome(world, hub.url, 'used-up', 'plain');
  const limit = (who: Visitor, sats: number) =>
    who.send('PUT', `/api/lightning/children/${home.childId}/pay-limit`, { limit: sats });
  const had = (await list(home.parent)).length;
  for (let count = had; count < 100; count++)
    expect((await limit(home.parent, 1_000 + count)).status).toBe(200);
  expect(why(await limit(home.parent, 7))).toEqual([409, 'TOO_MANY_CHANGES']);
  const owner = await world.app.signIn('used-up@example.com');
  expect((await owner.send('DELETE', '/api/lightning/config', { purpose: 'spend' })).status).toBe(
    200,
  );
  const [, thiefs] = await list(owner);
  expect((await undo(owner, thiefs?.id)).status).toBe(200);
  // The stolen session can still undo, but nothing more.
  const [newest] = await list(home.parent);
  expect((await undo(home.parent, newest?.id)).status).toBe(200);
  expect(why(await limit(home.parent, 8))).toEqual([409, 'TOO_MANY_CHANGES']);
});
