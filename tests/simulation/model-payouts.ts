/** The model's pay days that pay: where they go, what is owed, and how parents settle up. */
import type { ActOf } from './act.ts';
import { book, onSavings } from './model-book.ts';
import { lookAtPayments, type Mood, owe, payFor } from './model-payments.ts';
import { lookAtLate } from './model-said.ts';
import { addressOf, payerOf, planOf, watchedOf } from './model-settings.ts';
import type { ChildNo, Model, Outcome } from './model-types.ts';

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

/** A parent's yes to paying these to the addresses that were read. */
export function agree(next: Model, all: readonly { payout: string; seen: number }[]): Outcome {
  for (const { payout: name, seen } of all) {
    const payout = next.payouts.get(name);
    if (!payout) return 'gone';
    const address = addressOf(next, payout.child);
    if (!isPayable(payout.state) || payout.plan === 'vault') return 'refused';
    if (address === 0 || address !== seen) return 'refused';
    Object.assign(payout, { address, isWaiting: false });
  }
  return 'done';
}

/** What is collected for each goes into the wallet that is watched, one transaction at a time. */
export function beginVaultDay(next: Model, parts: ActOf<'beginVaultDay'>['parts']): Outcome {
  const inVault = [...next.payouts.values()].filter(({ plan }) => plan === 'vault');
  if (inVault.some(({ state }) => state === 'checking')) return 'refused';
  for (const { child, sats } of parts) {
    const found = inVault.filter((one) => one.child === child && isPayable(one.state));
    if (found.length === 0) return 'gone';
    if (found.reduce((sum, one) => sum + one.sats, 0n) !== sats) return 'refused';
    if (watchedOf(next)[1] === undefined) return 'refused';
    for (const one of found) one.state = 'checking';
  }
  return 'done';
}

/** Paid in another way, or left in savings. What goes into the vault stays savings. */
export function settleUp(next: Model, { payout: name, how }: ActOf<'settlePayout'>): Outcome {
  const payout = next.payouts.get(name);
  if (!payout) return 'gone';
  if (!isPayable(payout.state)) return 'refused';
  const { child, sats, plan } = payout;
  payout.state = how;
  if (how === 'kept' || plan === 'vault') return 'done';
  next.paidLines[child] += 2;
  return book(next, [onSavings(child, -sats), { child, account: 'spending', change: sats }]);
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
