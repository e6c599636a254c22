/** Where a deposit stands, and how long its answer is shown. */

export const DEPOSITS_ANSWERED_DAYS = 30;

/**
 * - `waiting`: in no block yet, or not any more.
 * - `asked`: in a block; an adult has to say whose it is.
 * - `booked`: in the book, as a deposit to `childId`.
 * - `promised`: an adult said that it pays what the book promises already, so nothing is booked.
 * - `declined`: an adult said that it is no child's.
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
