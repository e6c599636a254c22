/** Sentences about pay days and people for the first screen. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/people/children/contract.ts';
import { nextPayday, soonestPayday } from '#screens/dashboard/rules.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { weekdayName } from '#web/weekdays.ts';

/** `Mia, Leo, and Ben`. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(localeTag(), { type: 'conjunction' }).format(names);
}

/** On a row below the name: `Sat, in 2 days`. */
export function shortPaydayText(child: Child): string {
  const next = nextPayday(child);
  if (next.kind === 'none') return t`No allowance yet`;
  if (!('days' in next)) return t`Paused`;
  const day = weekdayName(next.weekday, 'short');
  if (next.kind === 'today') return t`Due today`;
  return next.kind === 'tomorrow' ? t`Tomorrow` : t`${day}, in ${next.days} days`;
}

/** The next pay day and its children. */
export function soonestText(children: readonly Child[]): string {
  const soonest = soonestPayday(children);
  if (!soonest) return t`No pay day is set yet.`;
  const { next, names } = soonest;
  const who = listText(names);
  const day = weekdayName(next.weekday);
  if (next.kind === 'today') return t`Due today: ${who}.`;
  if (next.kind === 'tomorrow') return t`Next: ${who}, tomorrow.`;
  return t`Next: ${who}, on ${day}, in ${next.days} days.`;
}
