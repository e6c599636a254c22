/** Allowances on the server: changing the plan, pausing it, booking due weeks. */

import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import { nextDue, type Plan, previewChange } from '#core/pay-days.ts';
import { agreedSats } from '#core/price.ts';
import { isTimeZone } from '#core/time-zone.ts';
import { asChild } from '#features/people/children/record.ts';
import { addPlans, findChild } from '#features/people/children/store.ts';
import { lastPrices } from '#features/people/rates/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { allowances } from './contract.ts';
import { settleFamily } from './settling.ts';
import * as store from './store.ts';

export const allowanceHandlers = (): Handlers<typeof allowances> => ({
  change: changePlan,

  preview: async ({ id, weeklyAllowance, allowanceDay }, context) => {
    const { child, today } = await childToday(context, id);
    const change = { amountSats: weeklyAllowance, weekday: allowanceDay };
    const { unbooked, next } = previewChange({ ...child, today, change });
    return {
      unbooked: unbooked
        .filter(({ skipped }) => !skipped)
        .map(({ weekStart, dueDate, amountSats }) => ({
          weekStart,
          dueDate,
          amount: formatBtc(amountSats),
        })),
      nextDate: next ?? null,
    };
  },

  pause: async ({ id, from, to }, context) => {
    const { tx, actor, now } = context;
    const { today } = await childToday(context, id);
    if (from < today) throw new Refusal('VALIDATION_ERROR', because('PAUSE_IN_PAST'), 'from');
    await store.addPause(tx, actor.familyId, id, { from, to }, { madeBy: actor.userId, now });
    return reply(context, id);
  },

  endPause: async ({ id }, context) => {
    const { today } = await childToday(context, id);
    await store.endPauses(context.tx, context.actor.familyId, id, today);
    return reply(context, id);
  },

  process: (_, context) => bookWhatIsDue(context),

  settings: async ({ timeZone, payAutomatically }, { tx, actor }) => {
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw new Refusal('VALIDATION_ERROR', because('TIME_ZONE_REQUIRED'), 'timeZone');
    await store.changePaySettings(tx, actor.familyId, { timeZone, payAutomatically });
    return { success: true };
  },
});

async function changePlan(
  { id, allowanceDay, unbooked, ...chosen }: Parsed<typeof allowances.change>,
  context: FamilyContext,
) {
  const { tx, actor, now } = context;
  const { familyId } = actor;
  const { child: before, today } = await childToday(context, id);
  const by = { madeBy: actor.userId, now };
  const amount = await amountOf(context, chosen, before.plans.at(-1));
  if (unbooked)
    await settleFamily(tx, { familyId, today }, { ...by, skip: unbooked === 'skip' }, id);
  const plan = { validFrom: today, ...amount, weekday: allowanceDay };
  await addPlans(tx, familyId, [{ childId: id, plan }], by);
  const { child } = await childToday(context, id);
  await store.setNextDue(tx, familyId, id, nextDue(child));
  return reply(context, id);
}

type Agreed = NonNullable<Plan['agreed']>;
type Amount = Pick<Plan, 'amountSats' | 'agreed'>;

/**
 * Computes the new plan. An agreement stays if the amount is omitted or equals the last displayed
 * one, at the current price or the previous one.
 * @throws Refusal VALIDATION_ERROR if the family has no price in the currency
 */
async function amountOf(
  { tx, actor }: FamilyContext,
  { weeklyAllowance, agreed }: Pick<Parsed<typeof allowances.change>, 'weeklyAllowance' | 'agreed'>,
  last: Plan | undefined,
): Promise<Amount> {
  if (agreed) {
    const { currency, minor, most: mostSats } = agreed;
    const [minorPerBtc] = await lastPrices(tx, actor.familyId, currency);
    if (minorPerBtc === undefined)
      throw new Refusal('VALIDATION_ERROR', because('NO_PRICE'), 'agreed');
    const agreement = { currency, minor: BigInt(minor), mostSats, minorPerBtc };
    return { amountSats: agreedSats(agreement), agreed: agreement };
  }
  const known = { amountSats: last?.amountSats ?? 0n, agreed: last?.agreed };
  if (agreed === null) return { amountSats: weeklyAllowance ?? known.amountSats };
  if (weeklyAllowance === undefined) return known;
  const prices = last?.agreed && (await lastPrices(tx, actor.familyId, last.agreed.currency));
  const read = prices?.map((minorPerBtc) =>
    agreedSats({ ...(last?.agreed as Agreed), minorPerBtc }),
  );
  return read?.includes(weeklyAllowance) ? known : { amountSats: weeklyAllowance };
}

async function bookWhatIsDue({ tx, actor, now, calendar }: FamilyContext) {
  const { familyId } = actor;
  const { today } = await calendar();
  const by = { madeBy: actor.userId, now };
  const booked = await settleFamily(tx, { familyId, today }, by);
  return {
    processedChildren: booked.map(({ amountSats, ...one }) => ({
      ...one,
      amount: formatBtc(amountSats),
    })),
    totalAmount: formatBtc(booked.reduce((sum, { amountSats }) => sum + amountSats, 0n)),
  };
}

async function childToday({ tx, actor, now, calendar }: FamilyContext, childId: string) {
  const child = await findChild(tx, actor.familyId, childId, now);
  if (!child) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
  const { today } = await calendar();
  return { child, today };
}

async function reply(context: FamilyContext, childId: string) {
  const { child, today } = await childToday(context, childId);
  return asChild(child, today);
}
