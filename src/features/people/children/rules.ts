/** Rules based on a child's age and spending limit. Pure. */

import type { Sats } from '#core/money.ts';

export const BANDS = ['starter', 'explorer', 'young'] as const;
export type Band = (typeof BANDS)[number];

/** 6 to 9, 10 to 13, 14 to 17; younger and older children belong to the nearest band. */
export function bandOf(age: number): Band {
  if (age < 10) return 'starter';
  return age < 14 ? 'explorer' : 'young';
}

/** Adults, and children of 14 to 17, can compare the past worth of money with today's. */
export const comparesWorth = (reader: { childId: string | null }, age: number): boolean =>
  reader.childId === null || bandOf(age) === 'young';

/** The amount above the spending limit. Money held by a request is excluded. */
export const aboveLimit = (availableSats: Sats, limitSats: Sats): Sats =>
  availableSats > limitSats ? availableSats - limitSats : 0n;
