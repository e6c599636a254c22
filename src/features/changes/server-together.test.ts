/**
 * Freshness, kept copies and those who leave, attacked together: a thief with an old session, and
 * one with a fresh code, in many orders. The same dice every time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#features/messages/contract.ts';
import type { Reply, Visitor } from '#tests/support/app.ts';
import { joinAsSpouse } from '#tests/support/family.ts';
import { ACTS, type Home, moneyState, newHome, startHub } from '#tests/support/money-acts.ts';
import { type PayoutWorld, startPayoutWorld, watchLater } from '#tests/support/payouts.ts';
import { forgetProofs, keepBrowserFresh } from '#tests/support/proof.ts';
import type { MoneyChange } from './contract.ts';

const HOUR_MS = 3_600_000;
let world: PayoutWorld;
let hub: Awaited<ReturnType<typeof startHub>>;
beforeAll(async () => {
  world = await startPayoutWorld();
  hub = await startHub();
});
afterAll(async () => {
  await hub.close();
  await world.close();
});

const list = async (who: Visitor) => (await who.get('/api/money-changes')).body as MoneyChange[];
const told = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as Message[]).filter((m) => m.kind === 'money_changed');
const undo = (who: Visitor, id: string | undefined) =>
  who.send('POST', `/api/money-changes/${id}/undo`, { evenIfChanged: true });
const forget = (who: Visitor, id: string | undefined) =>
  who.send('POST', `/api/money-changes/${id}/forget`);
const why = ({ status, body }: Reply) => [status, (body as { reason?: string }).reason];

/** The same numbers every time. */
function dice(seed: number) {
  let at = seed;
  return (below: number) => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((at / 2_147_483_648) * below);
  };
}

/** What an adult who leaves makes due, and when the same thing was chosen once more. */
const BESIDE = /"(rotation_due|renewal_due|chosen_at|agreed_at)": ("[^"]*"|true|false)/g;
const stateOf = async (home: Home) =>
  (await moneyState(home)).map((line) => line.replaceAll(BESIDE, '"$1"'));

/** Also what stands beside it: kept copies, and addresses that are watched further. */
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

test('A1 T19b T25 a thief with an old session, or with a tablet handed back, changes nothing', async () => {
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

type Thief = { home: Home; tom: Visitor | undefined; eve: Visitor | undefined; name: string };
type Step = (thief: Thief) => Promise<unknown>;

const STEPS: Readonly<Record<string, Step>> = {
  'remove Tom': async (thief) => {
    await thief.home.parent.send('DELETE', '/api/family/spouse');
    thief.tom = undefined;
    thief.eve = undefined;
  },
  'invite Eve': async (thief) => {
    if (thief.tom || thief.eve) return;
    const { home, name } = thief;
    thief.eve = await joinAsSpouse(world.app, home.parent, `eve-${name}@example.com`);
  },
  'forget all': async ({ home, eve }) => {
    for (const { id } of await list(home.parent)) {
      await forget(home.parent, id);
      if (eve) await forget(eve, id);
    }
  },
  'take something back': async ({ home }) => {
    const [, second] = await list(home.parent);
    if (second) await undo(home.parent, second.id);
  },
  'let hours pass': async () => world.app.clock.advance(5 * HOUR_MS),
  'let a pay day come': async ({ home }) => {
    await home.parent.send('POST', '/api/process-allowances');
    await watchLater(world.app, 60_000);
  },
};
/** A plain key that is encrypted is not kept. */
const NOT_KEPT = ['vault.encryptExisting'];

/** @returns how often it changed something */
async function steal(thief: Thief, seed: number): Promise<number> {
  const roll = dice(seed);
  const form = seed % 2 ? 'plain' : 'vault';
  const acts = Object.entries(ACTS).filter(
    ([name, row]) => !NOT_KEPT.includes(name) && (row.form ?? form) === form,
  );
  const others = Object.values(STEPS);
  const { home } = thief;
  let changed = 0;
  for (let round = 0; round < 14; round++) {
    const [name, row] = acts[roll(acts.length)] as (typeof acts)[number];
    if (roll(3) === 0) await row.first?.(home);
    const [before, count] = [await stateOf(home), (await told(home.parent)).length];
    await row.act(home);
    const isChanged = JSON.stringify(await stateOf(home)) !== JSON.stringify(before);
    changed += Number(isChanged);
    const news = (await told(home.parent)).length - count;
    expect([seed, round, name, news > 0]).toEqual([seed, round, name, isChanged]);
    if (roll(2)) await others[roll(others.length)]?.(thief);
  }
  return changed;
}

test('A1 T19b T25 a thief with a fresh code, in every order: the messages alone lead back', async () => {
  let changed = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const name = `order-${seed}`;
    const home = await newHome(world, hub.url, name, seed % 2 ? 'plain' : 'vault');
    const tom = await joinAsSpouse(world.app, home.parent, `tom-${name}@example.com`);
    const before = await stateOf(home);
    const known = new Set((await list(home.parent)).map(({ id }) => id));
    const thief: Thief = { home, tom, eve: undefined, name };
    changed += await steal(thief, seed);
    const who = thief.tom ?? home.parent;
    for (const { data } of await told(who))
      if (data.copyId && !known.has(data.copyId)) await undo(who, data.copyId);
    expect([seed, await stateOf(home)]).toEqual([seed, before]);
  }
  expect(changed).toBeGreaterThan(45);
});

const LEAVING = ['act remove forget', 'remove act forget', 'remove act invite forget'];
LEAVING.push('act remove invite forget', 'remove invite act forget', 'remove wait act forget');

test('A1 T19b who makes the other adult leave erases no way back, alone or with a new one', async () => {
  for (const [at, order] of LEAVING.entries()) {
    const name = `leave-${at}`;
    const home = await newHome(world, hub.url, name, 'plain');
    const tom = await joinAsSpouse(world.app, home.parent, `tom-${name}@example.com`);
    const thief: Thief = { home, tom, eve: undefined, name };
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

test('A1 T25 a thief who takes back and forth holds up nobody else, and the owner for an hour', async () => {
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
  // An even number of times: what the thief wanted stands, and is taken back all the same.
  expect(await moneyState(home)).not.toEqual(before);
  expect((await undo(tom, stolen?.data.copyId)).status).toBe(200);
  expect(await moneyState(home)).toEqual(before);
  const [toms] = await told(home.parent);
  world.app.clock.advance(HOUR_MS - 1);
  expect(why(await undo(home.parent, toms?.data.copyId))).toEqual([429, 'TOO_MANY_UNDONE']);
  world.app.clock.advance(1);
  expect((await undo(home.parent, toms?.data.copyId)).status).toBe(200);
});
