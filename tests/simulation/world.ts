/** A family on the real server: its people, and their calls. */

import { randomUUID } from 'node:crypto';
import type { Child } from '#features/people/children/contract.ts';
import { noteRestored } from '#server/erasures.ts';
import type { Reply, TestApp, Visitor } from '../support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '../support/family.ts';
import { connectPayer, setPayoutPlan } from '../support/payouts.ts';
import { newWallet, type TestWallet } from '../support/wallets.ts';
import type { Act } from './act.ts';
import { type Beginning, type Birth, ON_HUB, WEEKLY } from './beginning.ts';
import type { Book } from './book.ts';
import type { Model, Person } from './model-types.ts';
import { btc, type Ids, walletName } from './sending.ts';
import { sentFor } from './sent.ts';
import type { Wallets } from './wallets.ts';

export type World = {
  family: number;
  familyId: string;
  app: TestApp;
  wallets: Wallets;
  people: Record<Person, Visitor>;
  ids: Ids;
  /** The last book read, and its state: unchanged since. */
  read: { state?: string; book?: Book };
};
/** Shared by all families of a run. @param stranger a parent of another family */
export type Simulated = { app: TestApp; stranger: Visitor; operator: Visitor; wallets: Wallets };

let families = 0;

/** Equal for equal names: a call can be sent again. */
const keys = new Map<string, TestWallet>();
function keyOf(name: string, like = name): TestWallet {
  const found = keys.get(name) ?? keys.get(like) ?? newWallet('regtest');
  keys.set(name, found);
  return found;
}

/** By then a raised limit applies. */
const YOUNG_MS = 4 * 86_400_000;
/** Daily ceiling; no one here gets near it. */
const CEILING = 10_000_000;

export const STRANGER = 'stranger@simulation.example';
export const OPERATOR = 'operator@simulation.example';
const mailOf = (family: number, who: Person) => `${who}-${family}@simulation.example`;

export async function newWorld(
  { app, stranger, operator, wallets }: Simulated,
  { zone, weekday, begins }: Birth,
): Promise<World> {
  const family = ++families;
  const mail = (who: Person) => mailOf(family, who);
  const parent = await app.signIn(mail('parent'));
  await parent.send('PATCH', '/api/family/settings', { timeZone: zone });
  const made = [];
  for (const [no, name] of [
    [0, 'Mia'],
    [1, 'Leo'],
  ] as const)
    made.push(
      await addChild(parent, { name, weeklyAllowance: btc(WEEKLY[no]), allowanceDay: weekday }),
    );
  const [first, second] = made as [Child, Child];
  const people = {
    ...{ parent, stranger, operator, nobody: app.visitor() },
    spouse: await joinAsSpouse(app, parent, mail('spouse')),
    child0: await joinAsChild(app, parent, first.id, mail('child0')),
    child1: await joinAsChild(app, parent, second.id, mail('child1')),
  };
  const [found] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = ${mail('parent')}`;
  if (!found) throw new Error('The family was not made');
  const [other] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = ${STRANGER}`;
  const otherFamily = other?.familyId ?? '';
  const ids: Ids = {
    children: [first.id, second.id],
    ...{ made: new Map(), wallet: wallets.url, hub: wallets.hub, before: new Set() },
    ...{ users: await usersOf(app, family), families: [found.familyId, otherFamily] },
    addressOf: (who, which) =>
      which === ON_HUB
        ? 'sub-wallet'
        : which === 0
          ? ''
          : wallets.addressOf(`${who}-${which}-of-${family}`),
    keyOf: (name, like = name) => keyOf(`${family} ${name}`, `${family} ${like}`),
    passkeys: await addPasskeys(app, [mail('parent'), mail('spouse')]),
    invoiceOf: (name, sats) => wallets.invoiceOf(`${family} ${name}`, sats, app.clock.now),
  };
  await setUp(app, parent, ids, begins);
  return {
    ...{ family, familyId: found.familyId, app, wallets, people, read: {} },
    ids: { ...ids, before: new Set(await idsOf(app, found.familyId)) },
  };
}

/** Users with a sign-in, by person. */
async function usersOf({ db }: TestApp, family: number): Promise<Map<string, string>> {
  const rows = await db.owner<{ userId: string; email: string }[]>`
    SELECT user_id, email FROM users WHERE email LIKE ${`%-${family}@simulation.example`}`;
  return new Map(rows.map(({ userId, email }) => [email.split('-')[0] ?? '', userId]));
}

/** As the model starts (beginning.ts). */
async function setUp(
  { clock }: TestApp,
  parent: Visitor,
  ids: Ids,
  begins: Beginning,
): Promise<void> {
  const { children, addressOf, wallet, keyOf, made } = ids;
  clock.advance(-YOUNG_MS);
  if (begins === 'paying') await connectPayer(parent, wallet);
  await parent.send('PUT', '/api/family/ceiling', { limit: CEILING });
  clock.advance(YOUNG_MS);
  const childAddresses = { [children[0]]: addressOf(0, 1), [children[1]]: addressOf(1, 1) };
  const parentAddress = addressOf('parents', 1);
  await parent.send('POST', '/api/lightning/addresses', { parentAddress, childAddresses });
  await setPayoutPlan(parent, children[0], 'lightning', addressOf(0, 1));
  if (begins !== 'watching') return;
  await setPayoutPlan(parent, children[1], 'vault');
  await parent.send('POST', '/api/wallet/configure', { walletXpub: keyOf('first').vpub });
  const { body } = await parent.get('/api/wallet/configuration');
  made.set(walletName('first'), (body as { walletId: string }).walletId);
}

/** One each, as a browser would make it; never used to sign in. */
async function addPasskeys(
  { db, clock }: TestApp,
  mails: readonly [string, string],
): Promise<Ids['passkeys']> {
  const [parent, spouse] = [randomUUID(), randomUUID()];
  for (const [i, id] of [parent, spouse].entries())
    await db.owner`
      INSERT INTO passkey (passkey_id, user_id, credential_id, public_key, counter, transports,
        device, created_at)
      SELECT ${id}, user_id, ${id}, '', 0, '', 'A phone', ${clock.now}
      FROM users WHERE email = ${mails[i] ?? ''}`;
  return { parent, spouse };
}

const idsOf = async ({ db }: TestApp, familyId: string): Promise<string[]> =>
  (
    await db.owner<{ id: string }[]>`
      SELECT message_id AS id FROM message WHERE family_id = ${familyId}
      UNION ALL SELECT copy_id FROM kept_copy WHERE family_id = ${familyId}`
  ).map(({ id }) => id);

/** @param name repeated if a call is sent again after a lost reply */
export async function send(
  { app, family, people, ids, wallets }: World,
  act: Act,
  name: string,
): Promise<Reply> {
  const { method, path, body } = sentFor(act, name, ids);
  wallets.mood = 'mood' in act ? act.mood : 'pays';
  if (method === 'GET') return people[act.by].get(path);
  const now = app.clock.now;
  if (act.call === 'eraseAgain' && act.isWaiting)
    await noteRestored(app.db.owner, { copiedAt: now, checkedAt: null, now });
  const key = { 'idempotency-key': `family-${family}-${name}` };
  const reply = await people[act.by].send(method, path, body, key);
  // Unchecked: simultaneous restores would be one.
  if (act.call === 'eraseAgain') await app.db.owner`DELETE FROM restored`;
  return reply;
}

/** A removed person returns, if possible at the moment. @param by the adult who invites a child */
export async function comeBack(
  { app, family, people, ids }: World,
  model: Model,
  who: Person,
  by: 'parent' | 'spouse',
): Promise<boolean> {
  const how = model.away.get(who);
  const child = who === 'child0' ? 0 : who === 'child1' ? 1 : undefined;
  if (how === undefined || how === 'is gone') return false;
  if (child !== undefined && model.closed[child] !== undefined) return false;
  const mail = mailOf(family, who);
  if (how === 'signs in') people[who] = await app.signIn(mail);
  else if (child === undefined) people[who] = await joinAsSpouse(app, people.parent, mail);
  else people[who] = await joinAsChild(app, people[by], ids.children[child], mail);
  for (const [one, id] of await usersOf(app, family)) ids.users.set(one, id);
  return true;
}
