/** One vault day: its parts with their states and, while it waits, the ways to pay it. */
import { t } from '@lingui/core/macro';
import type { Send } from '#features/money/wallet/sending/contract.ts';
import { type VaultDay, vaultDays } from '#features/money/wallet/vault-days/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { datedText, isoDay } from '#web/dates.ts';
import { useFormCall } from '#web/form-call.ts';
import { useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { TickCircleIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import type { CheckedPart, DayRefusal, ReadPart } from '#web/vault/vault-day.ts';
import { useChildBalances } from '../children/use-child-balances.ts';
import { UnsignedTransaction } from '../send/send-psbt.tsx';
import { noticeText, SendChip } from '../send/send-row.tsx';
import { TransactionForm } from '../send/transaction-form.tsx';
import { agoText } from '../words.ts';
import { useCheckedDay } from './use-checked-day.ts';

export const isUnderWay = ({ parts }: VaultDay): boolean =>
  parts.some(({ state }) => state === 'waiting' || state === 'seen');

interface VaultDayPartsProps {
  day: VaultDay;
  /** The details the parent saw when beginning it on this page. */
  read: readonly ReadPart[] | undefined;
}

export function VaultDayParts({ day, read }: VaultDayPartsProps) {
  const { id, parts, createdAt } = day;
  const timeZone = useTimeZone();
  const isWaiting = parts.some(({ state }) => state === 'waiting');
  return (
    <section className="wallet-found" aria-labelledby={`vault-day-${id}`}>
      <h3 id={`vault-day-${id}`}>{t`Vault day of ${datedText(isoDay(createdAt, timeZone))}`}</h3>
      <ul className="grid gap-3">
        {parts.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </ul>
      {isUnderWay(day) && parts[0] && <Watched childId={parts[0].childId} />}
      {isWaiting && <WaysToPay day={day} read={read} />}
    </section>
  );
}

/** While this is open, the chain is queried every few seconds. */
function Watched({ childId }: { childId: string }) {
  useChildBalances(childId, true);
  return null;
}

function Part({ part }: { part: Send }) {
  const { childName, amount, state, notice, transactionId } = part;
  return (
    <li className="wallet-send">
      <div className="spread gap-2">
        <h4 className="break-words">{childName}</h4>
        <MoneyText sats={satsOf(amount)} follow />
      </div>
      <p className="wallet-chips">
        {state === 'confirmed' ? (
          <Chip tone="green" icon={<TickCircleIcon size={16} />}>{t`In the vault`}</Chip>
        ) : (
          <SendChip send={part} />
        )}
      </p>
      <p className="sub">
        {partText(part)} {notice && partNotice(notice)}
      </p>
      {transactionId && <p className="mono break-all sub">{transactionId}</p>}
    </li>
  );
}

function partText({ state, createdAt, seenAt, confirmedAt }: Send): string {
  switch (state) {
    case 'waiting':
      return t`Made ${agoText(createdAt)}. No payment was seen yet.`;
    case 'seen':
      return t`Seen ${agoText(seenAt ?? createdAt)}. It takes 10 to 60 minutes to confirm.`;
    case 'confirmed':
      return t`Confirmed ${agoText(confirmedAt ?? createdAt)}. It stays in savings.`;
    case 'cancelled':
      return t`Given up. It is collected again.`;
  }
}

/** Nothing is held or booked for a part, so two of the notices are worded differently. */
function partNotice(notice: NonNullable<Send['notice']>): string {
  if (notice === 'evicted') return t`The network has dropped the payment. It waits again.`;
  if (notice === 'reorganised')
    return t`The block with the payment is gone. It waits for a new block.`;
  return noticeText(notice);
}

function WaysToPay({ day, read }: VaultDayPartsProps) {
  const { id } = day;
  const naming = useFormCall(vaultDays.nameTransaction, {
    failed: t`The transaction could not be looked up just now.`,
  });
  const cancel = useCall(vaultDays.cancel);
  return (
    <div className="grid gap-4">
      <WhatToPay day={day} read={read} />
      <TransactionForm
        busy={naming.busy}
        errors={naming.errors}
        submit={(transactionId) => naming.submit({ id, transactionId })}
      />
      <CallFailure error={cancel.error} fallback={t`This could not be canceled just now.`} />
      <div>
        <Button look="quiet" small busy={cancel.isPending} onClick={() => cancel.run({ id })}>
          {t`Cancel pending parts`}
        </Button>
      </div>
    </div>
  );
}

/** While the wallet is encrypted, only details checked by this browser are shown for paying. */
function WhatToPay({ day, read }: VaultDayPartsProps) {
  const checked = useCheckedDay(day, read);
  switch (checked.state) {
    case 'loading':
      return <p role="status">{t`Checking the addresses …`}</p>;
    case 'locked':
      return (
        <>
          <p>{t`Unlock your wallet to pay this. Your browser then checks that these addresses are yours.`}</p>
          <div className="form-actions">
            <ButtonLink href="/dashboard">{t`Go to Dashboard`}</ButtonLink>
          </div>
        </>
      );
    case 'refused':
      return <InlineAlert>{refusalText(checked.why)}</InlineAlert>;
    case 'checked':
      return (
        <>
          <p>{t`Your browser checked this: each address is your own wallet’s.`}</p>
          <Addresses waiting={checked.parts} />
        </>
      );
    case 'unchecked':
      return (
        <>
          <Addresses waiting={waitingParts(day)} />
          <OfServersKey id={day.id} />
        </>
      );
  }
}

const waitingParts = ({ parts }: VaultDay): Payable[] =>
  parts
    .filter(({ state }) => state === 'waiting')
    .map(({ toAddress: address, ...part }) => ({ ...part, address }));

function refusalText(why: DayRefusal): string {
  switch (why) {
    case 'other-children':
      return t`Don’t pay. These aren’t the children you agreed to pay for. Reload this page and compare.`;
    case 'other-amount':
      return t`Don’t pay. The amount isn’t the one you agreed to. Reload this page and compare.`;
    case 'not-yours':
      return t`Don’t pay. This address isn’t in the wallet you unlocked.`;
  }
}

/** A server without the key makes no unsigned transaction, and none of its would be shown. */
function OfServersKey({ id }: { id: string }) {
  const psbt = useCall(vaultDays.makePsbt);
  const { fee, feePercent } = psbt.data ?? {};
  const feeLine = fee
    ? t`The network’s fee: ${satsWithValue(satsOf(fee))}, ${feePercent ?? 0}% of the amount.`
    : '';
  return <UnsignedTransaction id={id} call={psbt} feeLine={feeLine} />;
}

type Payable = Pick<CheckedPart, 'id' | 'childName' | 'amount' | 'address' | 'uri'>;

/** A payment link pays one child; wallets that pay several at once take them line by line. */
function Addresses({ waiting }: { waiting: readonly Payable[] }) {
  const [only, second] = waiting;
  if (!only) return null;
  if (!second)
    return (
      <>
        <p>{t`Scan this with your wallet, and pay exactly this amount to exactly this address:`}</p>
        <QrCode text={only.uri} label={t`QR code of this payment`} />
        <p className="mono break-all wallet-address">{only.address}</p>
        <div className="form-actions">
          <CopyButton text={only.uri} label={t`Copy the payment link`} />
          <CopyButton text={only.address} label={t`Copy the address`} />
        </div>
      </>
    );
  return (
    <>
      <p>{t`Pay exactly these amounts to exactly these addresses, in one transaction. The unsigned transaction has them all.`}</p>
      <ul className="grid gap-3">
        {waiting.map(({ id, childName, address, amount }) => (
          <li key={id} className="grid gap-2">
            <span>
              {childName}: <MoneyText sats={satsOf(amount)} follow />
            </span>
            <span className="mono break-all wallet-address">{address}</span>
            <span>
              <CopyButton small text={address} label={t`Copy ${childName}’s address`} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
