/** Savings over time in the demo: the real days and sums, from its lines in memory. */
import { formatBtc } from '#core/money.ts';
import type { Growth } from '#features/growth/contract.ts';
import { type Change, pointDays, pointsOf } from '#features/growth/rules.ts';
import { balanceOf, type Family, type Line, savingsOf } from './family.ts';

const GIFTS = ['bonus', 'chore_payment', 'earned'];
const SPENT = ['spending', 'lightning_spend'];

/** Of one child, or of all. The demo's days are days of UTC. */
export function growthOf(family: Family, span: string, childId?: string): Growth {
  const kids = family.kids.filter(({ id }) => childId === undefined || id === childId);
  const accounts = new Set(kids.map(({ id }) => savingsOf(id)));
  const own = family.lines.filter((line) => kids.some(({ id }) => id === line.childId));
  const begins = [...own.map(({ at }) => at), ...kids.map(({ createdAt }) => createdAt)]
    .map((moment) => moment.slice(0, 10))
    .toSorted()[0];
  const days = begins === undefined ? [] : pointDays(span, family.today, begins);
  const balance = kids.reduce((sum, { id }) => sum + balanceOf(family, savingsOf(id)), 0n);
  const points = pointsOf(days, balance, changesOf(own, accounts, days));
  return {
    timeZone: 'UTC',
    removedUpTo: null,
    points: points.map(({ on, ...sats }) => ({
      on,
      savings: formatBtc(sats.savedSats),
      payDays: formatBtc(sats.payDaySats),
      gifts: formatBtc(sats.giftSats),
      spent: formatBtc(sats.spentSats),
    })),
  };
}

function changesOf(
  lines: readonly Line[],
  accounts: ReadonlySet<string>,
  days: readonly string[],
): Change[] {
  const changes = days.map((_, step) => ({
    step,
    savedSats: 0n,
    payDaySats: 0n,
    giftSats: 0n,
    spentSats: 0n,
  }));
  for (const { at, type, amountSats, postings } of lines) {
    const change = changes[days.findIndex((day) => at.slice(0, 10) <= day)];
    // The first point has its balance only.
    if (!change || change.step === 0) continue;
    for (const posting of postings)
      if (accounts.has(posting.accountId)) change.savedSats += posting.amountSats;
    if (type === 'allowance') change.payDaySats += amountSats;
    if (GIFTS.includes(type)) change.giftSats += amountSats;
    if (SPENT.includes(type)) change.spentSats -= amountSats;
  }
  return changes;
}
