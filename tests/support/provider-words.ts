/** Vocabulary of the tables of provider answers: wallets, records and meanings. */
import type { LookUp } from '#core/lightning/wallet.ts';
import type { Reply } from './provider-script.ts';

/** Part of the port's answer; the test compares it with `toMatchObject`. */
export type Expected<Result> = Partial<Record<keyof Result | string, unknown>>;
/** A later look-up: the wallet's record, and its meaning. */
export type Later = readonly [Reply, Expected<LookUp>];

export const NWC = ['nwc', 'nwc-nip04'] as const;
export const HTTP = ['alby-hub', 'phoenixd'] as const;
export const PAYING = [...NWC, ...HTTP] as const;

export const paid = { says: 'paid' } as const;
export const settled = { says: 'settled' } as const;
export const open = { says: 'open', preimage: 'missing' } as const;
export const failed = { says: 'failed', preimage: 'missing' } as const;
export const none = { error: 'not-found' } as const;

export const PROVEN = { outcome: 'paid', proof: 'proven', feeSats: 3n };
export const STATED = { outcome: 'paid', proof: 'stated', feeSats: 3n };
export const NO_FEE = { outcome: 'paid', proof: 'proven', feeSats: undefined };
export const unsent = (reason: string) => ({ outcome: 'unsent', reason });
export const refused = (reason: string) => ({ outcome: 'refused', reason });
export const unknown = (reason: string) => ({ outcome: 'unknown', reason });

export const IS_PROVEN = { state: 'settled', proof: 'proven', feeSats: 3n };
export const IS_STATED = { state: 'settled', proof: 'stated', feeSats: 3n };
export const IS_OPEN = { state: 'open' };
export const IS_FAILED = { state: 'failed' };
export const notKnown = (reason: string) => ({ state: 'unknown', reason });
export const LATER_PAID: Later = [settled, IS_PROVEN];
export const LATER_NONE: Later = [none, notKnown('not-found')];
