/** The drawings that a goal can have; `web/ui/drawings.svg` draws them. */
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
