/** Codes for a parent's screen. Pure except for randomness. */
import { randomInt } from 'node:crypto';
import { LETTERS, meantLetters, newLetters, pick } from '#server/letters.ts';
import { ADULTS } from './contract.ts';

const HALF = 6;
type Code = { id: string; secret: string };

/** `id` finds the offer; `secret` (30 bits, five attempts, ten minutes) opens it. */
export function newJoinCode(isAdult: boolean): Code {
  const first = isAdult ? ADULTS : pick(LETTERS.replace(ADULTS, ''));
  return { id: first + newLetters(HALF - 1), secret: newLetters(HALF) };
}

/** Undefined if it can't be a code. */
export function readJoinCode(typed: string): Code | undefined {
  const meant = meantLetters(typed);
  if (meant.length !== 2 * HALF) return undefined;
  return { id: meant.slice(0, HALF), secret: meant.slice(HALF) };
}

/** Two digits to compare on both screens. */
export const newMatch = (): string => String(randomInt(10, 100));
