/** Shares of a whole: at most six slices, whole percents that add up to 100, and their arcs. */
import { apportion } from '#core/shares.ts';

export interface Part {
  id: string;
  name: string;
  sats: bigint;
  /** The slot of color and pattern; by default the position in the list. */
  slot?: number;
}

export interface Slice extends Required<Part> {
  percent: number;
  /** The start and end of the arc, as parts of the circle, 0 to 1. */
  from: number;
  to: number;
}

const MOST = 6;
const FINE = 1_000_000n;
const HAIR = 0.0005;

/** Slices in the given order; those beyond six become one slice called `othersName`. */
export function slicesOf(parts: readonly Part[], othersName: string): Slice[] {
  const shown = fold(
    parts.filter((part) => part.sats > 0n),
    othersName,
  );
  const total = shown.reduce((sum, part) => sum + part.sats, 0n);
  if (total === 0n) return [];
  const percents = apportion(
    100,
    shown.map((part) => part.sats),
  );
  let before = 0n;
  return shown.map((part, index) => {
    const from = share(before, total);
    before += part.sats;
    const to = share(before, total);
    return { ...part, slot: part.slot ?? index, percent: percents[index] ?? 0, from, to };
  });
}

/** The outline of a slice of the unit circle, starting at twelve o'clock. */
export function arcPath(from: number, to: number): string {
  // The gap would be thinner than a hair, and an arc that ends where it begins isn't drawn at all.
  if (to - from > 1 - HAIR) return 'M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z';
  const point = (part: number) => {
    const angle = part * 2 * Math.PI;
    return `${Math.sin(angle).toFixed(4)} ${(-Math.cos(angle)).toFixed(4)}`;
  };
  return `M0 0L${point(from)}A1 1 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}Z`;
}

function fold(parts: readonly Part[], othersName: string): Part[] {
  if (parts.length <= MOST) return [...parts];
  const sats = parts.slice(MOST - 1).reduce((sum, part) => sum + part.sats, 0n);
  return [...parts.slice(0, MOST - 1), { id: 'others', name: othersName, sats, slot: MOST - 1 }];
}

/** A part of the circle, for drawing only. */
function share(amount: bigint, total: bigint): number {
  return Number((amount * FINE) / total) / Number(FINE);
}
