/** The pictures that a child can choose from; `web/ui/faces.tsx` draws them. */
export const FACES = [
  'boy',
  'girl',
  'curls',
  'braids',
  'glasses',
  'headscarf',
  'freckles',
  'fox',
  'owl',
  'rabbit',
  'bear',
  'letter',
] as const;
/** Colors of people, with their patterns; the last one is the parents'. */
export const SLOTS = 6;
export const PARENTS_SLOT = SLOTS - 1;

export type FaceName = (typeof FACES)[number];
