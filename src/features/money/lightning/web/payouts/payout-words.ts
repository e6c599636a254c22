/** Wording for the state of a pay day's payout. */

import { t } from '@lingui/core/macro';
import type { Input } from '#contract/endpoint.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import {
  type Payer,
  type Payout,
  type Plan,
  type payouts,
  SUB_WALLET,
} from '#features/money/lightning/payouts/contract.ts';
import { datedText } from '#web/dates.ts';
import { checkingText, failureText } from '../words.ts';

/** The input that an approval to pay covers. */
export const asRead = ({
  id,
  amount,
  feeLimit,
  receiver,
}: Payout): Input<typeof payouts.begin> => ({
  id,
  seenAmount: amount,
  seenFeeLimit: feeLimit,
  seenReceiver: receiver ?? '',
});

/** The receiver, in words. */
export const receiverText = (receiver: string): string =>
  receiver === SUB_WALLET ? t`The child’s own wallet on your Hub` : receiver;

/** A plan in a few words. */
export function planText({ plan, address }: Pick<Plan, 'plan' | 'address'>): string {
  if (plan === 'vault') return t`Collected for the vault`;
  if (plan === 'book' || address === null) return t`Only written down`;
  return address === SUB_WALLET ? t`Paid to own wallet` : t`Paid to ${beforeAt(address)}`;
}

/** `mia@…`: the rest of an address is long, and the same for all children. */
export const beforeAt = (address: string): string => address.replace(/@.*/, '@…');

/** The state, worded for parents. */
export function payoutText(
  { plan, state, failure, proof, provider, settledBy, dueDate }: Payout,
  payer: Payer,
): string {
  const since = datedText(dueDate);
  const person = settledBy ?? t`A parent`;
  const wallet = provider ?? t`The wallet`;
  switch (state) {
    case 'due':
      if (plan === 'vault') return t`Collected for the vault since ${since}.`;
      return payer === 'server'
        ? t`Pay day of ${since}. It is about to be paid.`
        : `${t`Owed since ${since}.`} ${owedText(payer === 'unlock' ? 'locked' : 'no-wallet')}`;
    case 'checking':
      if (plan === 'vault') return t`Pay day of ${since}. On its way to the vault.`;
      return `${t`Pay day of ${since}.`} ${checkingText(failure)} ${t`The amount stays held, and nothing is paid twice.`}`;
    case 'owed':
      return `${t`Owed since ${since}.`} ${owedText(failure)}`;
    case 'paid':
      if (plan === 'vault')
        return proof === 'person'
          ? t`Pay day of ${since}. In the vault, as ${person} says.`
          : t`Pay day of ${since}. In the vault: the payment is in a block.`;
      if (proof === null)
        return t`Pay day of ${since}. Moved to spending money in your own wallet.`;
      if (proof === 'proven') return t`Pay day of ${since}. Paid over Lightning.`;
      return proof === 'person'
        ? t`Pay day of ${since}. ${person} says paid.`
        : t`Pay day of ${since}. ${wallet} says paid.`;
    case 'kept':
      return t`Pay day of ${since}. It stays in savings.`;
    case 'undone':
      return t`Pay day of ${since}. The allowance was taken back.`;
  }
}

/** The reason why it isn't paid yet. */
function owedText(failure: OwedBecause | null): string {
  switch (failure) {
    case null:
      return '';
    case 'no-wallet':
      return t`Connect a wallet that can pay, and it pays this for you.`;
    case 'locked':
      return t`Your wallet is encrypted: this waits until you unlock it.`;
    case 'no-address':
      return t`The child has no Lightning address of its own.`;
    case 'other-address':
      return t`The child’s Lightning address has changed: it needs your yes.`;
    case 'too-large':
      return t`It is more than is paid over Lightning at once.`;
    case 'receiver-silent':
      return t`The child’s wallet does not answer. We will try again.`;
    case 'receiver-refused':
      return t`The child’s wallet gave no invoice. We will try again.`;
    case 'receiver-too-long':
      return t`The child’s wallet gave an invoice that lasts longer than 7 days. We will try again.`;
    case 'taken-back':
      return t`A parent took back that it was paid.`;
    case 'unclear':
      return t`A parent said that it was not paid.`;
    case 'unconfirmed':
      return t`Your wallet was told to pay and says it didn’t. Check its history. If nothing was paid there, pay it again.`;
    case 'needs-ok':
      return t`Waiting for your OK: the plan, address, or amount is new, and it’s above your daily limit.`;
    default:
      return `${failureText(failure)} ${t`We will try again.`}`;
  }
}

/** The state, worded for the child; undefined once it has ended. */
export function ownPayoutText(
  { plan, state, dueDate }: Pick<Payout, 'plan' | 'state' | 'dueDate'>,
  amount: string,
  payer: Payer,
): string | undefined {
  const since = datedText(dueDate);
  if (plan === 'vault') return undefined;
  const isOwed = state === 'owed' || (state === 'due' && payer !== 'server');
  if (isOwed) return t`${amount} owed to you since ${since}`;
  if (state === 'checking') return t`${amount} on the way to your wallet. Still checking`;
  return state === 'due' ? t`${amount} about to be paid to your wallet` : undefined;
}
