/** Sentences about pay days and money for one child's pages; separate from the first screen's. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/people/children/contract.ts';
import { dollarsAndCents } from '#screens/dashboard/later-rules.ts';
import { nextPayday } from '#screens/dashboard/rules.ts';
import { numberFormat } from '#web/formats.ts';
import { valueText } from '#web/ui/money-text.ts';
import { ownRate, usdPerBtc } from '#web/ui/own-rate.ts';
import { weekdayName } from '#web/weekdays.ts';

/** After "2,000 sats on Saturdays": the next date. */
export function nextText(child: Child): string {
  const next = nextPayday(child);
  if (!('days' in next)) return t`paused`;
  if (next.kind === 'today') return t`due today`;
  return next.kind === 'tomorrow' ? t`next tomorrow` : t`next in ${next.days} days`;
}

/** For the child: `Pay day is Saturday, in 2 days`. */
export function paydayText(child: Child): string {
  const next = nextPayday(child);
  if (!('days' in next)) return t`No pay day is set right now.`;
  const day = weekdayName(next.weekday);
  if (next.kind === 'today') return t`Pay day is today`;
  if (next.kind === 'tomorrow') return t`Pay day is ${day}, tomorrow`;
  return t`Pay day is ${day}, in ${next.days} days`;
}

/** `about 3 dollars 72`, for a reader who has just learned numbers. */
export function spokenDollars(sats: bigint): string {
  if (ownRate() !== null) return t`about ${valueText(sats)}`;
  const { dollars, cents } = dollarsAndCents(sats, usdPerBtc());
  if (dollars === '0')
    return cents === '01' ? t`about 1 cent` : t`about ${cents.replace(/^0/, '')} cents`;
  const whole = dollars === '1' ? t`1 dollar` : t`${grouped(dollars)} dollars`;
  return cents === '00' ? t`about ${whole}` : t`about ${whole} ${cents}`;
}

const grouped = (digits: string) => numberFormat().format(BigInt(digits));
