/** The child's weekly allowance: the amount, its day, and the days until then. */
import { t } from '@lingui/core/macro';
import { weekdayOf } from '#core/calendar.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { Band } from '#features/people/children/rules.ts';
import { todayFor } from '#screens/dashboard/later-rules.ts';
import { nextPayday } from '#screens/dashboard/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { Card } from '#web/ui/card.tsx';
import { CalendarIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { weekdayName } from '#web/weekdays.ts';
import { spokenDollars } from './child-words.ts';
import { WeekDots } from './week-dots.tsx';

export function AllowanceCard({ child, band }: { child: Child; band: Band }) {
  const sats = satsOf(child.weeklyAllowance);
  return (
    <Card>
      <div className="kid-allowance">
        <h2 className="kid-label">
          <CalendarIcon size={20} /> {t`Weekly Allowance`}
        </h2>
        <p>
          <MoneyText sats={sats} follow size="body" bare={band === 'starter'} />
        </p>
        <p className="sub">{whenText(child)}</p>
        {band === 'starter' && sats > 0n && <p className="sub">{spokenDollars(sats)}</p>}
      </div>
      {sats > 0n && band !== 'young' && (
        <WeekDots payday={child.allowanceDay} today={todayOf(child)} />
      )}
    </Card>
  );
}

function whenText(child: Child): string {
  const next = nextPayday(child);
  if (next.kind === 'none') return t`No pocket money is set yet. Ask a parent about it.`;
  const day = weekdayName(child.allowanceDay);
  if (!('days' in next)) return t`Every ${day}. Paused for now.`;
  if (next.kind === 'today') return t`Every ${day}. It is due today.`;
  if (next.kind === 'tomorrow') return t`Every ${day}. 1 day to go.`;
  return t`Every ${day}. ${next.days} days to go.`;
}

/** The child's record has the family's date; without a pay day, falls back to this device's. */
export function todayOf(child: Child) {
  const here = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(new Date());
  return weekdayOf(todayFor(child, here));
}
