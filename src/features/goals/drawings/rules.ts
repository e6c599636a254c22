/** The drawing of a goal for which nobody chose one. Apart: the first load does not need it. */
import type { GoalDrawing } from '#core/goal-drawings.ts';
import type { Category } from '../contract.ts';

const DRAWING_OF: Record<Category, GoalDrawing> = {
  vacation: 'trip',
  education: 'book',
  toy: 'bear',
  bike: 'bike',
  car: 'car',
  home: 'house',
  electronics: 'laptop',
  sports: 'ball',
  other: 'gift',
};

export const drawingOf = (category: Category): GoalDrawing => DRAWING_OF[category];
