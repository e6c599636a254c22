/** Limits on confirming an identity. Pure. */

export const STEP_UP_LIMITS = {
  /** Per person, across all sessions and codes; a sign-in link still works. */
  tries: { points: 20, seconds: 3_600 },
  /** Links that one person may request for others. */
  help: { points: 5, seconds: 3_600 },
} as const;
