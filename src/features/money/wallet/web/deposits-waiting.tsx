/** An unconfirmed payment to an address that was given out; the question follows with its block. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { childWallets, type Deposit } from '#features/money/wallet/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { Chip } from '#web/ui/chip.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';

export function DepositsWaiting() {
  const deposits = useQuery(query(childWallets.deposits, {})).data ?? [];
  return deposits
    .filter(({ state }) => state === 'waiting')
    .map((deposit) => (
      <p key={deposit.id} className="wallet-chips">
        <Chip tone="blue" icon={<WaitingIcon size={16} />}>{t`Waiting`}</Chip>
        <span>{waitingText(deposit)}</span>
      </p>
    ));
}

function waitingText({ amount, childName, confirmedAt, answeredAt }: Deposit): string {
  const sats = satsWithValue(satsOf(amount));
  // Only a deposit that was in a block can have been confirmed or answered.
  if (confirmedAt !== null || answeredAt !== null)
    return t`${sats} had arrived, but their block is gone. They wait for a new one.`;
  return childName
    ? t`${sats} are on their way to ${childName}’s address. They wait for a block: 10 to 60 minutes.`
    : t`${sats} are on their way. They wait for a block: 10 to 60 minutes.`;
}
