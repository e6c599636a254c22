/**
 * Home's note that payments need a parent, with a link: a child's request, a payment for an
 * unlocked browser, one whose outcome the wallet can't report, or one that was paid late.
 */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type PaymentRecord, paying } from '#features/money/lightning/paying/contract.ts';
import { query } from '#web/query.ts';
import { WaitingNote } from '../waiting-note.tsx';

/** @param childId for one child only */
export function PaymentsAsked({ childId }: { childId?: string }) {
  const { data } = useQuery(query(paying.list, { childId }));
  const count = data?.filter(waits).length ?? 0;
  if (count === 0) return null;
  return (
    <WaitingNote
      id="payments-asked"
      title={plural(count, {
        one: '# Lightning payment needs you',
        other: '# Lightning payments need you',
      })}
      action={t`See payments`}
    />
  );
}

const waits = ({ state, failure, browser }: PaymentRecord): boolean =>
  state === 'asked' ||
  (state === 'checking' && (failure !== null || browser === 'waits')) ||
  (state === 'paid' && failure !== null);
