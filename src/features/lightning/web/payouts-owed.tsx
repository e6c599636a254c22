/**
 * Home's note that pay days are owed, with the way to the place where they are settled. The page
 * is not loaded anew: an unlocked vault stays open.
 */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { payouts } from '#features/lightning/payouts/contract.ts';
import { query } from '#web/query.ts';
import { lookClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** @param childId of one child alone */
export function PayoutsOwed({ childId }: { childId?: string }) {
  const { data } = useQuery(query(payouts.list, { childId }));
  const count = data?.payouts.filter(({ state }) => state === 'owed').length ?? 0;
  if (count === 0) return null;
  return (
    <Card tone="blue" className="grid gap-3" aria-labelledby="payouts-owed">
      <h2 id="payouts-owed" className="needs-you-title">
        <WaitingIcon />{' '}
        {data?.payer === 'unlock'
          ? plural(count, { one: '# to pay, unlock', other: '# to pay, unlock' })
          : plural(count, { one: '# pay day to pay out', other: '# pay days to pay out' })}
      </h2>
      <div className="form-actions">
        <PageLink href="/lightning-config" className={lookClass({ small: true })}>
          {t`Settle up`}
        </PageLink>
      </div>
    </Card>
  );
}
