/**
 * Home's note that children ask for payments, with the way to the place where they are answered.
 */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { paying } from '#features/lightning/paying/contract.ts';
import { query } from '#web/query.ts';
import { WaitingNote } from './waiting-note.tsx';

/** @param childId of one child alone */
export function PaymentsAsked({ childId }: { childId?: string }) {
  const { data } = useQuery(query(paying.list, { childId }));
  const count = data?.filter(({ state }) => state === 'asked').length ?? 0;
  if (count === 0) return null;
  return (
    <WaitingNote
      id="payments-asked"
      title={plural(count, {
        one: '# Lightning payment needs your answer',
        other: '# Lightning payments need your answer',
      })}
      action={t`See payments`}
    />
  );
}
