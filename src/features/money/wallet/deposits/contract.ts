/** Deposit states, and how long an answered deposit is shown. */

export const DEPOSITS_ANSWERED_DAYS = 30;

/**
 * - `waiting`: not in a block yet, or no longer.
 * - `asked`: in a block; an adult has to say whose it is.
 * - `booked`: in the book, as a deposit to `childId`.
 * - `promised`: pays for what the book already promises, an adult said; nothing is booked.
 * - `declined`: belongs to no child, an adult said.
 * - `gone`: the network has dropped it.
 */
export const DEPOSIT_STATES = [
  'waiting',
  'asked',
  'booked',
  'promised',
  'declined',
  'gone',
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];
