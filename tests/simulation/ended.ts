/** How an act ends that cannot be done: what it has changed in the model counts for nothing. */
import type { Outcome } from './act.ts';

export class Ended extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

export function need(isSo: unknown): asserts isSo {
  if (!isSo) throw new Ended('refused');
}

export function gone(): never {
  throw new Ended('gone');
}

/** What an act names was there, and may be gone by now. */
export const found = <T>(all: ReadonlyMap<string, T>, name: string): T => all.get(name) ?? gone();
