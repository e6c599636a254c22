/** The author of automatic entries: the worker that books, pays and watches. */

/** Used in place of a person's id. */
export const PROGRAM = '00000000-0000-0000-0000-000000000000';
