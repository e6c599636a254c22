/** Ways an act can fail; its changes to the model are then dropped. */
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

/** The named thing once existed, and may be gone. */
export const found = <T>(all: ReadonlyMap<string, T>, name: string): T => all.get(name) ?? gone();
