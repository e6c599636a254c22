/** Pay days that are to be paid out: one press for all that is due, and each on its own. */
import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { paying } from '#features/lightning/paying/contract.ts';
import {
  type Payer,
  type Payout,
  type PayoutList,
  payouts,
} from '#features/lightning/payouts/contract.ts';
import { momentText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useOpenWallet } from '#web/vault/vault.ts';
import { LockedNote } from './locked-note.tsx';
import { PayDetails } from './pay-details.tsx';
import { usePayoutsHere } from './pay-payouts-here.ts';
import { PaymentReceipt } from './payments-card.tsx';
import { asRead, payoutText, receiverText } from './payout-words.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { SettledOtherwise } from './settled-otherwise.tsx';
import { numberText } from './words.ts';

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
  // As they were read, without those that are over: after a failure it goes on with the others.
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
      <List rows={rows.filter((one) => !isCollected(one))} {...{ payer, isLocked, choose }} />
      <CollectedRows rows={rows.filter(isCollected)}>
        {(collected) => <List rows={collected} {...{ payer, isLocked, choose }} />}
      </CollectedRows>
      {chosen.length > 0 &&
        (payer === 'unlock' ? (
          <PayHere rows={asked} onClose={() => choose([])} />
        ) : (
          <PayThere rows={asked} onClose={() => choose([])} />
        ))}
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

/** A vault day puts them away together, after months perhaps: they are folded, and still there. */
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

/** Over Lightning, by this server or by a parent's unlocked browser. */
const isPayable = ({ plan, state, receiver }: Payout, payer: Payer) =>
  payer !== 'none' && plan === 'lightning' && state === 'owed' && receiver !== null;

interface RowProps {
  payout: Payout;
  payer: Payer;
  isPayable: boolean;
  onPay: () => void;
}

function Row({ payout, payer, isPayable, onPay }: RowProps) {
  const { childName, amount, state, plan, paymentId, proof } = payout;
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
      {isOpen && paymentId !== null && proof !== null && proof !== 'person' ? (
        <OfPayment id={paymentId} onClose={close} />
      ) : (
        isOpen && <OfWord about={payoutText(payout, payer)} payout={payout} onClose={close} />
      )}
    </li>
  );
}

interface PayProps {
  rows: readonly Payout[];
  onClose: () => void;
}

/** This server pays. */
function PayThere({ rows, onClose }: PayProps) {
  const queries = useQueryClient();
  const call = useCall(payouts.pay, {
    // One of them may have been settled elsewhere.
    onFail: () => void queries.invalidateQueries(),
    onDone: () => {
      onClose();
      toast({ title: t`Your wallet is paying` });
    },
  });
  const failure = call.error && messageOf(call.error, t`Failed to process Lightning payment`);
  return (
    <AskToPay
      rows={rows}
      isBusy={call.isPending}
      failure={failure ?? undefined}
      onYes={() => call.run({ payouts: rows.map(asRead) })}
      onClose={onClose}
    />
  );
}

/** This browser pays: the connection is in the vault, which is open here. */
function PayHere({ rows, onClose }: PayProps) {
  const here = usePayoutsHere(onClose);
  return (
    <AskToPay
      rows={here.running ?? rows}
      isBusy={here.running !== undefined}
      failure={here.failure}
      onYes={() => here.pay(rows)}
      onClose={() => {
        here.stop();
        onClose();
      }}
    />
  );
}

interface AskToPayProps extends PayProps {
  isBusy: boolean;
  failure: string | undefined;
  onYes: () => void;
}

/** A yes makes the wallet pay, so it is asked once, with amounts, receivers and fees. */
function AskToPay({ rows, isBusy, failure, onYes, onClose }: AskToPayProps) {
  return (
    <ConfirmDialog
      title={plural(rows.length, { one: 'Pay # pay day?', other: 'Pay # pay days?' })}
      confirmLabel={t`Pay now`}
      busy={isBusy}
      onConfirm={onYes}
      onCancel={onClose}
      more={
        <div className="grid gap-3">
          {rows.map(({ id, amount, feeLimit, receiver, childName }) => (
            <PayDetails
              key={id}
              {...{ amount, feeLimit, payee: receiverText(receiver ?? ''), description: childName }}
            />
          ))}
          {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
        </div>
      }
    >
      {t`The wallet pays at once. This cannot be taken back.`}
    </ConfirmDialog>
  );
}

function OfPayment({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(query(paying.get, { id }));
  return data ? <PaymentReceipt payment={data} onClose={onClose} /> : null;
}

type OfWordProps = { about: string; payout: Payout; onClose: () => void };

/** Settled by a person's word, or in the family's own wallet. */
function OfWord({ about, payout, onClose }: OfWordProps) {
  const { amount, childName, endedAt, settledBy, txid } = payout;
  return (
    <ReceiptDialog
      about={about}
      rows={[
        [t`Amount`, numberText(amount)],
        [t`For`, childName],
        [t`When`, endedAt && momentText(endedAt, undefined)],
        [t`Confirmed by`, settledBy],
        [t`Transaction`, txid],
      ]}
      onClose={onClose}
    />
  );
}
