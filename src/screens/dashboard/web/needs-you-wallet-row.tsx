/** One row about the wallet: a deposit to answer, a send to pay or, briefly, the outcome. */
import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { StampedRow } from '#features/book/approvals/web/answered-row.tsx';
import type { Deposit } from '#features/money/wallet/children/contract.ts';
import type { Send } from '#features/money/wallet/sending/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { looksOf } from '#web/ui/avatar.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import type { FamilyBook } from './calls.ts';
import type { Row } from './needs-you-rows.ts';

const DepositAsk = lazyPart(
  async () => (await import('#features/money/wallet/web/deposit-ask.tsx')).DepositAsk,
);
const SendAsk = lazyPart(
  async () => (await import('#features/money/wallet/web/send/send-ask.tsx')).SendAsk,
);

type OfWallet = Extract<Row, { deposit: Deposit } | { send: Send }>;

export const isOfWallet = (row: Row): row is OfWallet => 'deposit' in row || 'send' in row;

interface WalletRowProps {
  row: OfWallet;
  book: FamilyBook;
  onGone: () => void;
}

export function WalletRow({ row, book, onGone }: WalletRowProps) {
  if (row.as === 'deposit-answered')
    return <StampedRow {...stampOfDeposit(row.deposit)} onGone={onGone} />;
  if (row.as === 'send-ended') return <StampedRow {...stampOfSend(row.send)} onGone={onGone} />;
  return (
    <Suspense fallback={<WalletRowToCome />}>
      {row.as === 'deposit' ? (
        <DepositAsk deposit={row.deposit} kids={book.children} />
      ) : (
        <SendAsk
          send={row.send}
          looks={looksOf(book.children.find(({ id }) => id === row.send.childId))}
        />
      )}
    </Suspense>
  );
}

/** Reserves a loading row's height, to avoid layout shift. */
export const WalletRowToCome = () => <li className="ask" style={{ minHeight: '22rem' }} />;

function stampOfDeposit({ state, amount, childName }: Deposit) {
  const sats = satsWithValue(satsOf(amount));
  const words = {
    booked: t`Written down`,
    promised: t`Already in the book`,
    declined: t`Kept out of the books`,
    // A block can disappear just after the answer; the answer remains valid.
    waiting: t`Answered`,
    asked: t`Answered`,
    gone: t`No longer waiting`,
  };
  return {
    stamp: words[state],
    isYes: state !== 'declined',
    what: state === 'booked' && childName ? t`${childName}: ${sats}` : sats,
  };
}

function stampOfSend({ state, amount, childName }: Send) {
  const words = {
    waiting: t`Waiting for your payment`,
    seen: t`Seen, waits for a block`,
    confirmed: t`Paid`,
    cancelled: t`Canceled`,
  };
  return {
    stamp: words[state],
    isYes: state !== 'cancelled',
    what: t`${childName}: ${satsWithValue(satsOf(amount))}`,
  };
}
