/** The coverage chart: two step lines in a box of 600 × 180. Pure. */
import type { Sats } from '#core/money.ts';

export const BOX = { width: 600, height: 180 };

export interface Point {
  /** Milliseconds. */
  at: number;
  promisedSats: Sats;
  heldSats: Sats;
}

export interface Steps {
  promised: string;
  held: string;
  /** The area below the line of held sats. */
  area: string;
}

/**
 * @param points oldest first, at least one; each holds until the next
 * @param until the right edge, no earlier than the last point
 */
export function stepsOf(points: readonly Point[], until: number): Steps {
  const from = points[0]?.at ?? until;
  const top = points.reduce(
    (most, { promisedSats, heldSats }) => largest(most, promisedSats, heldSats),
    1n,
  );
  const x = (at: number) =>
    until === from ? BOX.width : round(((at - from) / (until - from)) * BOX.width * NEWEST);
  // A little room above keeps the highest line off the edge.
  const y = (amount: Sats) => round(BOX.height * (1 - HIGHEST * shareOf(amount, top)));
  const line = (of: (point: Point) => Sats) => {
    const steps = points.map(
      (point, i) => `${i === 0 ? 'M0' : `H${x(point.at)}`}${i === 0 ? ' ' : 'V'}${y(of(point))}`,
    );
    return `${steps.join('')}H${BOX.width}`;
  };
  const held = line(({ heldSats }) => heldSats);
  return {
    promised: line(({ promisedSats }) => promisedSats),
    held,
    area: `${held}V${BOX.height}H0Z`,
  };
}

const largest = (...all: Sats[]): Sats => all.reduce((most, one) => (one > most ? one : most));
/** For drawing only. */
const shareOf = (amount: bigint, whole: bigint): number =>
  Number((amount * FINE) / whole) / Number(FINE);
const FINE = 10_000n;
const HIGHEST = 0.92;
/** Position of the newest point, which leaves room for the time since. */
const NEWEST = 0.95;
const round = (value: number): number => Math.round(value * 10) / 10;
