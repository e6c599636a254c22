/** Wording for a wallet's statements about a payment, an invoice or a connection. */

import { t } from '@lingui/core/macro';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import type { ConnectionState } from '#features/money/lightning/connections/contract.ts';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import type { ChildInvoice } from '#features/money/lightning/receiving/contract.ts';
import { satsText } from '#web/ui/money-text.ts';
import type { Asked } from './receive/browser-invoice.ts';

export const numberText = (sats: bigint | number): string => satsText(BigInt(sats));

export function connectionText(state: ConnectionState): string {
  switch (state) {
    case 'connected':
      return t`Connected`;
    case 'silent':
      return t`Does not answer just now`;
    case 'refused':
      return t`The wallet says no: connect it again`;
    case 'can_pay':
      return t`Not used: it could pay, and was to receive only`;
  }
}

/** Someone who knew the connection has left the family. */
export const rotationText = (provider: string): string =>
  t`Somebody who has left your family knows it. Remove it in ${provider}, then connect a new one here.`;

/** The state of a payment: according to the server, or as this browser saw it. */
export type Standing = Pick<
  PaymentRecord,
  'state' | 'proof' | 'failure' | 'provider' | 'decidedBy'
> & { fee: bigint | number | null };

export function stateText({ state, proof, provider, decidedBy, failure }: Standing): string {
  const wallet = provider ?? t`The wallet`;
  const person = decidedBy ?? t`A parent`;
  switch (state) {
    case 'asked':
      return t`Waits for a parent’s yes. The amount is held.`;
    case 'checking':
      return `${checkingText(failure)} ${heldText()}`;
    case 'paid':
      if (failure !== null)
        return t`It failed at first, but it went through after all. It’s not in the book yet.`;
      if (proof === 'proven') return t`Paid, and proven by its receipt.`;
      return proof === 'person' ? t`${person} says paid.` : t`${wallet} says paid.`;
    case 'failed':
      return failureText(failure);
    case 'declined':
      return t`Not paid: somebody said no or took it back. The amount is free again.`;
  }
}

/** @param now milliseconds */
export function invoiceText({ state, amount: sats, expiresAt }: ChildInvoice, now: number) {
  const amount = numberText(sats);
  switch (state) {
    case 'paid':
      return t`${amount} arrived.`;
    case 'expired':
      return t`This invoice has expired. Nothing arrived.`;
    case 'open':
      return isOver({ expiresAt }, now)
        ? t`This invoice has expired. Still checking whether ${amount} arrived.`
        : t`Waiting for ${amount}.`;
  }
}

/** Which device queries the wallet about a browser's invoice, and what the answer proves. */
export function vaultInvoiceText(
  { state, proof }: ChildInvoice,
  { isChild, canAsk, asked }: { isChild: boolean; canAsk: boolean; asked: Asked | undefined },
): string {
  if (state === 'paid')
    return proof === 'proven'
      ? t`A parent’s browser asked the wallet. It says paid, and its preimage is the invoice’s.`
      : t`A parent’s browser asked the wallet. It says paid, without a preimage that shows it.`;
  if (state === 'expired') return '';
  if (isChild) return t`A parent’s unlocked browser asks the wallet whether it has arrived.`;
  if (!canAsk) return t`Your wallet is locked, so nobody asks it whether this was paid.`;
  return asked === 'silent'
    ? t`Your wallet can’t be reached just now. We’ll keep trying while this is open.`
    : t`This browser asks your wallet while this is open. The server cannot.`;
}

/** It can no longer be paid. */
export const isOver = ({ expiresAt }: Pick<ChildInvoice, 'expiresAt'>, now: number): boolean =>
  Date.parse(expiresAt) <= now;

/** The wallet's claim that it didn't pay, if it made one. Whether it is true is unknown. */
export function checkingText(failure: OwedBecause | null): string {
  const claim = claimText(failure);
  return claim === undefined
    ? t`Still checking.`
    : `${claim} ${t`We’re checking that nothing was paid.`}`;
}

const heldText = () => t`The amount stays held, and nothing is paid twice.`;

/** Goes below a title saying that it is still being checked. */
export const belowCheckingText = (standing: Standing): string =>
  claimText(standing.failure) === undefined ? heldText() : stateText(standing);

function claimText(failure: OwedBecause | null): string | undefined {
  switch (failure) {
    case 'said-over-budget':
      return t`Your wallet refused: its budget is used up.`;
    case 'said-insufficient':
      return t`Your wallet refused: not enough balance.`;
    case 'said-busy':
      return t`Your wallet refused: it is busy.`;
    case 'said-restricted':
      return t`Your wallet refused: this connection may not pay.`;
    case 'said-refused':
      return t`Your wallet refused.`;
    case 'said-failed':
      return t`Your wallet says the payment failed.`;
    default:
      return undefined;
  }
}

/** Why it ended unpaid, and the source for that. The amount is available again. */
export function failureText(failure: OwedBecause | null): string {
  const claim = claimText(failure);
  if (claim !== undefined)
    return `${claim} ${t`It still says so, and the invoice has expired. The amount is free again.`}`;
  switch (failure) {
    case 'not-found':
      return t`Your wallet has no record of this payment, and the invoice has expired. The amount is free again.`;
    case 'over-budget':
      return t`Not paid: it is more than the budget set in the wallet.`;
    case 'no-budget':
      return t`Not paid: the wallet names no budget for this connection. Set one there, or connect it again and say that it cannot be set.`;
    case 'not-agreed':
      return t`Not paid: the server sent something other than what you agreed to, or sent it too late. Your wallet sent nothing.`;
    case 'insufficient':
      return t`Not paid: the wallet holds too little.`;
    case 'no-route':
      return t`Your wallet says it found no route to the recipient.`;
    case 'tried':
      return t`Not paid: the wallet has tried this invoice before. Ask for a new one.`;
    case 'expired':
      return t`Not paid: the invoice has expired.`;
    case 'not-offered':
      return t`Not paid: the connection may not pay.`;
    case 'unreachable':
    case 'never-sent':
      return t`Not paid: the wallet could not be reached, and nothing was sent.`;
    case 'busy':
      return t`Not paid: the wallet is busy. Try again in a minute.`;
    default:
      return t`Payment could not be completed`;
  }
}
