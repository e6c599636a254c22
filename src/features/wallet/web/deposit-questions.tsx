/** "12,000 sats arrived: Mia's?": a deposit is a question, never an attribution. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Child, children } from '#features/children/contract.ts';
import { childWallets, type Deposit } from '#features/wallet/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { SelectField } from '#web/ui/text-field.tsx';
import { agoText } from './words.ts';

const NOBODY = 'nobody';

export function DepositQuestions() {
  const deposits = useQuery(query(childWallets.deposits, {})).data ?? [];
  const kids = useQuery(query(children.list, {})).data ?? [];
  const asked = deposits.filter(({ state }) => state === 'asked');
  const waiting = deposits.filter(({ state }) => state === 'waiting');
  return (
    <>
      {asked.map((deposit) => (
        <Question key={deposit.id} deposit={deposit} kids={kids} />
      ))}
      {waiting.map((deposit) => (
        <p key={deposit.id} className="wallet-chips">
          <Chip tone="blue" icon={<WaitingIcon size={16} />}>{t`Waiting`}</Chip>
          <span>{waitingText(deposit)}</span>
        </p>
      ))}
    </>
  );
}

function waitingText({ amount, childName, confirmedAt, answeredAt }: Deposit): string {
  const sats = satsText(satsOf(amount));
  // Only what stood in a block can have been asked about.
  if (confirmedAt !== null || answeredAt !== null)
    return t`${sats} had arrived, but their block is gone. They wait for a new one.`;
  return childName
    ? t`${sats} are on their way to ${childName}’s address. They wait for a block: 10 to 60 minutes.`
    : t`${sats} are on their way. They wait for a block: 10 to 60 minutes.`;
}

function Question({ deposit, kids }: { deposit: Deposit; kids: readonly Child[] }) {
  const { id, amount, childId, childName, seenAt, isEarlier } = deposit;
  const [whose, setWhose] = useState(childId ?? '');
  const answer = useCall(childWallets.answerDeposit);
  const sats = satsText(satsOf(amount));
  const say = (to: string | null) => answer.run({ id, childId: to });
  return (
    <Card as="div" tone="blue" className="grid gap-3">
      <p>
        <strong>
          {childName ? t`${sats} arrived: ${childName}’s?` : t`${sats} arrived: whose are they?`}
        </strong>
        <span className="sub block">
          {t`Seen ${agoText(seenAt)}. They are in no book until you answer.`}
        </span>
        {isEarlier && (
          <span className="block">
            {t`They arrived in a wallet you used before. Keep its keys until you have moved them.`}
          </span>
        )}
      </p>
      <SelectField
        name={`deposit-${id}`}
        label={t`Whose are they?`}
        placeholder={t`Choose`}
        value={whose}
        onChange={setWhose}
        options={[
          ...kids.map((child) => ({ value: child.id, label: child.name })),
          { value: NOBODY, label: t`No child’s: they are our own` },
        ]}
      />
      <CallFailure error={answer.error} fallback={t`Your answer could not be saved.`} />
      <div className="form-actions">
        <Button
          small
          busy={answer.isPending}
          aria-disabled={whose === ''}
          onClick={() => say(whose === NOBODY ? null : whose)}
        >
          {whose === NOBODY ? t`Keep them out of the books` : t`Write them down`}
        </Button>
      </div>
    </Card>
  );
}
