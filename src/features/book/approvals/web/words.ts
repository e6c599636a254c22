/** Names of requests, for parents and for children. */
import { t } from '@lingui/core/macro';
import type { Request, RequestKind } from '#features/book/approvals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';

export type Band = 'starter' | 'explorer' | 'young';

/** Follows the child's name: the destination of the money. */
export function wayText(kind: RequestKind): string {
  switch (kind) {
    case 'withdrawal':
      return t`savings to spending`;
    case 'savings_transfer':
      return t`spending to savings`;
    case 'earned':
      return t`earned, to spending`;
    case 'import':
      return t`entries from a wallet file`;
  }
}

/** Suggested reasons that a parent can tap instead of typing. */
export const readyReasons = (kind: RequestKind): readonly string[] =>
  kind === 'withdrawal'
    ? [t`Let’s talk about it first.`, t`Not this week.`, t`Let’s save a little longer.`]
    : [t`Let’s look at it together.`, t`I could not find this.`, t`The amount is not right.`];

/** The stamp: `YES` or `NO`; none if the request was withdrawn. */
export function stampWord(state: Request['state']): string {
  if (state === 'approved') return t`Yes`;
  if (state === 'denied') return t`No`;
  return state === 'withdrawn' ? t`Taken back` : t`Ended`;
}

/** `5,000 sats`, or a description of any other request. */
export const amountText = ({ amount }: Pick<Request, 'amount'>): string =>
  amount === null ? t`A wallet file` : satsText(satsOf(amount));

/** Name of the child's own request in its list. */
export function ownText({ kind }: Pick<Request, 'kind'>): string {
  switch (kind) {
    case 'withdrawal':
      return t`From my savings`;
    case 'savings_transfer':
      return t`Into my savings`;
    case 'earned':
      return t`I earned this`;
    case 'import':
      return t`From a wallet file`;
  }
}

/** The outcome, worded for the child: what happened and what it means. */
export function answerText(one: Request): string {
  const who = one.decidedBy ?? t`A parent`;
  const moved = one.approvedAmount ?? one.amount;
  const amount = moved === null ? amountText(one) : satsWithValue(satsOf(moved));
  if (one.state === 'withdrawn') return t`Taken back. Nothing has changed.`;
  if (one.state === 'lapsed') return t`Nobody answered for 30 days, so this has ended.`;
  return one.state === 'approved' ? yesText(one, who, amount) : noText(one, amount);
}

function yesText(one: Request, who: string, amount: string): string {
  const isLess = one.amount !== null && one.approvedAmount !== one.amount;
  const asked = amountText(one);
  if (one.kind === 'import') return t`${who} said yes. The entries are now in your book.`;
  if (isLess && one.kind === 'withdrawal')
    return t`You asked for ${asked}. ${who} said yes to ${amount}, now in your spending money.`;
  if (isLess) return t`${who} said yes to ${amount} of ${asked}.`;
  if (one.kind === 'savings_transfer')
    return t`${who} said yes. ${amount} are now in your savings.`;
  return t`${who} said yes. ${amount} are now in your spending money.`;
}

function noText(one: Request, amount: string): string {
  if (one.kind === 'withdrawal') return t`Not this time. Your ${amount} are back in your savings.`;
  if (one.kind === 'savings_transfer')
    return t`Not this time. Your ${amount} are back in your spending money.`;
  return t`Not this time. It was not added to your book.`;
}
