/** The demo's children: new books, plans that follow one another, pauses. */

import type { Output, Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ageOn, birthMonthFor } from '#core/ages.ts';
import { addDays, maxDate } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { firstWeek, previewChange } from '#core/pay-days.ts';
import {
  type children,
  DEFAULT_THRESHOLD_SATS,
  MAX_CHILDREN,
} from '#features/people/children/contract.ts';
import type { allowances } from '#features/pocket/allowances/contract.ts';
import { type Family, type Kid, kidOf, newId, newMoment } from './family.ts';
import { settle } from './pay-days.ts';

export function addKid(family: Family, input: Parsed<typeof children.create>): Kid {
  if (family.kids.length >= MAX_CHILDREN)
    throw new Refusal('CONFLICT', because('AT_MOST_BOOKS', { most: MAX_CHILDREN }));
  const { name, age, gender, face, weeklyAllowance: amountSats, allowanceDay: weekday } = input;
  const plans = [{ validFrom: family.today, amountSats, weekday }];
  const kid: Kid = {
    id: newId(family),
    name,
    gender,
    ...(face && { face }),
    birthMonth: birthMonthFor(age, family.today),
    plans,
    pauses: [],
    nextWeek: firstWeek(plans),
    limitSats: DEFAULT_THRESHOLD_SATS,
    createdAt: newMoment(family),
  };
  family.kids.push(kid);
  return kid;
}

export function editKid(family: Family, input: Parsed<typeof children.edit>): Kid {
  const { id, name, age, gender } = input;
  const kid = kidOf(family, id);
  kid.name = name ?? kid.name;
  kid.gender = gender ?? kid.gender;
  // Saving the same age again must not move the birthday.
  if (age !== undefined && age !== ageOn(kid.birthMonth, family.today))
    kid.birthMonth = birthMonthFor(age, family.today);
  return kid;
}

export function changePlan(family: Family, input: Parsed<typeof allowances.change>): Kid {
  const { id, weeklyAllowance, allowanceDay: weekday, unbooked } = input;
  const kid = kidOf(family, id);
  const amountSats = weeklyAllowance ?? kid.plans.at(-1)?.amountSats ?? 0n;
  if (unbooked) settle(family, { childId: id, skip: unbooked === 'skip' });
  kid.plans.push({ validFrom: family.today, amountSats, weekday });
  return kid;
}

export function preview(
  family: Family,
  { id, weeklyAllowance: amountSats, allowanceDay: weekday }: Parsed<typeof allowances.preview>,
): Output<typeof allowances.preview> {
  const change = { amountSats, weekday };
  const { unbooked, next } = previewChange({
    ...kidOf(family, id),
    today: family.today,
    change,
  });
  return {
    unbooked: unbooked
      .filter(({ skipped }) => !skipped)
      .map(({ weekStart, dueDate, amountSats: sats }) => ({
        weekStart,
        dueDate,
        amount: formatBtc(sats),
      })),
    nextDate: next ?? null,
  };
}

export function pause(family: Family, { id, from, to }: Parsed<typeof allowances.pause>): Kid {
  if (from < family.today) throw new Refusal('VALIDATION_ERROR', because('PAUSE_IN_PAST'), 'from');
  const kid = kidOf(family, id);
  kid.pauses.push({ from, to });
  return kid;
}

/**
 * Ends a pause yesterday, or before it begins if it is in the future, so that today is paid again.
 */
export function endPauses(family: Family, id: string): Kid {
  const kid = kidOf(family, id);
  const yesterday = addDays(family.today, -1);
  kid.pauses = kid.pauses.map(({ from, to }) =>
    to < family.today ? { from, to } : { from, to: maxDate(yesterday, addDays(from, -1)) },
  );
  return kid;
}
