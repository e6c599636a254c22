/** The author of whatever nobody pressed a button for: the worker that books, pays and watches. */

/** Used where the id of a person would go. */
export const PROGRAM = '00000000-0000-0000-0000-000000000000';
