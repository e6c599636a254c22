/** The reader's preferred unit; one tap on any amount changes all of them. */
import type { Unit } from './money-text.ts';
import { storedChoice } from './stored-choice.ts';

const CYCLE: readonly Unit[] = ['sats', 'btc', 'usd'];

export const unitChoice = storedChoice<Unit>('satling_unit', CYCLE);

/** sats > BTC > USD > sats. */
export function nextUnit(unit: Unit): Unit {
  return CYCLE[(CYCLE.indexOf(unit) + 1) % CYCLE.length] as Unit;
}
