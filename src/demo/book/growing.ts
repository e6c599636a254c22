/** Savings over time in the demo: the real days and sums, from its lines in memory. */
import { formatBtc } from '#core/money.ts';
import type { Growth } from '#features/pocket/growth/contract.ts';
import {
  type Change,
  NO_CHANGE,
  partsOf,
  pointDays,
  pointsOf,
} from '#features/pocket/growth/rules.ts';
import { balanceOf, type Family, type Line, savingsOf, spendingOf } from './family.ts';

const GIFTS = ['bonus', 'chore_payment', 'earned'];
const SPENT = ['spending', 'lightning_spend'];

/** Of one child, or of all. The demo's days are in UTC. */
export function growthOf(family: Family, span: string, childId?: string): Growth {
  const kids = family.kids.filter(({ id }) => childId === undefined || id === childId);
  const own = family.lines.filter((line) => kids.some(({ id }) => id === line.childId));
  const begins = [...own.map(({ at }) => at), ...kids.map(({ createdAt }) => createdAt)]
    .map((moment) => moment.slice(0, 10))
    .toSorted()[0];
  const days = begins === undefined ? [] : pointDays(span, family.today, begins);
  const balance = kids.reduce((sum, { id }) => sum + balanceOf(family, savingsOf(id)), 0n);
  const changes = changesOf(own, days);
  const points = pointsOf(days, balance, changes);
  return {
    timeZone: 'UTC',
    removedUpTo: null,
    parts: partsOf(changes, 0, days.length - 1),
    points: points.map(({ on, ...sats }) => ({
      on,
      savings: formatBtc(sats.savedSats),
      payDays: formatBtc(sats.payDaySats),
      gifts: formatBtc(sats.giftSats),
      spent: formatBtc(sats.spentSats),
    })),
  };
}

function changesOf(lines: readonly Line[], days: readonly string[]): Change[] {
  const changes = days.map((_, step) => ({ step, ...NO_CHANGE }));
  for (const line of lines) {
    const change = changes[days.findIndex((day) => line.at.slice(0, 10) <= day)];
    // The first point has only its balance.
    if (!change || change.step === 0) continue;
    const { type, amountSats } = line;
    if (type === 'allowance') change.payDaySats += amountSats;
    if (GIFTS.includes(type)) change.giftSats += amountSats;
    if (SPENT.includes(type)) change.spentSats -= amountSats;
    addSaved(change, line);
  }
  return changes;
}

/** What the line changed in the child's savings, and where that came from or went. */
function addSaved(change: Change, { type, childId, postings }: Line): void {
  if (childId === null) return;
  const sum = (isMeant: (accountId: string) => boolean) =>
    postings.reduce((total, one) => (isMeant(one.accountId) ? total + one.amountSats : total), 0n);
  const saved = sum((account) => account === savingsOf(childId));
  if (saved === 0n) return;
  const spending = sum((account) => account === spendingOf(childId));
  const goals = sum((account) => account.startsWith('goal ') && account.endsWith(` ${childId}`));
  change.savedSats += saved;
  change.goalSats -= goals;
  change.movedSats -= spending;
  if (type === 'allowance') change.savedPayDaySats += saved + spending + goals;
  if (GIFTS.includes(type)) change.savedGiftSats += saved + spending + goals;
}
