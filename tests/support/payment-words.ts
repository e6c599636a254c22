/** The screens' sentences about payments and invoices, one for each state. */

import type { Claim, Failure } from '../../src/features/book/payments/contract.ts';
import type { PaymentRecord } from '../../src/features/money/lightning/paying/contract.ts';
import type { InvoiceState } from '../../src/features/money/lightning/receiving/contract.ts';

const LATE = 'It failed at first, but it went through after all. It’s not in the book yet.';
const UNFINISHED = 'Payment could not be completed';
const ENDED = 'It still says so, and the invoice has expired. The amount is free again.';
const CLAIMED: Readonly<Record<Claim, string>> = {
  'said-over-budget': 'Your wallet refused: its budget is used up.',
  'said-insufficient': 'Your wallet refused: not enough balance.',
  'said-busy': 'Your wallet refused: it is busy.',
  'said-restricted': 'Your wallet refused: this connection may not pay.',
  'said-refused': 'Your wallet refused.',
  'said-failed': 'Your wallet says the payment failed.',
};
const isClaim = (failure: Failure | null): failure is Claim =>
  failure !== null && Object.hasOwn(CLAIMED, failure);
const UNSENT = 'Not paid: the wallet could not be reached, and nothing was sent.';

export const FAILED_WORDS: Readonly<Record<Exclude<Failure, Claim>, string>> = {
  'over-budget': 'Not paid: it is more than the budget set in the wallet.',
  'no-budget':
    'Not paid: the wallet names no budget for this connection. Set one there, or connect it again and say that it cannot be set.',
  'not-agreed':
    'Not paid: the server sent something other than what you agreed to, or sent it too late. Your wallet sent nothing.',
  insufficient: 'Not paid: the wallet holds too little.',
  'no-route': 'Your wallet says it found no route to the recipient.',
  tried: 'Not paid: the wallet has tried this invoice before. Ask for a new one.',
  expired: 'Not paid: the invoice has expired.',
  'not-offered': 'Not paid: the connection may not pay.',
  unreachable: UNSENT,
  'never-sent': UNSENT,
  busy: 'Not paid: the wallet is busy. Try again in a minute.',
  'no-amount': UNFINISHED,
  'other-network': UNFINISHED,
  refused: UNFINISHED,
  'no-answer': UNFINISHED,
  'bad-answer': UNFINISHED,
  'not-found':
    'Your wallet has no record of this payment, and the invoice has expired. The amount is free again.',
  unclear: UNFINISHED,
  'another-amount': UNFINISHED,
};

type Shown = Pick<PaymentRecord, 'state' | 'failure' | 'proof' | 'provider'>;

export function paymentWords({ state, failure, proof, provider }: Shown): string {
  const paid = {
    proven: 'Paid, and proven by its receipt.',
    stated: `${provider} says paid.`,
    person: 'Anna says paid.',
  };
  return {
    asked: 'Waits for a parent’s yes. The amount is held.',
    checking: `${checkingWords(failure)} The amount stays held, and nothing is paid twice.`,
    paid: failure === null ? paid[proof ?? 'person'] : LATE,
    failed: failedWords(failure),
    declined: 'Not paid: somebody said no or took it back. The amount is free again.',
  }[state];
}

const checkingWords = (failure: Failure | null): string =>
  isClaim(failure)
    ? `${CLAIMED[failure]} We’re checking that nothing was paid.`
    : 'Still checking.';

function failedWords(failure: Failure | null): string {
  if (failure === null) return UNFINISHED;
  return isClaim(failure) ? `${CLAIMED[failure]} ${ENDED}` : FAILED_WORDS[failure];
}

/** About an invoice over 2,100 sats. */
export const invoiceWords = (state: InvoiceState, isOver: boolean): string =>
  ({
    paid: '2,100 sats arrived.',
    expired: 'This invoice has expired. Nothing arrived.',
    open: isOver
      ? 'This invoice has expired. Still checking whether 2,100 sats arrived.'
      : 'Waiting for 2,100 sats.',
  })[state];
