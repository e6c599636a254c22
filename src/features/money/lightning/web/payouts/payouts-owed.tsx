/** Home's note that pay days are owed, with a link for settling them. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { payouts } from '#features/money/lightning/payouts/contract.ts';
import { query } from '#web/query.ts';
import { WaitingNote } from '../waiting-note.tsx';

/** @param childId for one child only */
export function PayoutsOwed({ childId }: { childId?: string }) {
  const { data } = useQuery(query(payouts.list, { childId }));
  const count = data?.payouts.filter(({ state }) => state === 'owed').length ?? 0;
  if (count === 0) return null;
  return (
    <WaitingNote
      id="payouts-owed"
      title={
        data?.payer === 'unlock'
          ? plural(count, { one: '# to pay, unlock', other: '# to pay, unlock' })
          : plural(count, { one: '# pay day to pay out', other: '# pay days to pay out' })
      }
      action={t`Settle up`}
    />
  );
}
