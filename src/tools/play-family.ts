/**
 * The play family: two parents, three children of different ages, a year of history and some open
 * requests, made through the ordinary calls on a clock that walks through the year. For trying out
 * and for tests.
 */

import type { FastifyInstance } from 'fastify';
import { DAY } from '#core/time.ts';
import { addLink } from '#features/people/auth/store.ts';
import { newToken, sha256 } from '#server/http/actor.ts';
import type { Services } from '#server/http/context.ts';
import { sealAll } from '#server/ledger/seal.ts';

export const PLAY_EMAILS = { parent: 'anna@play.example', spouse: 'ben@play.example' } as const;

const WEEKS = 52;

type Kid = {
  name: string;
  age: number;
  gender: 'boy' | 'girl';
  allowance: string;
  day: number;
  raise: string;
  chores: string[];
  treats: string[];
};

const KIDS: Kid[] = [
  {
    name: 'Mia',
    age: 8,
    gender: 'girl',
    allowance: '0.00002000',
    day: 6,
    raise: '0.00002500',
    chores: ['Fed the rabbits', 'Set the table all week', 'Raked the leaves'],
    treats: ['Comic book', 'Stickers', 'Ice cream'],
  },
  {
    name: 'Leo',
    age: 12,
    gender: 'boy',
    allowance: '0.00003500',
    day: 5,
    raise: '0.00004000',
    chores: ['Washed the car', 'Mowed the lawn', 'Took out the bins'],
    treats: ['Football cards', 'Cinema with friends', 'Snack at the pool'],
  },
  {
    name: 'Ida',
    age: 16,
    gender: 'girl',
    allowance: '0.00006000',
    day: 1,
    raise: '0.00007500',
    chores: ['Looked after the neighbors’ cat', 'Helped with the shopping', 'Tutored Leo in math'],
    treats: ['Concert ticket', 'New strings for the guitar', 'Lunch in town'],
  },
];

export type PlayClock = { now: Date };

/**
 * @param clock the clock read by `services.clock`; it ends at the moment it began
 * @throws if there already is a play family
 */
export async function makePlayFamily(
  app: FastifyInstance,
  services: Services,
  clock: PlayClock,
  sealKey: Uint8Array,
): Promise<void> {
  const end = clock.now;
  clock.now = new Date(end.getTime() - WEEKS * 7 * DAY);
  const anna = await signIn(app, services, clock, PLAY_EMAILS.parent);
  if ((await anna('GET', '/api/children')).length > 0)
    throw new Error('There is a play family already');
  await anna('PATCH', '/api/auth/user', { firstName: 'Anna' });
  await anna('POST', '/api/family/setup', { children: [], timeZone: 'Europe/Berlin' });
  await anna('POST', '/api/family/invite-spouse', { email: PLAY_EMAILS.spouse, netWorthShare: 40 });
  const ben = await signIn(app, services, clock, PLAY_EMAILS.spouse);
  const [invitation] = await ben('GET', '/api/invitations');
  await ben('POST', `/api/invitations/${invitation?.id}/join`);
  await ben('PATCH', '/api/auth/user', { firstName: 'Ben' });
  const ids: string[] = [];
  for (const { name, age, gender, allowance, day } of KIDS) {
    const child = { name, age: age - 1, gender, weeklyAllowance: allowance, allowanceDay: day };
    ids.push(idOf(await anna('POST', '/api/children', child)));
  }
  await saveTogether(anna, ids);
  for (let week = 0; week < WEEKS; week++) {
    clock.now = new Date(clock.now.getTime() + 7 * DAY);
    if (week === WEEKS - 1) clock.now = end;
    // Sessions don't last a year, so each week's writers sign in first.
    const email = week % 3 === 0 ? PLAY_EMAILS.spouse : PLAY_EMAILS.parent;
    await liveWeek(await signIn(app, services, clock, email), ids, week);
    await sealAll(services.db.owner, sealKey);
  }
  await askSomething(await signIn(app, services, clock, PLAY_EMAILS.spouse), ids);
  await readTogether(await signIn(app, services, clock, PLAY_EMAILS.parent), ids);
  await sealAll(services.db.owner, sealKey);
}

/** One request that was answered, and one that is waiting. */
async function askSomething(who: Caller, [, leo, ida]: string[]): Promise<void> {
  const ask = (childId: string | undefined, amount: string, reason: string) =>
    who('POST', '/api/withdrawal-requests', { childId, amount, reason });
  const strings = idOf(await ask(ida, '0.00012000', 'New guitar strings'));
  const less = { approved: true, amount: '0.00010000' };
  await who('PATCH', `/api/withdrawal-requests/${strings}`, less);
  await ask(leo, '0.00005000', 'Football boots');
}

/** Lessons that the two youngest have read with a parent; one answer is worth talking about. */
async function readTogether(who: Caller, [mia, leo]: readonly string[]): Promise<void> {
  const read = (childId: string | undefined, slug: string, band: string, answers: number[]) =>
    who('POST', `/api/children/${childId}/lessons/${slug}`, { band, answers });
  await read(mia, 'what-is-bitcoin', 'starter', [1, 0, 2]);
  await read(mia, 'saving-vs-spending', 'starter', [0, 1, 0]);
  await read(leo, 'what-is-bitcoin', 'explorer', [1, 2, 0, 2]);
}

/** A family goal with the parents' contributions, and one of the youngest. */
async function saveTogether(who: Caller, [mia, leo, ida]: readonly string[]): Promise<void> {
  const trip = idOf(
    await who('POST', '/api/family-goals', {
      title: 'A week by the sea',
      description: 'The train and a small house near the beach, all five of us',
      targetAmount: '0.00300000',
      category: 'vacation',
    }),
  );
  const bike = idOf(
    await who('POST', '/api/family-goals', {
      title: 'A red bike',
      description: 'The 20 inch one with a bell',
      targetAmount: '0.00060000',
      category: 'bike',
    }),
  );
  const give = (goal: string, percentage: number, childId?: string) =>
    who('POST', `/api/family-goals/${goal}/allocations`, {
      percentage,
      ...(childId !== undefined && { childId }),
    });
  await give(trip, 15, leo);
  await give(trip, 20, ida);
  await give(trip, 10);
  await give(bike, 25, mia);
}

/** An allowance every week, a chore or a treat in most, a raise in the middle of the year. */
async function liveWeek(who: Caller, ids: string[], week: number): Promise<void> {
  await who('POST', '/api/process-allowances');
  for (const [i, kid] of KIDS.entries()) {
    const childId = ids[i] as string;
    const pick = (words: string[]) => words[(week + i) % words.length] as string;
    if ((week + i) % 3 === 0)
      await add(who, childId, 'chore_payment', 500 + 100 * i, pick(kid.chores));
    if ((week + i) % 4 === 1) await add(who, childId, 'earned', 900 + 300 * i, pick(kid.chores));
    if (week > 4 && (week + i) % 6 === 2)
      await add(who, childId, 'spending', 700 + 200 * i, pick(kid.treats));
    if (week === 26)
      await who('PATCH', `/api/children/${childId}/allowance`, {
        weeklyAllowance: kid.raise,
        allowanceDay: kid.day,
        unbooked: 'book',
      });
    if (week === 30 + i) await add(who, childId, 'bonus', 5_000, 'Birthday');
  }
}

const add = (who: Caller, childId: string, type: string, sats: number, description: string) =>
  who('POST', '/api/transactions', {
    childId,
    type,
    amount: `0.${String(sats).padStart(8, '0')}`,
    description,
  });

type Answer = { id: string }[] & { id?: string };
type Caller = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Answer>;

const idOf = (answer: Answer): string => answer.id as string;

/**
 * Signs in like a person, but without the mail: it writes the link that a mail would have
 * contained.
 */
async function signIn(
  app: FastifyInstance,
  { db, publicUrl }: Services,
  clock: PlayClock,
  email: string,
): Promise<Caller> {
  const token = newToken();
  const hashes = {
    tokenHash: sha256(token),
    pendingHash: sha256(newToken()),
    codeHash: sha256(newToken()),
  };
  await addLink(db.app, { email, ...hashes, now: clock.now });
  let cookies: Record<string, string> = {};
  const call: Caller = async (method, path, body = {}) => {
    const reply = await app.inject({
      method,
      url: path,
      cookies,
      ...(method !== 'GET' && { payload: body }),
      headers: { origin: publicUrl, 'idempotency-key': newToken() },
    });
    if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${reply.body}`);
    for (const { name, value } of reply.cookies) cookies = { ...cookies, [name]: value };
    return reply.json() as Answer;
  };
  await call('POST', '/api/auth/verify', { token });
  return call;
}
