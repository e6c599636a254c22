/**
 * "12,000 sats arrived: Mia's?": a parent assigns each deposit, never the program. A deposit that
 * covers an existing promise of the book isn't booked for any child.
 */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { childWallets, type Deposit } from '#features/money/wallet/children/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useCall } from '#web/query.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { SelectField } from '#web/ui/text-field.tsx';
import { agoText } from './words.ts';

const NOBODY = 'nobody';

interface DepositAskProps {
  deposit: Deposit;
  kids: readonly Child[];
}

export function DepositAsk({ deposit, kids }: DepositAskProps) {
  const { amount, childId, childName, seenAt, isEarlier } = deposit;
  const child = kids.find(({ id }) => id === childId);
  const sats = satsWithValue(satsOf(amount));
  return (
    <li className="ask">
      <div className="ask-what">
        <div className="ask-head">
          {child && <Avatar name={child.name} {...looksOf(child)} size={44} />}
          <h3 className="ask-title">
            {childName ? t`${sats} arrived: ${childName}’s?` : t`${sats} arrived: whose are they?`}
          </h3>
        </div>
        <p className="sub">{t`Seen ${agoText(seenAt)}. They are in no book until you answer.`}</p>
        {isEarlier && (
          <p>
            {t`They arrived in a wallet you used before. Keep its keys until you have moved them.`}
          </p>
        )}
      </div>
      <Answers deposit={deposit} kids={kids} />
    </li>
  );
}

function Answers({ deposit: { id, childId, isEarlier }, kids }: DepositAskProps) {
  const [whose, setWhose] = useState(childId ?? '');
  const answer = useCall(childWallets.answerDeposit);
  const to = whose === NOBODY || whose === '' ? null : whose;
  return (
    <div className="ask-answers">
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
      <Button
        small
        busy={answer.isPending}
        aria-disabled={whose === ''}
        onClick={() => answer.run({ id, childId: to })}
      >
        {whose === NOBODY ? t`Keep them out of the books` : t`Write them down`}
      </Button>
      {kids.some(isPromised) && (
        <>
          <Button
            look="alt"
            small
            busy={answer.isPending}
            onClick={() => answer.run({ id, childId: to, isPromised: true })}
          >
            {t`It pays what the book already promises`}
          </Button>
          <p className="sub">
            {isEarlier
              ? t`The book stays as it is.`
              : t`The book stays as it is. Your wallet now covers more of it.`}
          </p>
        </>
      )}
      <CallFailure error={answer.error} fallback={t`Your answer could not be saved.`} />
    </div>
  );
}

/** An empty book promises nothing. */
const isPromised = ({ savingsBalance, goalsBalance }: Child): boolean =>
  satsOf(savingsBalance) + satsOf(goalsBalance) > 0n;
