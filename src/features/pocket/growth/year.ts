/** A book's year, on the server. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ageOn } from '#core/ages.ts';
import { formatBtc } from '#core/money.ts';
import { instantOf } from '#core/time-zone.ts';
import { asRate, asTransaction } from '#features/book/transactions/store.ts';
import { comparesWorth } from '#features/people/children/rules.ts';
import { findChild } from '#features/people/children/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { MOST_MOMENTS, type Year } from './contract.ts';
import { keptPercent } from './rules.ts';
import {
  type RateRow,
  readFullGoals,
  readMoments,
  readRates,
  readYear,
  type YearRow,
} from './year-store.ts';

export async function yearOf(
  { id: childId, year }: { id: string; year: string },
  { tx, actor, now, calendar }: FamilyContext,
): Promise<Year> {
  const { familyId } = actor;
  const child = await findChild(tx, familyId, childId, now);
  if (!child) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
  const { timeZone, today } = await calendar();
  if (year > today.slice(0, 4))
    throw new Refusal('VALIDATION_ERROR', because('YEAR_NOT_BEGUN'), 'year');
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const after = String(Number(year) + 1).padStart(4, '0');
  const span = {
    childId,
    since: instantOf(first, 0, timeZone),
    until: instantOf(`${after}-01-01`, 0, timeZone),
  };
  const row = await readYear(tx, familyId, span);
  const { removedUpTo } = row;
  const isGone = removedUpTo !== null && removedUpTo >= span.until;
  const compares = comparesWorth(actor, ageOn(child.birthMonth, today));
  const rates = compares ? await readRates(tx, familyId, span) : [];
  const moments = await readMoments(tx, familyId, span, MOST_MOMENTS);
  const goals = await readFullGoals(tx, familyId, span);
  return {
    childName: child.name,
    from: first,
    to: last < today ? last : today,
    timeZone,
    sums: isGone ? null : { ...sumsOf(row), rates: ratesOf(rates) },
    moments: moments.map((row) => ({ ...asTransaction(row), rate: compares ? asRate(row) : null })),
    fullGoals: goals.map(({ title, fullAt }) => ({ title, fullAt: fullAt.toISOString() })),
    removedUpTo:
      removedUpTo !== null && removedUpTo >= span.since ? removedUpTo.toISOString() : null,
    madeAt: now.toISOString(),
  };
}

function sumsOf({ closingSats, inSats, outSats, payDaySats, giftSats, earnedSats }: YearRow) {
  return {
    opening: formatBtc(closingSats - inSats + outSats),
    in: formatBtc(inSats),
    out: formatBtc(outSats),
    closing: formatBtc(closingSats),
    payDays: formatBtc(payDaySats),
    gifts: formatBtc(giftSats),
    earned: formatBtc(earnedSats),
    keptPercent: keptPercent(inSats, outSats) ?? null,
  };
}

function ratesOf(rows: readonly RateRow[]) {
  const of = (sum: RateRow['sum']) => {
    const row = rows.find((one) => one.sum === sum);
    return row ? asRate(row) : null;
  };
  return {
    ...{ in: of('in'), out: of('out') },
    ...{ payDays: of('payDays'), gifts: of('gifts'), earned: of('earned') },
  };
}
