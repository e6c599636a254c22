/** Marks that a parent can put next to a line or a goal, and a child on its thanks. */

/** Stamps; each is one of core/drawings.ts. */
export const STAMP_MARKS = [
  'star',
  'heart',
  'seedling',
  'tree',
  'mountain',
  'snail',
  'bulb',
  'jar',
  'shield',
  'kite',
  'bear',
  'candle',
] as const;
export type StampMark = (typeof STAMP_MARKS)[number];

/** A few words each, worded in `web/ui/mark.tsx`. */
export const WORD_MARKS = [
  'well_done',
  'proud',
  'patient',
  'kind',
  'clever',
  'brave',
  'hard_work',
  'good_choice',
  'keep_going',
  'thank_you',
] as const;

export const MARKS = [...STAMP_MARKS, ...WORD_MARKS] as const;
export type Mark = (typeof MARKS)[number];

export const isStamp = (mark: string): mark is StampMark =>
  (STAMP_MARKS as readonly string[]).includes(mark);
