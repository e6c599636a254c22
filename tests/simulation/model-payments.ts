/** The model's payments, paid pay days, and sends that the chain does not report. */
import type { Changes, Mood } from './act.ts';
import { ON_HUB } from './beginning.ts';
import { found, gone, need } from './ended.ts';
import { book, freeOf, limitOf, ofChild, tell, toSpending } from './model-book.ts';
import { isAdult } from './model-people.ts';
import { addressOf, payLimitOf, planOf } from './model-settings.ts';
import type { ChildNo, Model, Payment, Payout } from './model-types.ts';
import { giveAddress, payerOf } from './model-wallets.ts';
import { payoutName } from './sending.ts';

/** The wallet's fee for each; the parents bear it for pay days and transfers. */
const FEE = 3n;
/** For children's payments. Invoices of the family's own wallets are shorter. */
const VALID_MS = 3 * 86_400_000;
const DAY_MS = 86_400_000;
const SHORT_MS = 600_000;
/** The payee's clock may be a bit late. */
const GRACE_MS = 5 * 60_000;
const COUNTS: ReadonlySet<string> = new Set(['open', 'refused', 'paid']);

type PaymentCall =
  | ('pay' | 'payTransfer' | 'approvePayment' | 'declinePayment' | 'say' | 'sendBitcoin')
  | ('cancelSend' | 'payPayouts' | 'beginPayout' | 'settlePayout' | 'beginVaultDay' | 'setPayDays');

export const PAYMENT_CHANGES: Changes<PaymentCall> = {
  // A child must request more than its limit.
  pay(next, { by, child, sats, mood }, name, now) {
    const byChild = !isAdult(by);
    const most = sats + limitOf(sats);
    need(freeOf(next, child, 'spending') >= most && payerOf(next) !== undefined);
    const isUnasked = byChild && most <= leftToday(next, child, now);
    const asks = byChild && !isUnasked;
    const made = { child, sats, purpose: 'spend', isUnasked, validMs: VALID_MS } as const;
    payFor(next, { ...made, mood: asks ? undefined : mood }, name, now);
    if (asks) tell(next, 'adults', 'payment_asked', { child });
  },
  // A savings transfer to the parents' own address. It can't be answered while being paid.
  payTransfer(next, { request: pays, mood }, name, now) {
    const asked = found(next.requests, pays);
    if (asked.kind !== 'savings_transfer') gone();
    need(asked.state === 'open' && !asked.isPaying);
    need(payerOf(next) !== undefined && addressOf(next, 'parents') > 0);
    const { child, sats } = asked;
    asked.isPaying = true;
    payFor(next, { child, sats, purpose: 'transfer', pays, mood }, name, now);
  },
  approvePayment(next, { payment: name, mood }, _, now) {
    const payment = found(next.payments, name);
    need(payment.state === 'asked' && payment.until > now && payerOf(next) !== undefined);
    send(next, name, mood, now);
  },
  declinePayment(next, { payment: name, by }) {
    const payment = found(next.payments, name);
    need(payment.state === 'asked');
    payment.state = 'declined';
    const { child } = payment;
    if (isAdult(by)) tell(next, child, 'payment_declined', { child });
  },
  // Claims it was paid or, once the invoice has expired, unpaid.
  say(next, { payment: name, paid }, _, now) {
    const payment = found(next.payments, name);
    const { state } = payment;
    need(state === 'late' || state === 'open' || state === 'refused');
    if (state === 'late') {
      // Charged to the child, or else to the parents.
      if (paid) need(bookLate(next, payment));
      payment.state = 'paid';
    } else if (paid) take(next, payment, 0n);
    else {
      need(payment.until <= now);
      // The wallet knows better; keep asking it.
      const isPaidAfterAll = state === 'open';
      Object.assign(payment, { state: 'failed', isUnasked: false, isPaidAfterAll });
    }
  },
  // Its amount is held until the chain has it or the send is canceled.
  sendBitcoin(next, { child, sats }, name) {
    need(freeOf(next, child, 'savings') >= sats);
    next.sends.set(name, { child, sats, isOpen: true });
  },
  cancelSend(next, { send: name }) {
    const sent = found(next.sends, name);
    need(sent.isOpen);
    sent.isOpen = false;
  },
  setPayDays: (next, { zone, isAutomatic }) => void Object.assign(next, { zone, isAutomatic }),
  payPayouts: (next, { payouts }) => agree(next, payouts),
  beginPayout(next, act) {
    agree(next, [act]);
    need(payerOf(next) !== undefined);
  },
  // Paid in another way, or left in savings. Money for the vault stays savings.
  settlePayout(next, { payout: name, how }) {
    const payout = found(next.payouts, name);
    need(isPayable(payout.state));
    const { child, sats, plan } = payout;
    payout.state = how;
    if (how === 'kept' || plan === 'vault') return;
    next.paidLines[child] += 2;
    book(next, toSpending(child, sats));
  },
  // Each child's collected amount goes into the watched wallet, one transaction at a time.
  beginVaultDay(next, { parts }) {
    const inVault = [...next.payouts.values()].filter(({ plan }) => plan === 'vault');
    need(inVault.every(({ state }) => state !== 'checking'));
    for (const { child, sats } of parts) {
      const own = inVault.filter((one) => one.child === child && isPayable(one.state));
      if (own.length === 0) gone();
      need(own.reduce((sum, one) => sum + one.sats, 0n) === sats);
      giveAddress(next, child);
      for (const one of own) one.state = 'checking';
    }
  },
};

/** The unused part of a child's 24-hour limit without approval. */
export function leftToday(model: Model, child: ChildNo, now: number): bigint {
  const unasked = ofChild(model.payments, child).filter(
    (one) => one.isUnasked && one.at > now - DAY_MS && COUNTS.has(one.state),
  );
  const spent = unasked.map(({ fee, sats }) => sats + (fee ?? limitOf(sats)));
  const left = spent.reduce((rest, sats) => rest - sats, payLimitOf(model, child));
  return left > 0n ? left : 0n;
}

type Paid = Pick<Payment, 'child' | 'sats' | 'purpose' | 'pays'>;
type Paying = Paid & { isUnasked?: boolean; validMs?: number; mood: Mood | undefined };

/** A request's or pay day's hold remains. @param mood undefined if nothing is sent yet */
function payFor(next: Model, paying: Paying, name: string, now: number): void {
  const { mood, validMs = SHORT_MS, isUnasked = false, ...paid } = paying;
  // Invoices use whole seconds.
  const until = now - (now % 1_000) + validMs;
  const made = { ...paid, isUnasked, at: now, until, wallet: undefined };
  next.payments.set(name, { ...made, state: 'asked' });
  if (mood) send(next, name, mood, now);
}

function send(next: Model, name: string, mood: Mood, now: number): void {
  const payment = found(next.payments, name);
  payment.wallet = payerOf(next);
  payment.state = mood === 'refuses' ? 'refused' : 'open';
  if (mood === 'pays') settle(next, name, now);
}

/** @returns the model after looking up one of them */
export function lookAt(model: Model, name: string, now: number): Model {
  const next = structuredClone(model);
  if (next.payments.get(name)?.state === 'open') settle(next, name, now);
  return next;
}

/**
 * The wallet reports each outcome; unanswered requests expire. Only the wallet that got the payment
 * request can prove it unpaid.
 */
function lookAtPayments(next: Model, now: number): void {
  const wallet = payerOf(next);
  for (const [name, payment] of next.payments) {
    const { state, until } = payment;
    const isOver = until + GRACE_MS < now && payment.wallet === wallet;
    if (state === 'asked' && until <= now) payment.state = 'failed';
    else if (state === 'open' && wallet !== undefined) settle(next, name, now);
    else if (state === 'refused' && isOver) fail(next, payment);
  }
}

/** A request can be answered again; a pay day is retried only with a parent's approval. */
function fail(next: Model, payment: Payment): void {
  payment.state = 'failed';
  const asked = next.requests.get(payment.pays ?? '');
  if (asked) asked.isPaying = false;
  const payout = next.payouts.get(payment.pays ?? '');
  if (payout) owe(next, payout, true);
}

/** Both parents and the child are notified once. */
function owe(next: Model, payout: Payout, isWaiting: boolean): void {
  const { child } = payout;
  if (!payout.isTold) {
    tell(next, 'adults', 'payout_owed', { child });
    tell(next, child, 'payout_owed_to_you', { child });
  }
  Object.assign(payout, { state: 'owed', isWaiting, isTold: true });
}

function settle(next: Model, name: string, now: number): void {
  const payment = found(next.payments, name);
  const { child, sats, pays = '' } = payment;
  payment.state = 'paid';
  const asked = next.requests.get(pays);
  const payout = next.payouts.get(pays);
  if (asked) {
    asked.state = 'yes';
    tell(next, child, 'request_approved', { child, about: pays });
    book(next, toSpending(child, -sats), { name: pays, now, paidBy: 'wallet' });
  } else if (payout) {
    // The pay day's line becomes paid too.
    payout.state = 'paid';
    book(next, toSpending(child, sats));
    next.paidLines[child] += 2;
  } else take(next, payment, FEE);
}

/** Charges as much of the fee as is available. @returns whether the amount itself is */
function bookLate(next: Model, payment: Payment): boolean {
  const { child, sats } = payment;
  const room = freeOf(next, child, 'spending') - sats;
  if (room < 0n) return false;
  const most = room < limitOf(sats) ? room : limitOf(sats);
  take(next, payment, most < FEE ? most : FEE);
  return true;
}

function take(next: Model, payment: Payment, fee: bigint): void {
  const { child, sats } = payment;
  payment.state = 'paid';
  payment.fee = fee;
  next.paidLines[child] += 1;
  book(next, [{ child, account: 'spending', change: -(sats + fee) }]);
}

/** Payments reported as paid although a parent had said they were not. */
function lookAtLate(next: Model): void {
  if (payerOf(next) === undefined) return;
  for (const payment of next.payments.values()) {
    const { child, state, isPaidAfterAll } = payment;
    if (state !== 'failed' || !isPaidAfterAll || next.closed[child] !== undefined) continue;
    if (!bookLate(next, payment)) payment.state = 'late';
    tell(next, 'adults', 'payment_late', { child });
  }
}

/** The part of a booked allowance to pay out; the goals' part is excluded. */
export function addPayout(next: Model, child: ChildNo, day: number, sats: bigint): void {
  const { plan, address } = planOf(next, child);
  if (plan === 'book' || sats === 0n) return;
  const name = payoutName(child, new Date(day).toISOString().slice(0, 10));
  const made = { child, plan, sats, address, isWaiting: false, isTold: false };
  next.payouts.set(name, { ...made, state: 'due' });
}

const isPayable = (state?: string) => state === 'due' || state === 'owed';

/** A parent approves paying these to the addresses that were read. */
function agree(next: Model, all: readonly { payout: string; seen: number }[]): void {
  for (const { payout: name, seen } of all) {
    const payout = found(next.payouts, name);
    const address = addressOf(next, payout.child);
    need(isPayable(payout.state) && payout.plan !== 'vault' && address !== 0 && address === seen);
    Object.assign(payout, { address, isWaiting: false });
  }
}

/**
 * The server looks up its payments, then pays what is due. @param isLateFirst whether failed ones
 * are looked up first
 */
export function look(next: Model, now: number, mood: Mood, isLateFirst: boolean): void {
  const due = [...next.payouts].filter(
    ([, { state, plan, isWaiting }]) => isPayable(state) && plan === 'lightning' && !isWaiting,
  );
  if (isLateFirst) lookAtLate(next);
  lookAtPayments(next, now);
  lookAtLate(next);
  for (const [name, payout] of due) {
    const { child, sats, address } = payout;
    const isThere = address === addressOf(next, child) && address !== ON_HUB;
    if (!isThere || payerOf(next) === undefined) owe(next, payout, false);
    else {
      payout.state = 'checking';
      payFor(next, { child, sats, purpose: 'payout', pays: name, mood }, `${name} at ${now}`, now);
    }
  }
}
