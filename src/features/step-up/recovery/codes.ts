/** How recovery codes look. Pure but for the random bytes. */
import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter looks like a digit or like another letter. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** 80 random bits, as people type them: `7K2M-04QX-ZB9T-H3RC`. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** What was meant: hyphens, spaces and case do not count, an O is a 0, an I and an L are a 1. */
export const meantCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
