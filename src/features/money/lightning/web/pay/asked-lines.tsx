/** A child's unanswered requests to pay over Lightning, which it can take back. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type PaymentRecord, paying } from '#features/money/lightning/paying/contract.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { numberText, stateText } from '../words.ts';

export function AskedLines({ childId }: { childId: string }) {
  const { data } = useQuery(query(paying.list, { childId }));
  const asked = data?.filter(({ state }) => state === 'asked') ?? [];
  if (asked.length === 0) return null;
  return (
    <ul className="ln-rows">
      {asked.map((one) => (
        <AskedLine key={one.id} payment={one} />
      ))}
    </ul>
  );
}

function AskedLine({ payment }: { payment: PaymentRecord }) {
  const { id, amount, description } = payment;
  const sum = numberText(amount);
  const what = description || sum;
  const taking = useCall(paying.decline, {
    onDone: () => toast({ title: t`Taken back`, description: what }),
  });
  return (
    <li>
      <div className="spread gap-2">
        <h3 className="break-words">{description || t`Lightning invoice`}</h3>
        <p className="ln-sum">{sum}</p>
      </div>
      <p className="sub">{stateText(payment)}</p>
      <div className="form-actions">
        <Button
          look="alt"
          small
          busy={taking.isPending}
          aria-label={t`Take back: ${what}`}
          onClick={() => taking.run({ id })}
        >
          {t`Take back`}
        </Button>
      </div>
      <CallFailure error={taking.error} fallback={t`This could not be taken back`} />
    </li>
  );
}
