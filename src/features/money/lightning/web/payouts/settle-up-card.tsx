/** Payouts of pay days: one press for all that are due, or one at a time. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type Payer,
  type Payout,
  type PayoutList,
  payouts,
} from '#features/money/lightning/payouts/contract.ts';
import { query } from '#web/query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { useOpenWallet } from '#web/vault/vault.ts';
import { LockedNote } from '../locked-note.tsx';
import { PayQuestion } from '../pay/pay-question.tsx';
import { PayoutReceipt } from '../pay/receipt.tsx';
import { numberText } from '../words.ts';
import { payoutText, receiverText } from './payout-words.ts';
import { SettledOtherwise } from './settled-otherwise.tsx';
import { usePayouts } from './use-payouts.ts';

export function SettleUpCard() {
  const answer = useQuery(query(payouts.list, {}));
  return (
    <Card className="grid gap-4" aria-labelledby="settle-up">
      <h2 id="settle-up">{t`Settle up`}</h2>
      <Loaded answer={answer} label={t`Reading the pay days`} height="6rem">
        {(list) => <Rows list={list} />}
      </Loaded>
    </Card>
  );
}

function Rows({ list: { payer, payouts: rows } }: { list: PayoutList }) {
  const [chosen, choose] = useState<readonly Payout[]>([]);
  const canPay = useOpenWallet()?.canPay === true;
  const payable = rows.filter((one) => isPayable(one, payer));
  const isLocked = payer === 'unlock' && !canPay;
  // As the person saw them, without those that have ended: after a failure, the others follow.
  const left = chosen.filter(({ id }) => payable.some((one) => one.id === id));
  const asked = left.length > 0 ? left : chosen;
  if (rows.length === 0)
    return (
      <p className="sub">{t`No pay days to settle. Whether they are paid out is set on each child’s page, under “After pay day”.`}</p>
    );
  return (
    <>
      {isLocked && payable.length > 0 && <LockedNote />}
      {!isLocked && payable.length > 1 && (
        <div className="form-actions">
          <Button onClick={() => choose(payable)}>{t`Pay what is due`}</Button>
        </div>
      )}
      <List
        rows={rows.filter((one) => !isCollected(one))}
        payer={payer}
        isLocked={isLocked}
        choose={choose}
      />
      <CollectedRows rows={rows.filter(isCollected)}>
        {(collected) => <List rows={collected} payer={payer} isLocked={isLocked} choose={choose} />}
      </CollectedRows>
      {chosen.length > 0 && <AskToPay payer={payer} rows={asked} onClose={() => choose([])} />}
    </>
  );
}

interface ListProps {
  rows: readonly Payout[];
  payer: Payer;
  isLocked: boolean;
  choose: (rows: readonly Payout[]) => void;
}

const List = ({ rows, payer, isLocked, choose }: ListProps) => (
  <ul className="ln-rows" hidden={rows.length === 0}>
    {rows.map((one) => (
      <Row
        key={one.id}
        payout={one}
        payer={payer}
        isPayable={!isLocked && isPayable(one, payer)}
        onPay={() => choose([one])}
      />
    ))}
  </ul>
);

const isCollected = ({ plan, state }: Payout) => plan === 'vault' && state === 'due';

interface CollectedRowsProps {
  rows: readonly Payout[];
  children: (rows: readonly Payout[]) => ReactNode;
}

/** One vault day puts them all away, perhaps after months, so they are folded. */
function CollectedRows({ rows, children }: CollectedRowsProps) {
  if (rows.length < FOLDED_FROM) return children(rows);
  return (
    <>
      <div className="form-actions">
        <ButtonLink small href="/coverage">{t`Vault day`}</ButtonLink>
      </div>
      <details className="fold">
        <summary>
          {plural(rows.length, {
            one: '# pay day collected for the vault',
            other: '# pay days collected for the vault',
          })}
        </summary>
        {children(rows)}
      </details>
    </>
  );
}

const FOLDED_FROM = 4;

/** Payable over Lightning, by this server or a parent's unlocked browser. */
const isPayable = ({ plan, state, receiver }: Payout, payer: Payer) =>
  payer !== 'none' && plan === 'lightning' && state === 'owed' && receiver !== null;

interface RowProps {
  payout: Payout;
  payer: Payer;
  isPayable: boolean;
  onPay: () => void;
}

function Row({ payout, payer, isPayable, onPay }: RowProps) {
  const { childName, amount, state, plan } = payout;
  const [isOpen, setOpen] = useState(false);
  const isDue = state === 'owed' || state === 'due';
  const close = () => setOpen(false);
  return (
    <li>
      <div className="spread gap-2">
        <h3 className="break-words">{childName}</h3>
        <p className="ln-sum">{numberText(amount)}</p>
      </div>
      <p className="sub">{payoutText(payout, payer)}</p>
      <div className="form-actions">
        {isPayable && <Button small onClick={onPay}>{t`Pay it`}</Button>}
        {isDue && plan === 'vault' && (
          <ButtonLink small href="/coverage">{t`Vault day`}</ButtonLink>
        )}
        {isDue && (
          <SettledOtherwise id={payout.id} childName={childName} isVault={plan === 'vault'} />
        )}
        {state === 'paid' && (
          <Button look="alt" small onClick={() => setOpen(true)}>{t`Receipt`}</Button>
        )}
      </div>
      {isOpen && (
        <PayoutReceipt payout={payout} about={payoutText(payout, payer)} onClose={close} />
      )}
    </li>
  );
}

interface PayProps {
  payer: Payer;
  rows: readonly Payout[];
  onClose: () => void;
}

/** One press may pay several pay days, so all amounts, receivers and fees are listed. */
function AskToPay({ payer, rows: chosen, onClose }: PayProps) {
  const { running, failure, pay, stop } = usePayouts(payer, onClose);
  const rows = running ?? chosen;
  const close = () => {
    stop();
    onClose();
  };
  return (
    <PayQuestion
      title={plural(rows.length, { one: 'Pay # pay day?', other: 'Pay # pay days?' })}
      payments={rows.map(({ id, amount, feeLimit, receiver, childName }) => ({
        id,
        amount,
        feeLimit,
        payee: receiverText(receiver ?? ''),
        description: childName,
      }))}
      busy={running !== undefined}
      failure={failure}
      onYes={() => pay(chosen)}
      onNo={close}
    />
  );
}
