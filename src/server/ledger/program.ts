/** Who has made what nobody pressed: the worker that books, pays and watches. */

/** Stands where the id of a person would stand. */
export const PROGRAM = '00000000-0000-0000-0000-000000000000';
