/** The seven days, who is due on which, and what a week costs. */
import { t } from '@lingui/core/macro';
import { paydayStrip, soonestPayday, weeklyTotal } from '#screens/dashboard/rules.ts';
import { dateText } from '#web/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { weekdayName } from '#web/ui/choice-field.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { PaydayStrip } from '#web/ui/payday-strip.tsx';
import type { FamilyBook } from './calls.ts';
import { listText } from './words.ts';

export function PaydayCard({ book: { family, children } }: { book: FamilyBook }) {
  const total = weeklyTotal(children);
  return (
    <Card className="dash-side dash-stack">
      <div className="card-head">
        <h2>{t`Pay days`}</h2>
        <p className="sub">{t`Today is ${dateText(family.today)}`}</p>
      </div>
      <PaydayStrip label={t`Pay days`} today={family.weekday} due={paydayStrip(children)} />
      <p>{soonestText(children)}</p>
      <dl className="balances">
        <div>
          <dt>{t`Weekly allowance total`}</dt>
          <dd>
            <MoneyText sats={total} follow />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function soonestText(children: FamilyBook['children']): string {
  const soonest = soonestPayday(children);
  if (!soonest) return t`No pay day is set yet.`;
  const { next, names } = soonest;
  const who = listText(names);
  const day = weekdayName(next.weekday);
  if (next.kind === 'today') return t`Due today: ${who}.`;
  if (next.kind === 'tomorrow') return t`Next is ${who}, tomorrow.`;
  return t`Next is ${who}, on ${day}, in ${next.days} days.`;
}
