/** The codes on a parent's screen. Pure but for chance. */
import { randomInt } from 'node:crypto';
import { ADULTS } from './contract.ts';

/** Crockford's base 32, as recovery codes. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 6;

/** `id` finds the offer; `secret` (30 bits, five tries, ten minutes) opens it. */
export function newJoinCode(isAdult: boolean) {
  const first = isAdult ? ADULTS : pick(LETTERS.replace(ADULTS, ''));
  return { id: first + letters(HALF - 1), secret: letters(HALF) };
}

const pick = (from: string): string => from[randomInt(from.length)] as string;
const letters = (count: number): string =>
  Array.from({ length: count }, () => pick(LETTERS)).join('');

/** `K7M2-QX48-29BT`, as it is read aloud and typed. */
export const spelled = ({ id, secret }: { id: string; secret: string }): string =>
  `${id}${secret}`.replaceAll(/.{4}(?=.)/g, '$&-');

/** Undefined for what cannot be a code. Hyphens, spaces and case do not count. */
export function readJoinCode(typed: string): { id: string; secret: string } | undefined {
  const meant = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (meant.length !== 2 * HALF) return undefined;
  return { id: meant.slice(0, HALF), secret: meant.slice(HALF) };
}

/** Two digits for both screens. */
export const newMatch = (): string => String(randomInt(10, 100));
