/** How often one may try to confirm who one is. Pure. */

export const STEP_UP_LIMITS = {
  /** Of one person, over all sessions and codes; a sign-in link works all the while. */
  tries: { points: 20, seconds: 3_600 },
  /** Links that one person may ask for on behalf of others. */
  help: { points: 5, seconds: 3_600 },
} as const;
