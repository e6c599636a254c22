/**
 * Random histories of a ledger, several writers at once, against a model that can only add. A run
 * is identified by its seed; a failure prints it.
 */
import fc from 'fast-check';
import { Refusal } from '../../src/contract/errors.ts';
import { transfer } from '../../src/core/ledger.ts';
import type { Database } from '../../src/server/db/database.ts';
import type { Tx } from '../../src/server/db/sql.ts';
import { newId } from '../../src/server/ids.ts';
import { placeHold, releaseHold } from '../../src/server/ledger/holds.ts';
import { post } from '../../src/server/ledger/post.ts';
import { pruneFamily } from '../../src/server/ledger/prune.ts';
import { reverse } from '../../src/server/ledger/reverse.ts';
import { sealAll } from '../../src/server/ledger/seal.ts';
import { verifyLedger } from '../../src/server/ledger/verify.ts';
import { makeWorld, type World } from './ledger-world.ts';

type Step =
  | { kind: 'move'; from: number; to: number; sats: number }
  | { kind: 'reverse'; nth: number }
  | { kind: 'hold'; account: number; sats: number }
  | { kind: 'release'; nth: number }
  | { kind: 'prune'; nth: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      from: fc.nat(6),
      to: fc.nat(6),
      sats: fc.integer({ min: 1, max: 1000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), nth: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      account: fc.nat(5),
      sats: fc.integer({ min: 1, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), nth: fc.nat(10) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('prune' as const), nth: fc.nat(12) }) },
);

export type HistoryResult = {
  booked: number;
  refused: number;
  /** Entries that were removed, with their sums carried forward. */
  pruned: number;
  problems: string[];
};

export async function history(
  db: Database,
  key: Uint8Array,
  options: { seed: number; runs: number; operations: number },
): Promise<HistoryResult> {
  const result: HistoryResult = { booked: 0, refused: 0, pruned: 0, problems: [] };
  const plans = fc.sample(
    fc.array(step, { minLength: options.operations, maxLength: options.operations }),
    {
      numRuns: options.runs,
      seed: options.seed,
    },
  );
  for (const [i, plan] of plans.entries()) {
    const problem = await run(db, key, plan, result);
    if (problem) result.problems.push(`seed ${options.seed} run ${i}: ${problem}`);
  }
  await sealAll(db.owner, key);
  const report = await verifyLedger(db.owner, key, new Date());
  // A file's earlier tests leave deliberate damage; only this history's families count.
  result.problems.push(...report.problems.filter((line) => !line.includes('outside the chain')));
  return result;
}

/**
 * Four writers share the steps; what the database accepted, in its order, is replayed by adding.
 */
async function run(
  db: Database,
  key: Uint8Array,
  plan: Step[],
  result: HistoryResult,
): Promise<string | undefined> {
  const world = await makeWorld(db, 3);
  const accounts = [world.outside, ...world.children.flatMap((c) => [c.savings, c.spending])];
  const state: State = { accounts, entries: [], moments: [], holds: [] };
  const workers = [0, 1, 2, 3].map((worker) => plan.filter((_, i) => i % 4 === worker));
  await Promise.all(
    workers.map(async (steps) => {
      for (const one of steps) {
        try {
          if (one.kind === 'prune') result.pruned += await prune(db, key, world, state, one.nth);
          else await db.changeFamily(world.familyId, (tx) => apply(tx, world, state, one));
          result.booked += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          result.refused += 1;
        }
      }
    }),
  );
  return check(db, world);
}

type State = { accounts: string[]; entries: string[]; moments: Date[]; holds: string[] };

/** Seals, then prunes up to some entry, as if it were two days later. */
async function prune(db: Database, key: Uint8Array, world: World, state: State, nth: number) {
  await sealAll(db.owner, key);
  const newest = state.moments[nth % Math.max(1, state.moments.length)];
  const before = new Date((newest?.getTime() ?? 0) + 1);
  const now = new Date(Date.now() + 2 * 86_400_000);
  const { deletedCount } = await db.changeFamilyAsOwner(world.familyId, (tx) =>
    pruneFamily(tx, world.familyId, { before, now, key, hooks: [] }),
  );
  return deletedCount;
}

type Booking = Exclude<Step, { kind: 'prune' }>;

async function apply(tx: Tx, world: World, state: State, one: Booking): Promise<void> {
  const { familyId } = world;
  const now = new Date();
  if (one.kind === 'hold') {
    const accountId = state.accounts[one.account + 1] as string;
    state.holds.push(
      await placeHold(tx, familyId, {
        accountId,
        amountSats: BigInt(one.sats),
        reason: 'random',
        now,
      }),
    );
  } else if (one.kind === 'release') {
    const holdId = state.holds[one.nth];
    if (holdId) await releaseHold(tx, familyId, holdId, now);
  } else if (one.kind === 'reverse') {
    const entryId = state.entries[one.nth];
    if (entryId) await reverse(tx, familyId, entryId, { madeBy: familyId, now, why: 'random' }, []);
  } else {
    const [from, to] = [state.accounts[one.from], state.accounts[one.to]] as [string, string];
    if (from === to) return;
    const entryId = newId();
    const postings = transfer(from, to, BigInt(one.sats));
    await post(
      tx,
      [
        {
          entryId,
          familyId,
          type: 'earned',
          childId: world.children[0]?.childId,
          amountSats: BigInt(one.sats),
          occurredAt: now,
          madeBy: familyId,
          postings,
        },
      ],
      now,
    );
    state.entries.push(entryId);
    state.moments.push(now);
  }
}

/**
 * Independent of post.ts and prune.ts: everything is read back and added up here. What was carried
 * forward counts as one entry, named after the family: like every entry, it sums to zero.
 */
async function check(db: Database, { familyId }: World): Promise<string | undefined> {
  const postings = await db.owner<{ entryId: string; accountId: string; amountSats: bigint }[]>`
    SELECT entry_id, account_id, amount_sats FROM posting WHERE family_id = ${familyId}
    UNION ALL
    SELECT family_id, account_id, amount_sats FROM checkpoint_sum WHERE family_id = ${familyId}`;
  const rows = await db.owner<
    { accountId: string; kind: string; balanceSats: bigint | null; heldSats: bigint }[]
  >`
    SELECT account_id, kind, balance_sats, held_sats FROM account WHERE family_id = ${familyId}`;
  const perEntry = new Map<string, bigint>();
  const perAccount = new Map<string, bigint>();
  for (const { entryId, accountId, amountSats } of postings) {
    perEntry.set(entryId, (perEntry.get(entryId) ?? 0n) + amountSats);
    perAccount.set(accountId, (perAccount.get(accountId) ?? 0n) + amountSats);
  }
  for (const [entryId, sum] of perEntry) if (sum !== 0n) return `entry ${entryId} sums to ${sum}`;
  for (const { accountId, kind, balanceSats, heldSats } of rows) {
    if (kind === 'outside') continue;
    const sum = perAccount.get(accountId) ?? 0n;
    if (balanceSats !== sum) return `account ${accountId}: ${balanceSats} stored, ${sum} added`;
    if (sum < heldSats || heldSats < 0n)
      return `account ${accountId}: ${sum} with ${heldSats} held`;
  }
  const total = [...perAccount.values()].reduce((a, b) => a + b, 0n);
  return total === 0n ? undefined : `the family sums to ${total}`;
}
