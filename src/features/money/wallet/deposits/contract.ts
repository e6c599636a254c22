/** The state of a deposit, and how long its answer is shown. */

export const DEPOSITS_ANSWERED_DAYS = 30;

/**
 * - `waiting`: not in a block yet, or no longer.
 * - `asked`: in a block; an adult has to say whose it is.
 * - `booked`: in the book, as a deposit to `childId`.
 * - `promised`: an adult said that it pays for what the book already promises; nothing is booked.
 * - `declined`: an adult said that it belongs to no child.
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
