/**
 * Random lives of a child's wallets and book, each lived twice at the same times: by a family that
 * prunes in random months and by a twin that never does. Every reply about money must be the same
 * for both, and every total equal to the sat. Unless something was set by hand, spending must also
 * equal the wallets' whole files plus the other steps, in any order of the files.
 */
import fc from 'fast-check';
import { sealAll } from '../../src/server/ledger/seal.ts';
import { verifyLedger } from '../../src/server/ledger/verify.ts';
import { SEAL_KEY, type TestApp } from './app.ts';
import {
  born,
  bringIn,
  type HistoryCounts,
  HOUR,
  LIVES,
  type Life,
  renew,
  START,
  type Step,
  spendingOf,
  step,
  sums,
  take,
} from './import-life.ts';
import { type Payment, worth } from './wallet-files.ts';

export async function importHistories(
  app: TestApp,
  { seed, runs, steps: length }: { seed: number; runs: number; steps: number },
): Promise<HistoryCounts> {
  const counts: HistoryCounts = { imported: 0, undone: 0, pruned: 0, added: 0, problems: [] };
  const plans = fc.sample(fc.array(step, { minLength: length, maxLength: length }), {
    numRuns: runs,
    seed,
  });
  for (const [run, sampled] of plans.entries()) {
    const plan = run % 2 === 0 ? sampled.filter(({ kind }) => kind !== 'sync') : sampled;
    const found = await live(app, `${seed}-${run}`, plan, counts);
    if (found) counts.problems.push(`SEED=${seed} run ${run}: ${found}`);
  }
  await sealAll(app.db.owner, SEAL_KEY);
  const { problems } = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
  counts.problems.push(...problems);
  return counts;
}

/** The first difference between the twins, or the first wrong sum. */
async function live(app: TestApp, name: string, plan: readonly Step[], counts: HistoryCounts) {
  app.clock.now = START;
  const twins = [await born(app, `a-${name}`, true), await born(app, `b-${name}`, false)] as const;
  const trail: string[] = [];
  const differ = (a: string, b: string) =>
    a === b ? undefined : `${trail.join('\n')}\n${a}\ninstead of ${b}`;
  for (const one of plan) {
    app.clock.advance(one.kind === 'wait' ? one.hours * HOUR : 17 * 60_000);
    for (const twin of twins) await renew(app, twin);
    const before = await spendingOf(twins[0]);
    const [a, b] = [await take(app, twins[0], one, counts), await take(app, twins[1], one, counts)];
    if (one.kind !== 'import' && one.kind !== 'undoImport')
      twins[0].besides += (await spendingOf(twins[0])) - before;
    trail.push(`${app.clock.now.toISOString()} ${JSON.stringify(one)} ${a}`);
    const difference = differ(a, b) ?? differ(await sums(twins[0]), await sums(twins[1]));
    if (difference) return difference;
  }
  const ends = [await everyFileTwice(app, twins[0]), await everyFileTwice(app, twins[1])] as const;
  const difference = differ(...ends);
  if (difference || ends[0].includes('AGAIN'))
    return difference ?? `${trail.join('\n')}\n${ends[0]}`;
  // Corrections, and refusals for lack of money, are not part of the files' sum.
  if (plan.some(({ kind }) => kind === 'sync') || ends[0].includes('409')) return undefined;
  counts.added += 1;
  return differ(`spending ${await spendingOf(twins[0])}`, `spending ${await model(app, twins[0])}`);
}

/** Whole files, each payment once, plus the other steps; none is added twice if it is both. */
async function model(app: TestApp, life: Life): Promise<number> {
  const [row] = await app.db.owner<{ sats: number }[]>`
    SELECT coalesce(sum(effect_sats), 0)::integer AS sats FROM wallet_row
    WHERE child_id = ${life.child} AND kind = 'matched'`;
  const files = LIVES.map((payments) => worth(until(payments, app)));
  return files.reduce((sum, one) => sum + one, 0) + life.besides - (row?.sats ?? 0);
}

const until = (payments: readonly Payment[], { clock }: TestApp) =>
  payments.filter(({ at }) => at <= clock.now.toISOString());

/** All of every wallet, twice: the second time nothing may be added. */
async function everyFileTwice(app: TestApp, life: Life): Promise<string> {
  const said: string[] = [];
  const counts = { imported: 0, undone: 0, pruned: 0, added: 0, problems: [] };
  for (const [wallet, payments] of LIVES.entries()) {
    const known = until(payments, app);
    const first = await bringIn(life, wallet, known, counts);
    const again = await bringIn(life, wallet, known, counts);
    const none = `0 imported, ${known.length} skipped, 0 matched, 0 history, 0.00000000`;
    if (!first.startsWith('409') && again !== none) said.push(`AGAIN ${wallet} ${again}`);
    said.push(first);
  }
  return `${said.join('\n')}\n${await sums(life)}`;
}
