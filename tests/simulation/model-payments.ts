/** The model's payments over Lightning, from the family's own wallet. */
import { book, type ChildNo, heldOf, limitOf, type Model, type Outcome } from './model-book.ts';

/** What the wallet takes for each. */
const FEE = 3n;
const VALID_MS = 3 * 86_400_000;
/** The payee's clock may be a little late. */
const GRACE_MS = 5 * 60_000;
/** What it does with what it is told: it refuses, or its answer is lost after it has paid. */
export const MOODS = ['pays', 'refuses', 'lost'] as const;
export type Mood = (typeof MOODS)[number];

/** A child without a limit of its own asks. */
export function pay(
  next: Model,
  act: { child: ChildNo; sats: bigint; mood: Mood; isAsked: boolean },
  name: string,
  now: number,
): Outcome {
  const { child, sats } = act;
  const free = next.balances.spending[child] - heldOf(next, child, 'spending');
  if (free < sats + limitOf(sats)) return 'refused';
  // An invoice counts whole seconds.
  const until = now - (now % 1_000) + VALID_MS;
  next.payments.set(name, { child, sats, state: 'asked', until });
  if (!act.isAsked) send(next, name, act.mood);
  return 'done';
}

export function approve(next: Model, name: string, mood: Mood, now: number): Outcome {
  const payment = next.payments.get(name);
  if (payment?.state !== 'asked' || payment.until <= now) return 'refused';
  send(next, name, mood);
  return 'done';
}

export function decline(next: Model, name: string): Outcome {
  const payment = next.payments.get(name);
  if (payment?.state !== 'asked') return 'refused';
  payment.state = 'declined';
  return 'done';
}

function send(next: Model, name: string, mood: Mood): void {
  const payment = next.payments.get(name);
  if (!payment) return;
  payment.state = mood === 'refuses' ? 'refused' : 'open';
  if (mood === 'pays') settle(next, name);
}

/** @returns the model after the wallet was asked about one of them */
export function lookAt(model: Model, name: string): Model {
  const next = structuredClone(model);
  if (next.payments.get(name)?.state === 'open') settle(next, name);
  return next;
}

/** The wallet tells what became of each; what nobody answered in time is over. */
export function look(next: Model, now: number): void {
  for (const [name, payment] of next.payments) {
    if (payment.state === 'open') settle(next, name);
    else if (payment.state === 'asked' && payment.until <= now) payment.state = 'failed';
    else if (payment.state === 'refused' && payment.until + GRACE_MS < now)
      payment.state = 'failed';
  }
}

function settle(next: Model, name: string): void {
  const payment = next.payments.get(name);
  if (!payment) return;
  const { child, sats } = payment;
  payment.state = 'paid';
  book(next, [{ child, account: 'spending', change: -(sats + FEE) }]);
  next.paidLines[child] += 1;
}
