/** Counts what a source reports, and ends it where that is more than may be checked. */
import { type Allowance, ChainError, type ChainSource } from './port.ts';

export type Meter = {
  /** @throws ChainError TOO_MUCH where it is more than is left */
  count(reported: Partial<Allowance>): void;
  /** From now on so much is left. */
  allow(allowance: Allowance): void;
  /** What was reported since then. */
  spent(): Allowance;
};

/** A source in the thread in which it is read. */
export type MeteredSource = ChainSource & { readonly meter: Meter };

/** A whole transaction is a question of its own: it counts as so many lines of a history. */
export const AS_LINES = 10;

export const tooMuch = () => new ChainError('TOO_MUCH', 'The source reports too much');

export function newMeter(): Meter {
  const none = { bytes: 0, transactions: 0 };
  const unlimited = Number.POSITIVE_INFINITY;
  let most: Allowance = { bytes: unlimited, transactions: unlimited };
  let so: Allowance = none;
  return {
    count: ({ bytes = 0, transactions = 0 }) => {
      so = { bytes: so.bytes + bytes, transactions: so.transactions + transactions };
      if (so.bytes > most.bytes || so.transactions > most.transactions) throw tooMuch();
    },
    allow: (allowance) => {
      most = allowance;
      so = none;
    },
    spent: () => so,
  };
}
