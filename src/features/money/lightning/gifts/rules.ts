/** Names, limits and texts of children's Lightning addresses, and when to query a wallet. Pure. */

import { HOUR, SECOND } from '#core/time.ts';
import type { Limit } from '#server/http/limits.ts';
import { MOST_SATS } from '../connections/contract.ts';

/** Path requested by payers' wallets (LUD-16). */
export const LNURLP = '/.well-known/lnurlp/';

export const addressOf = (name: string, publicUrl: string): string =>
  `${name}@${new URL(publicUrl).host}`;

export const payUrl = (name: string, publicUrl: string): string =>
  new URL(`${LNURLP}${name}`, publicUrl).href;

/** Excludes letters that look alike. */
export const NAME_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Ten of 31 letters are 49 bits: names can't be guessed. */
export const RANDOM_LETTERS = 10;

/** Matches every name that an address here can have. */
export const GIFT_NAME = /^(?:[a-z0-9]{1,20}-)?[a-z0-9]{10}$/;

/** @param random returns whole numbers below its argument, uniformly */
export function newName(word: string, random: (below: number) => number): string {
  const letters = Array.from(
    { length: RANDOM_LETTERS },
    () => NAME_LETTERS[random(NAME_LETTERS.length)],
  ).join('');
  return word === '' ? letters : `${word}-${letters}`;
}

/** Everyone with the address sees the word, so it must not contain a child's name. */
export const namesChild = (word: string, childNames: readonly string[]): boolean =>
  childNames
    .flatMap((name) => folded(name).split(/[^a-z0-9]+/))
    .some((name) => (name.length > 2 ? word.includes(name) : name !== '' && word === name));

const folded = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Text for the payer (LUD-06). It names neither child nor family. */
export const metadataOf = (address: string): string =>
  JSON.stringify([
    ['text/plain', 'A gift for a savings book'],
    ['text/identifier', address],
  ]);

/** Every gift takes a decision by the parents, and a few sats aren't worth one. */
export const LEAST_MSAT = 10_000;
export const MOST_MSAT = Number(MOST_SATS) * 1_000;
export const MOST_COMMENT = 200;
/** Validity of an invoice: payers who request one pay at once. */
export const GIFT_EXPIRY_SECONDS = 600;

/** Reads whole sats; undefined for an amount that can't be paid. */
export function readAmount(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,12}$/.test(text)) return undefined;
  const msat = Number(text);
  return msat % 1_000 === 0 && msat >= LEAST_MSAT && msat <= MOST_MSAT
    ? BigInt(msat / 1_000)
    : undefined;
}

/**
 * Limits on invoices for strangers, checked before calling a wallet. One network gets a third of
 * the quota of an address or a family, so it can't use up either alone.
 */
export const INVOICES = {
  ofNetwork: { points: 20, seconds: 600 },
  addressShare: { points: 8, seconds: 600 },
  ofAddress: { points: 24, seconds: 600 },
  familyShare: { points: 20, seconds: 3_600 },
  ofFamily: { points: 60, seconds: 3_600 },
} as const satisfies Record<string, Limit>;

/** An open invoice is given out again if it is valid for at least this long. */
export const LEAST_LEFT_MS = 60_000;

const WEEK_MS = 7 * 24 * HOUR;

/**
 * Returns when to check for payment next: less and less often, so an unpaid invoice costs a wallet
 * some ten requests; finally, if the wallet is silent, once a day.
 */
export function nextGiftLook(createdAt: Date, now: Date): Date {
  return new Date(now.getTime() + waitAt(now.getTime() - createdAt.getTime()));
}

function waitAt(ageMs: number): number {
  if (ageMs < 2 * HOUR) return Math.min(Math.max(ageMs / 2, 5 * SECOND), 600 * SECOND);
  return ageMs < WEEK_MS ? HOUR : 24 * HOUR;
}
