/** Rules for when a subscription ends and which addresses are the same person's. Pure. */
import type { Status } from './contract.ts';

/**
 * Adds months in UTC. A shorter month ends on its last day: 31 January and one month are 28
 * February.
 */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  // 31 February has become 3 March: back to the last day of February.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
}

/** Months are added to what is left; an expired subscription starts again from now. */
export const extended = (expiresAt: Date | undefined, months: number, now: Date): Date =>
  addMonths(expiresAt && expiresAt > now ? expiresAt : now, months);

export function statusOf(expiresAt: Date | undefined, now: Date): Exclude<Status, 'open'> {
  if (!expiresAt) return 'none';
  return expiresAt > now ? 'active' : 'expired';
}

/**
 * One form for all addresses that reach the same mailbox: without anything after a plus, and at
 * Gmail without dots.
 */
export function canonicalEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  const host = email.slice(at + 1).toLowerCase();
  return host === 'gmail.com' || host === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`;
}

/** Most free months a family earns through friends in a year. */
export const MOST_FRIENDS_A_YEAR = 12;
export const FREE_MONTHS = 1;
