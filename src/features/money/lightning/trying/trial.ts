/**
 * A wallet on trial. It is sealed into a cookie of the browser that entered it, and stored nowhere
 * else: one browser's trial id is useless in another.
 */
import { seal, unseal } from '#server/box.ts';
import { TRIAL_MINUTES } from './contract.ts';

/** A browser's input, or its family's saved connection. */
export type TrialSource = { readonly connectionString: string } | { readonly familyId: string };

export type Trial = {
  readonly connectionId: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly source: TrialSource;
  readonly provider: string;
  readonly balance: number | null;
  /** Payment hashes of the invoices made in this trial; no others are paid. */
  readonly made: readonly string[];
};

const PURPOSE = 'trial';
const MOST_MADE = 5;

export const endOfTrial = (now: Date): number => now.getTime() + TRIAL_MINUTES * 60_000;

export const isSameSource = (one: TrialSource, other: TrialSource): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const withInvoice = (trial: Trial, paymentHash: string): Trial => ({
  ...trial,
  made: [...trial.made, paymentHash].slice(-MOST_MADE),
});

/** For a cookie: contains no characters that need escaping. */
export const sealTrial = (key: Uint8Array, trial: Trial): string =>
  Buffer.from(seal(key, PURPOSE, trial), 'base64').toString('base64url');

/** Undefined if there is none, it has ended, or it was not sealed here. */
export function openTrial(
  key: Uint8Array,
  cookie: string | undefined,
  now: Date,
): Trial | undefined {
  if (!cookie) return undefined;
  try {
    const trial = unseal(key, PURPOSE, cookie) as Trial;
    return trial.until > now.getTime() ? trial : undefined;
  } catch {
    return undefined; // whoever changes it has none
  }
}
