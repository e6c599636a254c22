/** Limits of the files that people send. */

/** What the server takes when nothing else is set; the screen checks the first before it sends. */
export const DEFAULT_LIMITS = { bytes: 2 * 1024 * 1024, rows: 5_000 };
