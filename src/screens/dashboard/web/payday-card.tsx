/** The seven days, each with its children, and the total per week. */
import { t } from '@lingui/core/macro';
import { paydayStrip, weeklyTotal } from '#screens/dashboard/rules.ts';
import { Card } from '#web/ui/card.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { PaydayStrip } from '#web/ui/payday-strip.tsx';
import type { FamilyBook } from './calls.ts';

export function PaydayCard({ book: { family, children } }: { book: FamilyBook }) {
  const total = weeklyTotal(children);
  return (
    <Card className="dash-stack">
      <div className="card-head">
        <h2>{t`Pay days`}</h2>
        <p className="sub">
          {t`Weekly allowance total`} <MoneyText sats={total} follow />
        </p>
      </div>
      <PaydayStrip label={t`Pay days`} today={family.weekday} due={paydayStrip(children)} />
    </Card>
  );
}
