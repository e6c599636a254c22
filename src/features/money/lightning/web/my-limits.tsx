/** Most a child may hold to spend, and pay today without asking. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { MoneyText } from '#web/ui/money.tsx';

/** Reserves the second line while loading. */
export function MyLimits({ child }: { child: Child }) {
  const { data } = useQuery(query(lightning.ofChild, { id: child.id }));
  return (
    <dl className="kid-facts">
      <div>
        <dt>{t`My spending limit`}</dt>
        <dd>
          <MoneyText sats={satsOf(child.spendingThreshold)} follow />
        </dd>
      </div>
      <div>
        <dt>{t`Without asking today`}</dt>
        <dd>{data ? <MoneyText sats={BigInt(data.canPay ? data.leftToday : 0)} follow /> : '…'}</dd>
      </div>
    </dl>
  );
}
