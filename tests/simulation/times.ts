/** A family's time and place, and its clock's jumps. */
import { randomFrom } from '../support/restarts.ts';
import { callsOf } from './acts.ts';
import { BEGINNINGS, type Birth } from './beginning.ts';
import { chance, oneOf, type Random } from './chance.ts';
import { ZONES } from './draw-book.ts';
import type { Model } from './model-types.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The clock stays this close to its start, and moves forward more than back. */
const MOST_MS = 10 * DAY_MS;

/** Wednesdays: near clock changes in the south and the north, and far from any. */
const BORN = ['2026-09-30', '2026-10-28', '2026-11-18'].map((day) => Date.parse(`${day}T12:00Z`));
const [SUNDAY, WEDNESDAY] = [0, 3];

/** No step has this number. */
const BIRTH = 999;

export function birthOf(seed: number): Birth {
  const random = randomFrom(seed * 1_000 + BIRTH);
  return {
    ...{ zone: oneOf(random, ZONES), born: oneOf(random, BORN) },
    // Clocks change on Sundays.
    weekday: oneOf(random, [SUNDAY, WEDNESDAY]),
    begins: oneOf(random, BEGINNINGS),
    calls: callsOf(random),
  };
}

/** @returns the new clock, mostly unchanged */
export function jump(model: Model, now: number, random: Random): number {
  if (random() < 0.6) return now;
  const next = chance(random, 0.3) ? nearPayDay(model, now, random) : aDayOrTwo(now, random);
  return Math.min(model.born + MOST_MS, Math.max(model.born - MOST_MS, next));
}

const aDayOrTwo = (now: number, random: Random) => now + Math.round((random() * 3 - 1) * DAY_MS);

/**
 * Within two hours of the next or last pay day's start, or of the morning when the server books it.
 * Jumps of weeks would end sign-ins.
 */
function nearPayDay(model: Model, now: number, random: Random): number {
  const { zone: timeZone, firstPayDay } = model;
  const day = firstPayDay + Math.round((now - firstPayDay) / WEEK_MS) * WEEK_MS;
  const there = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const ahead = Date.parse(`${there.format(day).replace(' ', 'T')}Z`) - day;
  const about = day - ahead + oneOf(random, [0, 6]) * HOUR_MS;
  return about + Math.round((random() * 4 - 2) * HOUR_MS);
}
