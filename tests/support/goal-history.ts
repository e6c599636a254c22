/**
 * Random histories of a family's goals, with four writers at once and every change sent twice under
 * one key. After each: the sums agree, and no goal exceeds its target.
 */
import fc from 'fast-check';
import { sealAll } from '../../src/server/ledger/seal.ts';
import { verifyLedger } from '../../src/server/ledger/verify.ts';
import { type Reply, SEAL_KEY, type TestApp, type Visitor } from './app.ts';
import { addChild, record } from './family.ts';
import { addGoal, goalProblems } from './goals.ts';
import { DAY } from './paydays.ts';

type Step = { nth: number; child: number; sats: number; tenths: number } & {
  kind: (typeof KINDS)[number];
};

const KINDS = [
  'gift',
  'gift',
  'savings',
  'savings',
  'share',
  'share',
  'once',
  'payday',
  'payday',
  'delete',
  'buy',
  'undoGift',
  'undoEntry',
  'create',
] as const;

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  nth: fc.nat(7),
  child: fc.nat(2),
  sats: fc.integer({ min: 1, max: 900 }),
  tenths: fc.integer({ min: 1, max: 400 }),
});

export type GoalHistory = Record<'done' | 'refused', number> & { problems: unknown[] };

export async function goalHistory(
  app: TestApp,
  { seed, runs, steps }: { seed: number; runs: number; steps: number },
): Promise<GoalHistory> {
  const result: GoalHistory = { done: 0, refused: 0, problems: [] };
  const plans = fc.sample(fc.array(step, { minLength: steps, maxLength: steps }), {
    numRuns: runs,
    seed,
  });
  for (const [run, plan] of plans.entries()) {
    await play(app, `goals-${seed}-${run}@example.com`, plan, result);
    const problems = [...(await goalProblems(app)), ...(await overfull(app))];
    result.problems.push(...problems.map((problem) => ({ seed, run, problem })));
  }
  await sealAll(app.db.owner, SEAL_KEY);
  const { problems } = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
  result.problems.push(...problems);
  return result;
}

async function play(app: TestApp, email: string, plan: Step[], result: GoalHistory) {
  const parent = await app.signIn(email);
  const children: string[] = [];
  for (const name of ['Mia', 'Leo']) {
    const { id } = await addChild(parent, { name, weeklyAllowance: '0.00000700' });
    await record(parent, id, 'bonus', '0.00003000');
    children.push(id);
  }
  for (let i = 0; i < 3; i++) await addGoal(parent, { targetAmount: '0.00002000' });
  const workers = [0, 1, 2, 3].map((worker) => plan.filter((_, i) => i % 4 === worker));
  let paydays = 0;
  const worker = async (steps: Step[], name: number) => {
    for (const [i, one] of steps.entries()) {
      // An unused session would end, so not every pay day is a week later.
      if (one.kind === 'payday' && ++paydays < 5) app.clock.advance(3 * DAY);
      const sent = await sending(parent, children, one);
      if (!sent) continue;
      const key = { 'idempotency-key': `${email}-${name}-${i}` };
      const twice = () => parent.send(sent.method ?? 'POST', sent.path, sent.body ?? {}, key);
      const pair = await Promise.all([twice(), twice()]);
      const done = pair.some(({ status }) => status === 200);
      note(result, one, pair, done ? await twice() : undefined);
    }
  };
  await Promise.all(workers.map(worker));
}

type Sent = { method?: 'POST' | 'DELETE'; path: string; body?: object };

/** A step's call in the family's current state; undefined if it has no target. */
async function sending(parent: Visitor, children: string[], one: Step): Promise<Sent | undefined> {
  const { kind, nth, sats, tenths } = one;
  const childId = children[one.child] ?? null;
  if (kind === 'payday') return { path: '/api/process-allowances' };
  const made = { title: 'Tent', description: 'Green', targetAmount: '0.00001000' };
  if (kind === 'create') return { path: '/api/family-goals', body: made };
  if (kind === 'undoEntry') {
    const path = `/api/children/${childId ?? children[0]}/transactions`;
    const id = pick((await parent.get(path)).body, nth);
    return id ? { path: `/api/transactions/${id}/undo` } : undefined;
  }
  const id = pick((await parent.get('/api/family-goals')).body, nth);
  if (!id) return undefined;
  const goal = `/api/family-goals/${id}`;
  if (kind === 'delete') return { method: 'DELETE', path: goal };
  if (kind === 'buy') return { path: `${goal}/bought` };
  if (kind === 'undoGift') {
    const given = pick((await parent.get(`${goal}/contributions`)).body, nth);
    return given ? { path: `/api/goal-contributions/${given}/undo` } : undefined;
  }
  const amount = `0.${String(sats).padStart(8, '0')}`;
  const percentage = `${tenths / 10}`;
  const applyTo = kind === 'once' ? 'entire_savings' : 'new_contributions';
  if (kind === 'share' || kind === 'once')
    return { path: `${goal}/allocations`, body: { percentage, childId, applyTo } };
  return { path: `${goal}/contributions`, body: { amount, contributionType: kind, childId } };
}

const pick = (rows: { id: string }[], nth: number) => rows[nth % Math.max(1, rows.length)]?.id;

/**
 * A completed change always gives the same reply for its key, so `later` does too. A refusal is not
 * stored: another writer may come between two calls, and they may differ.
 */
function note(result: GoalHistory, one: Step, pair: Reply[], later?: Reply) {
  if (later) result.done += 1;
  else result.refused += 1;
  for (const { status, text } of pair) {
    const bad = ![200, 404, 409].includes(status);
    const other = later && status === 200 && text !== later.text;
    if (bad || other) result.problems.push({ one, status, text, later: later?.text });
  }
  if (later && later.status !== 200) result.problems.push({ one, later: later.text });
}

const overfull = (app: TestApp) => app.db.owner`
  SELECT goal_id AS overfull FROM goal WHERE current_sats > target_sats OR current_sats < 0
  UNION ALL
  SELECT a.account_id FROM account a JOIN goal g USING (family_id, goal_id)
  WHERE a.balance_sats < 0 OR (g.state <> 'open' AND a.balance_sats <> 0)`;
