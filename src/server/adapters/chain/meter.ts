/** Meters what a source reports and stops it at the allowance. */
import { type Allowance, ChainError, type ChainSource } from './port.ts';

export type Meter = {
  /** @throws ChainError TOO_MUCH if it exceeds what is left */
  count(reported: Partial<Allowance>): void;
  /** Sets a new allowance and starts counting again. */
  allow(allowance: Allowance): void;
  /** Everything reported since the last `allow`. */
  spent(): Allowance;
};

/** A source, in the thread that reads it. */
export type MeteredSource = ChainSource & { readonly meter: Meter };

/** Fetching a whole transaction takes a request, so it costs as much as this many history lines. */
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
