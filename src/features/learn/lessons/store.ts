/** SQL for a child's lesson progress. The texts are files: content.ts. */
import type { Eraser } from '#features/people/children/closing.ts';
import type { Band } from '#features/people/children/rules.ts';
import type { Tx } from '#server/db/sql.ts';

export type Progress = {
  lesson: string;
  band: Band;
  /** Indexes, from 0, of the questions not answered right the first time. */
  missed: number[];
  byChild: boolean;
  doneAt: Date;
};

export const progressOf = (tx: Tx, familyId: string, childId: string) => tx<Progress[]>`
  SELECT lesson, band, missed, by_child, done_at FROM lesson_progress
  WHERE family_id = ${familyId} AND child_id = ${childId}`;

/** Stores only the first time: reading a lesson again changes nothing. */
export const keepProgress = (tx: Tx, familyId: string, childId: string, one: Progress) => tx`
  INSERT INTO lesson_progress (family_id, child_id, lesson, band, missed, by_child, done_at)
  VALUES (${familyId}, ${childId}, ${one.lesson}, ${one.band},
    ${JSON.stringify(one.missed)}::text::jsonb, ${one.byChild}, ${one.doneAt})
  ON CONFLICT (family_id, child_id, lesson) DO NOTHING`;

/** Only stamps that an adult gave. */
export const takeProgressBack = (tx: Tx, familyId: string, childId: string, lesson: string) => tx`
  DELETE FROM lesson_progress
  WHERE family_id = ${familyId} AND child_id = ${childId} AND lesson = ${lesson} AND NOT by_child`;

/** When a child's book closes. */
export const progressEraser: Eraser = {
  erase: ({ tx, familyId, childId }) => tx`
    DELETE FROM lesson_progress WHERE family_id = ${familyId} AND child_id = ${childId}`,
};
