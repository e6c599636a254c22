/** One send in a line: its amount, its state in words, and the latest event. */
import { t } from '@lingui/core/macro';
import type { Send, SendNotice } from '#features/money/wallet/sending/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip, StateChip } from '#web/ui/chip.tsx';
import { SearchingIcon, TickCircleIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { agoText } from '../words.ts';

export function SendRow({ send, onOpen }: { send: Send; onOpen: () => void }) {
  const isOpen = send.state === 'waiting' || send.state === 'seen';
  return (
    <li className="wallet-send">
      <p className="wallet-chips">
        <MoneyText sats={satsOf(send.amount)} follow /> <SendChip send={send} />
      </p>
      <p className="sub">{stateText(send)}</p>
      {send.notice && <p className="sub">{noticeText(send.notice)}</p>}
      {send.transactionId && <p className="mono break-all sub">{send.transactionId}</p>}
      {isOpen && (
        <div>
          <Button look="alt" small onClick={onOpen}>
            {send.state === 'waiting' ? t`Pay` : t`Show`}
          </Button>
        </div>
      )}
    </li>
  );
}

/** An entered payment that couldn't be looked up yet: neither found nor refused. */
const isUnknown = ({ state, notice }: SendStanding): boolean =>
  state === 'waiting' && (notice === 'unknown' || notice === 'not_asked');

type SendStanding = Pick<Send, 'state' | 'notice'>;

export function SendChip({ send }: { send: SendStanding }) {
  if (isUnknown(send)) return <StateChip state="checking" />;
  switch (send.state) {
    case 'waiting':
      return (
        <Chip tone="blue" icon={<WaitingIcon size={16} />}>{t`Waiting for your payment`}</Chip>
      );
    case 'seen':
      return (
        <Chip tone="gold" icon={<SearchingIcon size={16} />}>{t`Seen, waits for a block`}</Chip>
      );
    case 'confirmed':
      return <Chip tone="green" icon={<TickCircleIcon size={16} />}>{t`Paid`}</Chip>;
    case 'cancelled':
      return <Chip>{t`Canceled`}</Chip>;
  }
}

export function stateText({ state, createdAt, seenAt, confirmedAt, entryId }: Send): string {
  switch (state) {
    case 'waiting':
      return t`Made ${agoText(createdAt)}. No payment was seen yet.`;
    case 'seen':
      return t`Seen ${agoText(seenAt ?? createdAt)}. It takes 10 to 60 minutes to confirm.`;
    case 'confirmed':
      if (entryId === null)
        return t`Confirmed ${agoText(confirmedAt ?? createdAt)}, after it was canceled. It’s not in the book: there wasn’t enough in savings.`;
      return t`Confirmed ${agoText(confirmedAt ?? createdAt)} and written down.`;
    case 'cancelled':
      return t`Canceled. The amount is free again.`;
  }
}

export function noticeText(notice: SendNotice): string {
  switch (notice) {
    case 'replaced':
      return t`Another transaction has taken the place of the one that was seen.`;
    case 'evicted':
      return t`The network has dropped the payment. It waits again, and the amount stays held.`;
    case 'reorganised':
      return t`The block with the payment is gone. The entry was taken back; the payment waits for a new block.`;
    case 'pays_another':
      return t`That transaction does not pay this address.`;
    case 'another_amount':
      return t`That transaction pays this address, but another amount.`;
    case 'claimed':
      return t`That transaction pays another send already.`;
    case 'too_old':
      return t`That transaction was there before this send.`;
    case 'unknown':
      return t`That transaction hasn’t been seen yet. We’re looking for it.`;
    case 'not_asked':
      return t`That transaction couldn’t be looked up just now. We’ll look again later.`;
  }
}
