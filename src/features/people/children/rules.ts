/** What follows from a child's age, and from its spending limit. Pure. */

import type { Sats } from '#core/money.ts';

export const BANDS = ['starter', 'explorer', 'young'] as const;
export type Band = (typeof BANDS)[number];

/** 6 to 9, 10 to 13, 14 to 17; younger and older children belong to the nearest band. */
export function bandOf(age: number): Band {
  if (age < 10) return 'starter';
  return age < 14 ? 'explorer' : 'young';
}

/** Adults, and children of 14 to 17, see what money was worth then next to what it is worth now. */
export const comparesWorth = (reader: { childId: string | null }, age: number): boolean =>
  reader.childId === null || bandOf(age) === 'young';

/** The amount above the spending limit. Money held by a request is already on its way. */
export const aboveLimit = (availableSats: Sats, limitSats: Sats): Sats =>
  availableSats > limitSats ? availableSats - limitSats : 0n;
