/** Growth on the server: the displayed days, with their ledger data. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { addDays } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { instantOf, localDate } from '#core/time-zone.ts';
import { findChild } from '#features/people/children/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Growth, growth } from './contract.ts';
import { partsOf, pointDays, pointsOf } from './rules.ts';
import { readBeginning, readLedger } from './store.ts';
import { yearOf } from './year.ts';

export const growthHandlers = (): Handlers<typeof growth> => ({
  ofChild: async ({ id, span }, context) => {
    const { tx, actor, now } = context;
    if (!(await findChild(tx, actor.familyId, id, now)))
      throw new Refusal('NOT_FOUND', because('NO_CHILD'));
    return growthOf(context, span, id);
  },
  year: yearOf,
  ofFamily: ({ span }, context) => growthOf(context, span, undefined),
});

async function growthOf(
  { tx, actor: { familyId }, calendar }: FamilyContext,
  span: string,
  childId: string | undefined,
): Promise<Growth> {
  const { timeZone, today } = await calendar();
  const begins = await readBeginning(tx, familyId, childId);
  const days = begins ? pointDays(span, today, localDate(begins, timeZone)) : [];
  const nothing = { timeZone, points: [], parts: partsOf([], 0, 0), removedUpTo: null };
  if (days.length === 0) return nothing;
  const ends = days.map((day) => instantOf(addDays(day, 1), 0, timeZone));
  const { balanceSats, removedUpTo, changes } = await readLedger(tx, familyId, childId, ends);
  const known = ends.findIndex((end) => removedUpTo === null || end > removedUpTo);
  if (known < 0) return { ...nothing, removedUpTo: iso(removedUpTo) };
  return {
    timeZone,
    points: pointsOf(days, balanceSats, changes)
      .slice(known)
      .map(({ on, ...sats }, index) => ({
        on,
        savings: formatBtc(sats.savedSats),
        ...(index === 0 ? NOTHING_YET : marksOf(sats)),
      })),
    // Step 0 precedes the first day; a step has the number of the day it ends on.
    parts: partsOf(changes, known, days.length - 1),
    removedUpTo: removedUpTo && removedUpTo >= (ends[0] as Date) ? iso(removedUpTo) : null,
  };
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

const marksOf = (sats: { payDaySats: bigint; giftSats: bigint; spentSats: bigint }) => ({
  payDays: formatBtc(sats.payDaySats),
  gifts: formatBtc(sats.giftSats),
  spent: formatBtc(sats.spentSats),
});

const NOTHING_YET = marksOf({ payDaySats: 0n, giftSats: 0n, spentSats: 0n });
