/** Signals that request an exit. */
import { constants } from 'node:os';

/** From a supervisor; from Ctrl-C; from a closed terminal. */
const ASKING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls `end` on the first of them, with the exit code that shells use for it. Later ones are
 * ignored: npm forwards what the terminal has already sent, so one Ctrl-C arrives twice.
 */
export function onAskedToEnd(end: (exitCode: number) => void): void {
  let isAsked = false;
  for (const signal of ASKING)
    process.on(signal, () => {
      if (isAsked) return;
      isAsked = true;
      end(128 + constants.signals[signal]);
    });
}
