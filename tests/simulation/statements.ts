/** A child's monthly statements, gapless, against the model's sums. */
import type { Statement } from '#features/pocket/statements/contract.ts';
import { ACCOUNTS, CHILDREN } from './beginning.ts';
import { isOpen } from './model-people.ts';
import type { ChildNo, Model } from './model-types.ts';
import type { World } from './world.ts';

/** A wallet's file begins a month before the family. */
const BEFORE = -2;
const MOST_MONTHS = 6;

const sats = (btc: string | null): bigint => BigInt((btc ?? '').replace('.', ''));

/** @returns the faults found; empty if none */
export async function statementProblems(world: World, model: Model): Promise<string[]> {
  const open = CHILDREN.filter((no) => isOpen(model, no));
  const found = await Promise.all(open.map((no) => problemsOf(world, model, no)));
  return found.flat();
}

async function problemsOf({ people, ids }: World, model: Model, no: ChildNo): Promise<string[]> {
  const born = new Date(model.born);
  const months = Array.from({ length: MOST_MONTHS }, (_, i) =>
    new Date(Date.UTC(born.getUTCFullYear(), born.getUTCMonth() + BEFORE + i))
      .toISOString()
      .slice(0, 7),
  );
  const replies = await Promise.all(
    months.map((month) =>
      people.parent.get(`/api/children/${ids.children[no]}/statement?month=${month}`),
    ),
  );
  // Months in the future have none.
  const all = replies.flatMap(({ status, body }) => (status === 200 ? [body as Statement] : []));
  const lines = all.reduce((sum, one) => sum + one.lines.length, 0);
  const problems = lines === model.lines[no] ? [] : [`${lines} lines, not ${model.lines[no]}`];
  for (const account of ACCOUNTS) {
    let sum = 0n;
    for (const { month, lines: some, [account]: balance } of all) {
      const changes = some.map((line) => sats(line[`${account}Change`] ?? '0'));
      const ends = [balance.opening, balance.in, balance.out, balance.closing].map(sats);
      const isIn = changes.filter((one) => one > 0n).reduce((a, b) => a + b, 0n);
      const isOut = changes.filter((one) => one < 0n).reduce((a, b) => a - b, 0n);
      const wanted = [sum, isIn, isOut, sum + isIn - isOut];
      if (ends.some((one, i) => one !== wanted[i]))
        problems.push(
          `${account} in ${month}: ${ends.join(', ')}, where its lines say ${wanted.join(', ')}`,
        );
      sum += isIn - isOut;
    }
    const is = model.balances[account][no];
    if (sum !== is) problems.push(`${account}: ${sum} in the statements, ${is} in the model`);
  }
  return problems.map((one) => `child ${no}, ${one}`);
}
