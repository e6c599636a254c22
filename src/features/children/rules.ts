/** What follows from a child's age. Pure. */

export const BANDS = ['starter', 'explorer', 'young'] as const;
export type Band = (typeof BANDS)[number];

/** 6 to 9, 10 to 13, 14 to 17; younger and older children belong to the nearest band. */
export function bandOf(age: number): Band {
  if (age < 10) return 'starter';
  return age < 14 ? 'explorer' : 'young';
}
