/** The drawings that a goal can have, in `web/ui/drawings.svg`. */
export const GOAL_DRAWINGS = [
  'bike',
  'kite',
  'book',
  'skates',
  'telescope',
  'guitar',
  'house',
  'trip',
  'pet',
  'bear',
  'ball',
  'car',
  'laptop',
  'camera',
  'paint',
  'gift',
] as const;

export type GoalDrawing = (typeof GOAL_DRAWINGS)[number];
