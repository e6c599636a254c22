/** The model's pay days that pay: where they go, what is owed, and how parents settle up. */
import type { Changes, Mood } from './act.ts';
import { found, gone, need } from './ended.ts';
import { book, toSpending } from './model-book.ts';
import { lookAtLate, lookAtPayments, owe, payFor } from './model-payments.ts';
import { addressOf, planOf } from './model-settings.ts';
import type { ChildNo, Model } from './model-types.ts';
import { giveAddress, payerOf } from './model-wallets.ts';

/** What a booked allowance leaves to be paid out; what goals took of it is not. */
export function addPayout(next: Model, child: ChildNo, day: number, sats: bigint): void {
  const { plan, address } = planOf(next, child);
  if (plan === 'book' || sats === 0n) return;
  const name = payoutName(child, new Date(day).toISOString().slice(0, 10));
  next.payouts.set(name, { child, plan, sats, address, state: 'due', ...UNTOLD });
}

const UNTOLD = { isWaiting: false, isTold: false };

export const payoutName = (child: ChildNo, dueDate: string) => `pay day ${child} ${dueDate}`;

/** Of a pay day, by its name. */
export const childOf = (name: string): ChildNo => (name.startsWith('pay day 0') ? 0 : 1);

const isPayable = (state?: string) => state === 'due' || state === 'owed';

type PayoutCall = 'payPayouts' | 'beginPayout' | 'settlePayout' | 'beginVaultDay' | 'setPayDays';

export const PAYOUT_CHANGES: Changes<PayoutCall> = {
  setPayDays: (next, { zone, isAutomatic }) => void Object.assign(next, { zone, isAutomatic }),
  payPayouts: (next, { payouts }) => agree(next, payouts),
  beginPayout(next, act) {
    agree(next, [act]);
    need(payerOf(next) !== undefined);
  },
  // Paid in another way, or left in savings. What goes into the vault stays savings.
  settlePayout(next, { payout: name, how }) {
    const payout = found(next.payouts, name);
    need(isPayable(payout.state));
    const { child, sats, plan } = payout;
    payout.state = how;
    if (how === 'kept' || plan === 'vault') return;
    next.paidLines[child] += 2;
    book(next, toSpending(child, sats));
  },
  // What is collected for each goes into the wallet that is watched, one transaction at a time.
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

/** A parent's yes to paying these to the addresses that were read. */
function agree(next: Model, all: readonly { payout: string; seen: number }[]): void {
  for (const { payout: name, seen } of all) {
    const payout = found(next.payouts, name);
    const address = addressOf(next, payout.child);
    need(isPayable(payout.state) && payout.plan !== 'vault' && address !== 0 && address === seen);
    Object.assign(payout, { address, isWaiting: false });
  }
}

/**
 * The server asks the wallet about its payments, then pays what is due.
 * @param isLateFirst whether it is asked first about those that count as failed
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
    const isThere = payerOf(next) !== undefined && address === addressOf(next, child);
    if (!isThere) owe(next, payout, false);
    else {
      payout.state = 'checking';
      payFor(next, { child, sats, purpose: 'payout', pays: name, mood }, `${name} at ${now}`, now);
    }
  }
}
