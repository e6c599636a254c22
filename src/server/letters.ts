/** Random codes that people type from a screen or from paper. */
import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letter looks like a digit or like another letter. 5 bits each. */
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const pick = (from: string): string => from[randomInt(from.length)] as string;

export const newLetters = (count: number): string =>
  Array.from({ length: count }, () => pick(LETTERS)).join('');

/** `7K2M-04QX-ZB9T-H3RC` */
export const spelled = (letters: string): string => letters.replaceAll(/.{4}(?=.)/g, '$&-');

/** Forgives typing: hyphens, spaces and case are ignored, O reads as 0, I and L as 1. */
export const meantLetters = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
