/** A year of a child's book in the demo: the real sums, from its lines in memory. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { earlierOf } from '#core/calendar.ts';
import { formatBtc, type Sats } from '#core/money.ts';
import { progressOf } from '#features/pocket/goals/rules.ts';
import { MOST_MOMENTS, type Year } from '#features/pocket/growth/contract.ts';
import { keptPercent } from '#features/pocket/growth/rules.ts';
import {
  amountsOf,
  type Family,
  goalAccount,
  kidOf,
  type Line,
  savingsOf,
  spendingOf,
} from './family.ts';
import { asTransaction } from './shown.ts';

type Move = { line: Line; sats: Sats };

/** The demo's days are in UTC. */
export function yearOf(family: Family, childId: string, year: string): Year {
  const { name } = kidOf(family, childId);
  if (year > family.today.slice(0, 4))
    throw new Refusal('VALIDATION_ERROR', because('YEAR_NOT_BEGUN'), 'year');
  const moves = movesOf(family, childId);
  return {
    childName: name,
    from: `${year}-01-01`,
    to: earlierOf(`${year}-12-31`, family.today),
    timeZone: 'UTC',
    sums: sumsOf(moves, year),
    moments: biggest(moves.filter(({ line }) => line.at.startsWith(year))).map((line) => ({
      ...asTransaction(family, line),
      rate: null,
    })),
    fullGoals: fullGoals(family, childId).filter(({ fullAt }) => fullAt.startsWith(year)),
    removedUpTo: null,
    madeAt: `${family.today}T12:00:00.000Z`,
  };
}

/** What each line changed over savings, spending money and the child's parts of goals. */
function movesOf(family: Family, childId: string): Move[] {
  const own = new Set([
    savingsOf(childId),
    spendingOf(childId),
    ...family.goals.map(({ id }) => goalAccount(id, childId)),
  ]);
  return family.lines
    .map((line) => {
      const postings = line.postings.filter(({ accountId }) => own.has(accountId));
      return { line, sats: postings.reduce((sum, { amountSats }) => sum + amountSats, 0n) };
    })
    .filter(({ sats }) => sats !== 0n);
}

function sumsOf(moves: readonly Move[], year: string): Year['sums'] {
  const sum = (of: (move: Move) => boolean) =>
    moves.filter(of).reduce((total, { sats }) => total + sats, 0n);
  const inYear = ({ line }: Move) => line.at.startsWith(year);
  const ofType =
    (...types: string[]) =>
    (move: Move) =>
      inYear(move) && types.includes(move.line.type);
  const openingSats = sum(({ line }) => line.at < year);
  const inSats = sum((move) => inYear(move) && move.sats > 0n);
  const outSats = -sum((move) => inYear(move) && move.sats < 0n);
  return {
    opening: formatBtc(openingSats),
    in: formatBtc(inSats),
    out: formatBtc(outSats),
    closing: formatBtc(openingSats + inSats - outSats),
    payDays: formatBtc(sum(ofType('allowance'))),
    gifts: formatBtc(sum(ofType('bonus'))),
    earned: formatBtc(sum(ofType('chore_payment', 'earned'))),
    keptPercent: keptPercent(inSats, outSats) ?? null,
    // The demo has the fixed estimate.
    rates: { in: null, out: null, payDays: null, gifts: null, earned: null },
  };
}

/** Except ordinary pay days, in the order of their days. */
function biggest(moves: readonly Move[]): Line[] {
  const size = ({ sats }: Move): Sats => (sats < 0n ? -sats : sats);
  return moves
    .filter(({ line }) => line.type !== 'allowance' && line.type !== 'goal_in')
    .toSorted((a, b) => (size(a) > size(b) ? -1 : 1))
    .slice(0, MOST_MOMENTS)
    .map(({ line }) => line)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** The family's and the child's own, by the day on which the last part came in. */
function fullGoals(family: Family, childId: string): Year['fullGoals'] {
  return family.goals
    .filter(({ ownerChildId }) => ownerChildId === null || ownerChildId === childId)
    .filter((goal) => progressOf(amountsOf(family, goal)) >= 100)
    .map(({ id, title }) => {
      const parts = new Set([
        ...family.kids.map((kid) => goalAccount(id, kid.id)),
        goalAccount(id, null),
      ]);
      const last = family.lines.findLast(({ postings }) =>
        postings.some(({ accountId, amountSats }) => parts.has(accountId) && amountSats > 0n),
      );
      return { title, fullAt: last?.at ?? family.createdAt };
    });
}
