/**
 * A thief with a fresh code in a parent's session does everything harmful, in any order: what
 * redirects and destroys, paying, making the other adult leave, raising the ceiling, waiting, pay
 * days, undoing back and forth. The dice have a fixed seed.
 */
import { expect } from 'vitest';
import type { MoneyChange } from '../../src/features/book/changes/contract.ts';
import type { Message } from '../../src/features/notices/messages/contract.ts';
import { JOBS_KEY, type Visitor } from './app.ts';
import { payInvoice } from './ceiling.ts';
import { joinAsSpouse } from './family.ts';
import { ACTS, type Home, moneyState, newHome } from './money-acts.ts';
import {
  type PayoutWorld,
  payoutsOf,
  saveAddresses,
  setPayoutPlan,
  watchLater,
} from './payouts.ts';
import { forgetProofs } from './proof.ts';
import { queuedMails } from './queue.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The same numbers every time. */
export function dice(seed: number) {
  let at = seed;
  return (below: number) => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((at / 2_147_483_648) * below);
  };
}

export type Thief = {
  home: Home;
  tom: Visitor | undefined;
  eve: Visitor | undefined;
  name: string;
  /** Payments and times; the ceilings in force. The server's own sums are not used. */
  moved: { sats: number; at: number }[];
  ceilings: number[];
};
export type Step = (thief: Thief) => Promise<unknown>;

export const changesOf = async (who: Visitor) =>
  (await who.get('/api/money-changes')).body as MoneyChange[];
export const messagesOf = async (who: Visitor) =>
  (await who.get('/api/messages')).body as Message[];
export const undoChange = (who: Visitor, id: string | undefined) =>
  who.send('POST', `/api/money-changes/${id}/undo`, { evenIfChanged: true });
export const forgetChange = (who: Visitor, id: string | undefined) =>
  who.send('POST', `/api/money-changes/${id}/forget`);

/** Columns that become due when an adult leaves, or that a repeated choice updates. */
const BESIDE = /"(rotation_due|renewal_due|chosen_at|agreed_at)": ("[^"]*"|true|false)/g;
export const stateOf = async (home: Home) =>
  (await moneyState(home)).map((line) => line.replaceAll(BESIDE, '"$1"'));

const freshen = ({ world }: Home) => world.app.db.owner`UPDATE session SET fresh_at = '2100-01-01'`;
const now = ({ world }: Home) => world.app.clock.now.getTime();
const movedToday = ({ home, moved }: Thief) =>
  moved.filter(({ at }) => at > now(home) - DAY_MS).reduce((sum, { sats }) => sum + sats, 0);

/** Every walk is shorter than 72 hours, so each past ceiling counts. */
const lowest = ({ ceilings }: Thief) => Math.min(...ceilings);

async function pay(thief: Thief, sats: number, isFresh: boolean): Promise<void> {
  const { home } = thief;
  if (!isFresh) await forgetProofs(home.world.app.db);
  const reply = await payInvoice(home.world, home.parent, home.childId, sats);
  await freshen(home);
  const state = (reply.body as { payment?: { state: string } }).payment?.state;
  if (reply.status !== 200 || state !== 'paid') return;
  thief.moved.push({ sats, at: now(home) });
  if (movedToday(thief) <= lowest(thief)) return;
  // Above it: only with a fresh sign-in, and every adult is notified at once.
  expect([thief.name, sats, isFresh]).toEqual([thief.name, sats, true]);
  for (const who of [home.parent, thief.tom, thief.eve])
    if (who) expect((await messagesOf(who))[0]?.kind).toBe('money_moved');
}

/** A pay day of 30,000 sats to the thief: what exceeds the ceiling waits. */
async function payDay(thief: Thief): Promise<void> {
  const { home } = thief;
  const paid = async () =>
    (await payoutsOf(home.parent)).filter(({ state }) => state === 'paid') as { amount: number }[];
  const before = (await paid()).length;
  await home.parent.send('POST', '/api/process-allowances');
  for (let look = 0; look < 2; look++) await watchLater(home.world.app, 60_000);
  const newly = (await paid()).slice(0, (await paid()).length - before);
  for (const { amount } of newly) thief.moved.push({ sats: amount, at: now(home) });
  if (newly.length > 0) expect(movedToday(thief)).toBeLessThanOrEqual(lowest(thief));
}

export const STEPS: Readonly<Record<string, Step>> = {
  'remove Tom': async (thief) => {
    await thief.home.parent.send('DELETE', '/api/family/spouse');
    thief.tom = undefined;
    thief.eve = undefined;
  },
  'invite Eve': async (thief) => {
    if (thief.tom || thief.eve) return;
    const { home, name } = thief;
    thief.eve = await joinAsSpouse(home.world.app, home.parent, `eve-${name}@example.com`);
    await freshen(home);
  },
  'forget all': async ({ home, eve }) => {
    for (const { id } of await changesOf(home.parent)) {
      await forgetChange(home.parent, id);
      if (eve) await forgetChange(eve, id);
    }
  },
  'take something back': async ({ home }) => {
    const [, second] = await changesOf(home.parent);
    if (second) await undoChange(home.parent, second.id);
  },
  'undo back and forth': async ({ home }) => {
    for (let time = 0; time < 18; time++)
      await undoChange(home.parent, (await changesOf(home.parent))[0]?.id);
  },
  'let hours pass': async ({ home }) => home.world.app.clock.advance(5 * HOUR_MS),
  'aim the pay day': async ({ home, name }) => {
    const { parent, childId, world } = home;
    const address = world.receiver.addressOf(`eve-${name}`);
    await saveAddresses(parent, { [childId]: address });
    await setPayoutPlan(parent, childId, 'lightning', address);
    await parent.send('PATCH', `/api/children/${childId}/allowance`, {
      ...{ weeklyAllowance: '0.0003', allowanceDay: world.app.clock.now.getUTCDay() },
    });
  },
  'let a pay day come': payDay,
  'pay a little': (thief) => pay(thief, 9_000, false),
  'pay much with an old sign-in': (thief) => pay(thief, 50_000, false),
  'pay much with a new sign-in': (thief) => pay(thief, 50_000, true),
};

/** A plain key is deleted once encrypted. */
const NOT_KEPT = ['vault.encryptExisting'];

const actsOf = (form: 'plain' | 'vault') =>
  Object.entries(ACTS).filter(
    ([name, row]) => !NOT_KEPT.includes(name) && (row.form ?? form) === form,
  );

/**
 * Everything the thief can do in a family with this form of wallet, by name. Only actions that
 * change something are reported.
 */
export const doable = (form: 'plain' | 'vault'): Readonly<Record<string, Step>> => ({
  ...STEPS,
  ...Object.fromEntries(
    actsOf(form).map(([name, row]) => [
      name,
      async ({ home }: Thief) => {
        await row.first?.(home);
        const [was, last] = [await stateOf(home), (await messagesOf(home.parent))[0]?.id];
        await row.act(home);
        const isChanged = JSON.stringify(await stateOf(home)) !== JSON.stringify(was);
        const isTold = (await messagesOf(home.parent))[0]?.id !== last;
        expect([name, isTold]).toEqual([name, isChanged]);
      },
    ]),
  ),
});

export const newThief = (home: Home, tom: Visitor, name: string): Thief => ({
  ...{ home, tom, eve: undefined, name, moved: [], ceilings: [20_000] },
});

type Begun = { thief: Thief; before: string[]; known: ReadonlySet<string> };

/** A family with a child's money to spend; earlier payments no longer count. */
async function begin(
  world: PayoutWorld,
  hub: string,
  name: string,
  form: 'plain' | 'vault',
): Promise<Begun> {
  const home = await newHome(world, hub, name, form);
  const path = `/api/lightning/sync-balance/${home.childId}`;
  await home.parent.send('POST', path, { newBalance: 1_000_000 });
  const tom = await joinAsSpouse(world.app, home.parent, `tom-${name}@example.com`);
  world.app.clock.advance(25 * HOUR_MS);
  await freshen(home);
  const known = new Set((await changesOf(home.parent)).map(({ id }) => id));
  return { thief: newThief(home, tom, name), before: await stateOf(home), known };
}

/**
 * Does these in this order. Afterwards Tom, or the owner of the stolen session with a separate
 * sign-in, restores everything from the messages and mails alone. @returns the total paid
 */
export async function steal(
  world: PayoutWorld,
  hub: string,
  order: { name: string; form: 'plain' | 'vault'; steps: readonly string[] },
): Promise<number> {
  const { name, form, steps } = order;
  const all = doable(form);
  const { thief, before, known } = await begin(world, hub, name, form);
  const { home } = thief;
  for (const step of steps) {
    await (all[step] as Step)(thief);
    const ceiling = (await home.parent.get('/api/family/ceiling')).body as { amount: number };
    thief.ceilings.push(ceiling.amount);
  }
  const email = thief.tom ? `tom-${name}@example.com` : `${name}@example.com`;
  for (const id of await heardOf(thief, email, known)) await bringBack(world, email, thief, id);
  expect([name, steps, await stateOf(home)]).toEqual([name, steps, before]);
  return thief.moved.reduce((sum, { sats }) => sum + sats, 0);
}

/** Changes in this person's messages, newest first: only the latest 50 are shown. */
async function heardOf({ home, tom }: Thief, email: string, known: ReadonlySet<string>) {
  const mails = await queuedMails(home.world.app.db, JOBS_KEY, email);
  const linked = mails.map(({ text }) => /undo=([0-9a-f-]{36})/.exec(text)?.[1]).reverse();
  const told = (await messagesOf(tom ?? home.parent)).map(({ data }) => data.copyId);
  const shown = new Set(told.filter((id) => id !== undefined));
  expect([...shown].filter((id) => !linked.includes(id))).toEqual([]);
  return linked.filter((id): id is string => id !== undefined && !known.has(id));
}

const owners = new WeakMap<Thief, Visitor>();

/** After 50 undos within an hour, signs in again. */
async function bringBack(world: PayoutWorld, email: string, thief: Thief, id: string) {
  const signIn = async () => {
    const who = await world.app.signIn(email);
    owners.set(thief, who);
    await freshen(thief.home);
    return who;
  };
  const { status } = await undoChange(owners.get(thief) ?? (await signIn()), id);
  if (status === 429) expect((await undoChange(await signIn(), id)).status).not.toBe(429);
}
