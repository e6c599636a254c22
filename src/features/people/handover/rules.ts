/** Waiting times after wrong PINs. Pure. */

/**
 * Seconds until the next attempt, after the 1st, 2nd, … wrong one; the last applies to all later
 * ones. Five attempts are free, then 24 a day at most: 10,000 PINs take more than a year.
 */
export const WAITS: readonly number[] = [0, 0, 0, 0, 60, 300, 900, 3_600];
