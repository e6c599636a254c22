/**
 * The model's payments on which a parent has the word: those that may have been made, those that
 * prove to be paid after all, and sends, of which the chain says nothing here.
 */
import type { ActOf } from './act.ts';
import { book, heldOf, limitOf, tell } from './model-book.ts';
import { FEE } from './model-payments.ts';
import { payerOf } from './model-settings.ts';
import type { Model, Outcome, Payment } from './model-types.ts';

/** What a parent says: that it was made or, once its invoice has expired, that it was not. */
export function say(next: Model, { payment: name, paid }: ActOf<'say'>, now: number): Outcome {
  const payment = next.payments.get(name);
  if (!payment) return 'gone';
  // It leaves the child's book, or the parents bear it.
  if (payment.state === 'late' && paid) return bookLate(next, payment) ? 'done' : 'refused';
  if (payment.state === 'late') {
    payment.state = 'paid';
    return 'done';
  }
  if (payment.state !== 'open' && payment.state !== 'refused') return 'refused';
  if (paid) return take(next, payment, 0n);
  if (payment.until > now) return 'refused';
  // The wallet knows better, and is asked on.
  payment.isPaidAfterAll = payment.state === 'open';
  payment.state = 'failed';
  payment.isUnasked = false;
  return 'done';
}

/** As far as there is money for its fee. @returns whether there is enough for it at all */
function bookLate(next: Model, payment: Payment): boolean {
  const { child, sats } = payment;
  const room = next.balances.spending[child] - heldOf(next, child, 'spending') - sats;
  if (room < 0n) return false;
  const most = room < limitOf(sats) ? room : limitOf(sats);
  take(next, payment, most < FEE ? most : FEE);
  return true;
}

function take(next: Model, payment: Payment, fee: bigint): Outcome {
  const { child, sats } = payment;
  payment.state = 'paid';
  payment.fee = fee;
  next.paidLines[child] += 1;
  return book(next, [{ child, account: 'spending', change: -(sats + fee) }]);
}

/** The wallet shows that some were paid, of which a parent had said that they were not. */
export function lookAtLate(next: Model): void {
  if (payerOf(next) === undefined) return;
  for (const payment of next.payments.values()) {
    const { child, state, isPaidAfterAll } = payment;
    if (state !== 'failed' || !isPaidAfterAll || next.closed[child] !== undefined) continue;
    if (!bookLate(next, payment)) payment.state = 'late';
    tell(next, 'adults', 'payment_late', { child });
  }
}

/** Its amount is held until the chain has it, or somebody gives it up. */
export function sendBitcoin(next: Model, act: ActOf<'sendBitcoin'>, name: string): Outcome {
  const { child, sats } = act;
  if (next.balances.savings[child] - heldOf(next, child, 'savings') < sats) return 'refused';
  next.sends.set(name, { child, sats, isOpen: true });
  return 'done';
}

export function cancelSend(next: Model, name: string): Outcome {
  const found = next.sends.get(name);
  if (!found) return 'gone';
  if (!found.isOpen) return 'refused';
  found.isOpen = false;
  return 'done';
}
