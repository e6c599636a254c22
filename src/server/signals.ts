/** The signals that ask a program to end. */
import { constants } from 'node:os';

/** From a supervisor; from Ctrl-C; from a terminal that is closed. */
const ASKING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls `end` at the first of them, with the exit code that shells give it. Later ones change
 * nothing: npm passes on what the terminal has already sent, so one Ctrl-C arrives twice.
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
