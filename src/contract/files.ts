/** Limits of the files that people send. */

/** The server's limits unless set otherwise; the screen checks the size before it sends. */
export const DEFAULT_LIMITS = { bytes: 2 * 1024 * 1024, rows: 5_000 };
