/** The model's payments over Lightning, from the family's own wallet. */
import type { ActOf } from './act.ts';
import { book, heldOf, limitOf, onSavings, tell } from './model-book.ts';
import { isAdult } from './model-rights.ts';
import { addressOf, payerOf, payLimitOf } from './model-settings.ts';
import type { ChildNo, Model, Outcome, Payment, Payout } from './model-types.ts';

/** What the wallet takes for each; of pay days and transfers it is the parents'. */
export const FEE = 3n;
/** Of what children pay. The parents' and the children's own wallets make shorter ones. */
const VALID_MS = 3 * 86_400_000;
const DAY_MS = 86_400_000;
const SHORT_MS = 600_000;
/** The payee's clock may be a little late. */
const GRACE_MS = 5 * 60_000;
/** What it does with what it is told: it refuses, or its answer is lost after it has paid. */
export const MOODS = ['pays', 'refuses', 'lost'] as const;
export type Mood = (typeof MOODS)[number];

const COUNTS: ReadonlySet<string> = new Set(['open', 'refused', 'paid']);

/** An invoice counts whole seconds. */
const wholeSecond = (now: number) => now - (now % 1_000);

/** A child asks for what is above its limit. */
export function pay(next: Model, act: ActOf<'pay'>, name: string, now: number): Outcome {
  const { child, sats } = act;
  const byChild = !isAdult(act.by);
  const free = next.balances.spending[child] - heldOf(next, child, 'spending');
  const most = sats + limitOf(sats);
  if (free < most || payerOf(next) === undefined) return 'refused';
  const isUnasked = byChild && most <= leftToday(next, child, now);
  const until = wholeSecond(now) + VALID_MS;
  const made = { child, sats, until, purpose: 'spend', at: now, isUnasked } as const;
  next.payments.set(name, { ...made, state: 'asked', wallet: undefined });
  if (isUnasked || !byChild) send(next, name, act.mood, now);
  else tell(next, 'adults', 'payment_asked', { child });
  return 'done';
}

/** What a child may still pay unasked, of its limit for 24 hours. */
export function leftToday(model: Model, child: ChildNo, now: number): bigint {
  const unasked = [...model.payments.values()].filter(
    (one) => one.child === child && one.isUnasked && one.at > now - DAY_MS && COUNTS.has(one.state),
  );
  const spent = unasked.map(({ fee, sats }) => sats + (fee ?? limitOf(sats)));
  const left = spent.reduce((rest, sats) => rest - sats, payLimitOf(model, child));
  return left > 0n ? left : 0n;
}

/** Pays a request or a pay day; what those hold stays held. */
export function payFor(
  next: Model,
  made: Pick<Payment, 'child' | 'sats' | 'purpose' | 'pays'> & { mood: Mood },
  name: string,
  now: number,
): void {
  const { mood, ...payment } = made;
  const until = wholeSecond(now) + SHORT_MS;
  const more = { state: 'asked', at: now, isUnasked: false, wallet: undefined } as const;
  next.payments.set(name, { ...payment, ...more, until });
  send(next, name, mood, now);
}

/** A savings transfer, to the parents' own address. Nobody answers it while it is being paid. */
type Transfer = ActOf<'payTransfer'>;
export function payTransfer(next: Model, act: Transfer, name: string, now: number): Outcome {
  const { request, mood } = act;
  const asked = next.requests.get(request);
  if (asked?.kind !== 'savings_transfer') return 'gone';
  const canPay = payerOf(next) !== undefined && addressOf(next, 'parents') > 0;
  if (asked.state !== 'open' || asked.isPaying || !canPay) return 'refused';
  const { child, sats } = asked;
  asked.isPaying = true;
  payFor(next, { child, sats, purpose: 'transfer', pays: request, mood }, name, now);
  return 'done';
}

export function approve(next: Model, name: string, mood: Mood, now: number): Outcome {
  const payment = next.payments.get(name);
  const canPay = payerOf(next) !== undefined;
  if (!payment) return 'gone';
  if (payment.state !== 'asked' || payment.until <= now || !canPay) return 'refused';
  send(next, name, mood, now);
  return 'done';
}

export function decline(next: Model, name: string, byChild: boolean): Outcome {
  const payment = next.payments.get(name);
  if (!payment) return 'gone';
  if (payment.state !== 'asked') return 'refused';
  payment.state = 'declined';
  const { child } = payment;
  if (!byChild) tell(next, child, 'payment_declined', { child });
  return 'done';
}

function send(next: Model, name: string, mood: Mood, now: number): void {
  const payment = next.payments.get(name);
  if (!payment) return;
  payment.wallet = payerOf(next);
  payment.state = mood === 'refuses' ? 'refused' : 'open';
  if (mood === 'pays') settle(next, name, now);
}

/** @returns the model after the wallet was asked about one of them */
export function lookAt(model: Model, name: string, now: number): Model {
  const next = structuredClone(model);
  if (next.payments.get(name)?.state === 'open') settle(next, name, now);
  return next;
}

/**
 * The wallet tells what became of each; what nobody answered in time is over. That one was not paid
 * is believed of the wallet that was told to pay it.
 */
export function lookAtPayments(next: Model, now: number): void {
  const wallet = payerOf(next);
  for (const [name, payment] of next.payments) {
    const { state, until } = payment;
    const isOver = until + GRACE_MS < now && payment.wallet === wallet;
    if (state === 'asked' && until <= now) payment.state = 'failed';
    else if (state === 'open' && wallet !== undefined) settle(next, name, now);
    else if (state === 'refused' && isOver) fail(next, payment);
  }
}

/** A request may be answered otherwise; a pay day is paid again only if a parent says so. */
function fail(next: Model, payment: Payment): void {
  payment.state = 'failed';
  const asked = next.requests.get(payment.pays ?? '');
  if (asked) asked.isPaying = false;
  const payout = next.payouts.get(payment.pays ?? '');
  if (payout) owe(next, payout, true);
}

/** The first time, both parents and the child are told. */
export function owe(next: Model, payout: Payout, isWaiting: boolean): void {
  const { child } = payout;
  if (!payout.isTold) {
    tell(next, 'adults', 'payout_owed', { child });
    tell(next, child, 'payout_owed_to_you', { child });
  }
  Object.assign(payout, { state: 'owed', isWaiting, isTold: true });
}

function settle(next: Model, name: string, now: number): void {
  const payment = next.payments.get(name);
  if (!payment) return;
  const { child, sats, pays = '' } = payment;
  payment.state = 'paid';
  const asked = next.requests.get(pays);
  const payout = next.payouts.get(pays);
  const spends = (change: bigint) => ({ child, account: 'spending', change }) as const;
  if (asked) {
    asked.state = 'yes';
    tell(next, child, 'request_approved', { child, about: pays });
    book(next, [spends(-sats), onSavings(child, sats)], { name: pays, now });
    Object.assign(next.entries.get(pays) ?? {}, { paidBy: 'wallet' });
  } else if (payout) {
    // The line of the pay day counts as paid too.
    payout.state = 'paid';
    book(next, [onSavings(child, -sats), spends(sats)]);
    next.paidLines[child] += 2;
  } else {
    payment.fee = FEE;
    book(next, [spends(-(sats + FEE))]);
    next.paidLines[child] += 1;
  }
}
