/** The states of a request, and how an approval moves money in the book. Pure. */

import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Posting, transfer } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import { DAY } from '#core/time.ts';
import {
  ANSWERED_DAYS,
  LAPSES_AFTER_DAYS,
  type RequestKind,
  type RequestState,
  WORDS_KEPT_DAYS,
} from './contract.ts';

/** The actor: the child itself, the child on a handed-over tablet, or an adult in its name. */
export type SessionKind = 'child' | 'handed_over' | 'child_view';

export const sessionKind = (actor: {
  role: 'parent' | 'spouse' | 'child';
  handedOver: boolean;
}): SessionKind =>
  actor.handedOver ? 'handed_over' : actor.role === 'child' ? 'child' : 'child_view';

/** True for callers with an adult's rights; a handed-over tablet has the child's. */
export const mayApprove = (role: 'parent' | 'spouse' | 'child'): boolean => role !== 'child';

export type Act = 'approve' | 'deny' | 'withdraw' | 'lapse';

const AFTER: Record<Act, RequestState> = {
  approve: 'approved',
  deny: 'denied',
  withdraw: 'withdrawn',
  lapse: 'lapsed',
};

/** A request is decided once. Undefined if it can no longer change. */
export const after = (state: RequestState, act: Act): RequestState | undefined =>
  state === 'pending' ? AFTER[act] : undefined;

/** Requests made before this moment have lapsed. */
export const lapsedBefore = (now: Date): Date => new Date(now.getTime() - LAPSES_AFTER_DAYS * DAY);

/**
 * A request lapses after 30 days, even if the worker hasn't run yet; never while it is being paid.
 */
export const stateAt = (
  { state, paying, createdAt }: { state: RequestState; paying: boolean; createdAt: Date },
  now: Date,
): RequestState =>
  state === 'pending' && !paying && createdAt < lapsedBefore(now) ? 'lapsed' : state;

/** Answers before this moment are no longer listed. */
export const answeredAfter = (now: Date): Date => new Date(now.getTime() - ANSWERED_DAYS * DAY);

/** Texts of requests answered before this moment are erased. */
export const wordsKeptAfter = (now: Date): Date => new Date(now.getTime() - WORDS_KEPT_DAYS * DAY);

/** The child's account that holds the requested money; undefined for income. */
export const heldOn = (kind: RequestKind): 'savings' | 'spending' | undefined =>
  kind === 'withdrawal' ? 'savings' : kind === 'savings_transfer' ? 'spending' : undefined;

export type Verdict = {
  approved: boolean;
  reason?: string | undefined;
  amount?: Sats | undefined;
};

/** @throws Refusal if the answer doesn't fit the request */
export function checkVerdict(amountSats: Sats | null, { approved, reason, amount }: Verdict): void {
  const wrong = (why: Sentence, field: string) => new Refusal('VALIDATION_ERROR', why, field);
  if (approved && reason !== undefined) throw wrong(because('YES_WITHOUT_REASON'), 'reason');
  if (amount === undefined) return;
  if (!approved) throw wrong(because('NO_WITHOUT_AMOUNT'), 'amount');
  if (amountSats === null || amount > amountSats) throw wrong(because('MORE_THAN_ASKED'), 'amount');
}

type Accounts = { outside: string; savings: string; spending: string };

/** The entry of an approval: income comes from outside, other money moves within the book. */
export function bookedAs(
  kind: Exclude<RequestKind, 'import'>,
  sats: Sats,
  { outside, savings, spending }: Accounts,
): {
  type: 'savings_withdrawal' | 'savings_deposit' | 'earned';
  amountSats: Sats;
  postings: Posting[];
} {
  switch (kind) {
    case 'withdrawal':
      return {
        type: 'savings_withdrawal',
        amountSats: -sats,
        postings: transfer(savings, spending, sats),
      };
    case 'savings_transfer':
      return {
        type: 'savings_deposit',
        amountSats: sats,
        postings: transfer(spending, savings, sats),
      };
    case 'earned':
      return { type: 'earned', amountSats: sats, postings: transfer(outside, spending, sats) };
  }
}
