/** Unpaid pay days that the parents owe a child, worded for the child. */
import { useQuery } from '@tanstack/react-query';
import { payouts } from '#features/money/lightning/payouts/contract.ts';
import { query } from '#web/query.ts';
import { numberText } from '../words.ts';
import { ownPayoutText } from './payout-words.ts';

export function OwedLines({ childId }: { childId: string }) {
  const { data } = useQuery(query(payouts.list, { childId }));
  if (!data) return null;
  const lines = data.payouts.flatMap((one) => {
    const text = ownPayoutText(one, numberText(one.amount), data.payer);
    return text === undefined ? [] : [{ id: one.id, text }];
  });
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {lines.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}
