/** The growth chart equals the ledger: every point to the sat, before and after pruning. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { type Reply, SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, record } from '#tests/support/family.ts';
import { sealAll } from '../../../server/ledger/seal.ts';
import type { Growth, Point } from './contract.ts';

const ZONE = 'Pacific/Auckland';
const HOUR = 3_600_000;
const SPANS = ['weeks', 'year', 'all', '2026', '2026-04', '2025'];

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2025-09-20T12:00:00Z' });
});
afterAll(() => app.close());

async function newFamily(email: string): Promise<Visitor> {
  const parent = await app.signIn(email);
  await parent.send('PATCH', '/api/family/settings', { timeZone: ZONE });
  return parent;
}

const ask = async (who: Visitor, span: string, id?: string): Promise<Growth> => {
  const path = id ? `/api/children/${id}/growth` : '/api/family/growth';
  const reply = await who.get(`${path}?span=${span}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

const idOf = (reply: Reply) => (reply.body as { id: string }).id;

type Moved = { on: string; childId: string; sats: bigint };

/** Every posting on a savings account, with its day according to Intl. */
async function replay(childIds: readonly string[]): Promise<Moved[]> {
  const rows = await app.db.owner<{ occurredAt: Date; childId: string; sats: bigint }[]>`
    SELECT e.occurred_at, a.child_id, p.amount_sats AS sats
    FROM entry e
    JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
    JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
    WHERE a.kind = 'savings' AND a.child_id = ANY (${[...childIds]}::uuid[])`;
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: ZONE });
  return rows.map(({ occurredAt, ...row }) => ({ ...row, on: day.format(occurredAt) }));
}

const sats = (btc: string) => BigInt(btc.replace('.', ''));
const sumUpTo = (moved: readonly Moved[], on: string) =>
  moved.reduce((sum, one) => (one.on <= on ? sum + one.sats : sum), 0n);

const step = fc.record({
  kind: fc.constantFrom('bonus', 'earned', 'spending', 'correct', 'payday', 'undo', 'goal'),
  hours: fc.integer({ min: 1, max: 400 }),
  child: fc.nat(1),
  amount: fc.integer({ min: 1, max: 5_000 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The last entry can be undone; a refused step changes nothing. */
async function play(parent: Visitor, kids: readonly Child[], goalId: string, plan: Step[]) {
  let last: string | undefined;
  for (const { kind, hours, child, amount } of plan) {
    const id = (kids[child] as Child).id;
    const btc = `0.${String(amount).padStart(8, '0')}`;
    if (kind === 'undo' && last) await parent.send('POST', `/api/transactions/${last}/undo`);
    else app.clock.now = new Date(app.clock.now.getTime() + hours * HOUR);
    if (kind === 'payday') await parent.send('POST', '/api/process-allowances');
    if (kind === 'correct')
      await parent.send('POST', `/api/children/${id}/update-savings`, { newBalance: btc });
    if (kind === 'goal')
      await parent.send('POST', `/api/family-goals/${goalId}/contributions`, {
        amount: btc,
        contributionType: 'savings',
        childId: id,
      });
    if (kind === 'bonus' || kind === 'earned' || kind === 'spending')
      last = idOf(await record(parent, id, kind, btc));
  }
}

test('every point of every span equals a replay of the entries, and the last one the balance', async () => {
  const plans = fc.sample(fc.array(step, { minLength: 30, maxLength: 30 }), {
    numRuns: 2,
    seed: Number(process.env.SEED ?? 20_261_122),
  });
  for (const [run, plan] of plans.entries()) {
    app.clock.now = new Date('2025-09-20T12:00:00Z');
    const email = `growth-${run}@example.com`;
    let parent = await newFamily(email);
    const kids = [await addChild(parent), await addChild(parent, { name: 'Leo' })];
    const goal = await parent.send('POST', '/api/family-goals', {
      title: 'Bike',
      description: 'A red one',
      targetAmount: '0.01',
    });
    await play(parent, kids, idOf(goal), plan);
    parent = await app.signIn(email);
    let drawn = 0;
    for (const id of [undefined, ...kids.map((kid) => kid.id)]) {
      const moved = await replay(id ? [id] : kids.map((kid) => kid.id));
      for (const span of SPANS) {
        const { points, parts } = await ask(parent, span, id);
        const made = Object.values(parts).reduce((sum, btc) => sum + sats(btc), 0n);
        const grown = sats(points.at(-1)?.savings ?? '0') - sats(points[0]?.savings ?? '0');
        expect(made, `run ${run} ${span}: the parts add up`).toBe(grown);
        for (const { on, savings } of points)
          expect(sats(savings), `run ${run} ${span} ${on}`).toBe(sumUpTo(moved, on));
        drawn += points.length;
      }
      const last = (await ask(parent, 'all', id)).points.at(-1) as Point;
      const now = await Promise.all(kids.map((kid) => getChild(parent, kid.id)));
      const counted = now.filter((kid) => id === undefined || kid.id === id);
      const balance = counted.reduce((sum, kid) => sum + sats(kid.savingsBalance), 0n);
      expect(sats(last.savings)).toBe(balance);
    }
    expect(drawn).toBeGreaterThan(200);
  }
});

test('pay days, gifts and spending are listed next to the savings, without what was undone', async () => {
  app.clock.now = new Date('2026-03-01T12:00:00Z');
  let anna = await newFamily('marks@example.com');
  const mia = await addChild(anna, { weeklyAllowance: '0.00002', allowanceDay: 3 });
  app.clock.now = new Date('2026-03-06T12:00:00Z');
  anna = await app.signIn('marks@example.com');
  await anna.send('POST', '/api/process-allowances');
  await record(anna, mia.id, 'bonus', '0.00000300', 'From Grandma');
  await record(anna, mia.id, 'earned', '0.00000200', 'Lemonade');
  await record(anna, mia.id, 'spending', '0.00000050', 'Ice cream');
  const wrong = await record(anna, mia.id, 'bonus', '0.00009999', 'A typing error');
  await anna.send('POST', `/api/transactions/${idOf(wrong)}/undo`);
  const goal = await anna.send('POST', '/api/family-goals', {
    title: 'Bike',
    description: 'A red one',
    targetAmount: '0.01',
  });
  await anna.send('POST', `/api/family-goals/${idOf(goal)}/contributions`, {
    amount: '0.00000100',
    contributionType: 'savings',
    childId: mia.id,
  });
  await anna.send('POST', `/api/children/${mia.id}/update-savings`, { newBalance: '0.00002250' });
  const { points, parts, timeZone } = await ask(anna, 'weeks', mia.id);
  const sum = (key: 'payDays' | 'gifts' | 'spent') =>
    points.reduce((total, point) => total + sats(point[key]), 0n);
  expect([sum('payDays'), sum('gifts'), sum('spent')]).toEqual([2_000n, 500n, 50n]);
  expect(points.map(({ on }) => on).slice(-2)).toEqual(['2026-03-06', '2026-03-07']);
  expect([points.at(-1)?.savings, timeZone]).toEqual(['0.00002250', ZONE]);
  // Earnings went to spending money, so they added nothing to the savings.
  expect(parts).toEqual({
    payDays: '0.00002000',
    gifts: '0.00000300',
    goals: '-0.00000100',
    spending: '0.00000000',
    other: '0.00000050',
  });
});

test('after pruning nothing is drawn before the removed entries, and the rest is unchanged (T34)', async () => {
  const email = 'pruned-growth@example.com';
  app.clock.now = new Date('2025-01-10T12:00:00Z');
  const first = await newFamily(email);
  const kid = await addChild(first, { weeklyAllowance: '0' });
  for (const [day, amount] of [
    ['2025-01-15', '0.00000100'],
    ['2025-02-15', '0.00000020'],
    ['2026-01-15', '0.00000003'],
  ] as const) {
    app.clock.now = new Date(`${day}T12:00:00Z`);
    await record(await app.signIn(email), kid.id, 'bonus', amount);
  }
  await sealAll(app.db.owner, SEAL_KEY);
  app.clock.now = new Date('2026-03-10T12:00:00Z');
  const parent = await app.signIn(email);
  const before = await ask(parent, 'all', kid.id);
  expect(before.points[0]?.savings).toBe('0.00000000');
  await parent.send('DELETE', '/api/transactions/prune/12');
  const removedUpTo = '2025-02-15T12:00:00.000Z';
  for (const [span, id] of [
    ['all', kid.id],
    ['all', undefined],
  ] as const) {
    const after = await ask(parent, span, id);
    expect(after.removedUpTo).toBe(removedUpTo);
    const [opening] = after.points;
    expect(opening).toMatchObject({ savings: '0.00000120', gifts: '0.00000000' });
    const known = before.points.filter(({ on }) => on >= (opening as Point).on);
    expect(after.points.map((point) => point.savings)).toEqual(known.map((one) => one.savings));
  }
  expect(await ask(parent, '2025-01', kid.id)).toMatchObject({ points: [], removedUpTo });
  expect((await ask(parent, 'weeks', kid.id)).removedUpTo).toBeNull();
});

test('a wrong span is refused; a child sees its own growth, not that of others or the family', async () => {
  app.clock.now = new Date('2026-03-10T12:00:00Z');
  const anna = await newFamily('own-growth@example.com');
  const mia = await addChild(anna);
  const leo = await addChild(anna, { name: 'Leo' });
  for (const span of ['', 'x', '1999', '2026-13', 'weeks2'])
    expect((await anna.get(`/api/children/${mia.id}/growth?span=${span}`)).status, span).toBe(400);
  const kid = await joinAsChild(app, anna, mia.id, 'growing@example.com');
  expect((await kid.get(`/api/children/${leo.id}/growth?span=all`)).status).toBe(404);
  expect((await kid.get('/api/family/growth?span=all')).status).toBe(403);
  expect((await ask(kid, 'all', mia.id)).points.length).toBeGreaterThan(0);
});

test('a family without children has nothing to draw', async () => {
  const alone = await newFamily('alone-growth@example.com');
  expect((await ask(alone, 'year')).points).toEqual([]);
});
