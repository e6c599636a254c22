/** The positions of the parts of a growth chart, in percent of its width and height. Pure. */
import type { CivilDate } from '#core/calendar.ts';
import type { Sats } from '#core/money.ts';
import { satsOf } from '#web/amounts.ts';

/** Savings at the end of a day, and the changes since the previous point; BTC as in the API. */
export interface GrowthPoint {
  on: CivilDate;
  savings: string;
  payDays: string;
  gifts: string;
  spent: string;
}

export const MARKS = ['payDays', 'gifts', 'spent'] as const;
export type MarkKind = (typeof MARKS)[number];

/** Sources and destinations of savings. */
export const PARTS = ['payDays', 'gifts', 'goals', 'spending', 'other'] as const;
export type PartKind = (typeof PARTS)[number];

export type Spot = { on: CivilDate; sats: Sats; x: number; y: number } & Record<MarkKind, Sats>;

export interface Picture {
  spots: readonly Spot[];
  /** The line as an SVG path, and the area under it. */
  line: string;
  area: string;
  /** The ruled lines: the bottom, the middle and the top. */
  rules: readonly { sats: Sats; y: number }[];
  sums: Readonly<Record<MarkKind, Sats>>;
}

/** Undefined if there is nothing to draw: fewer than two points, or nothing ever saved. */
export function pictureOf(points: readonly GrowthPoint[]): Picture | undefined {
  const saved = points.map((point) => satsOf(point.savings));
  const most = saved.reduce((a, b) => (b > a ? b : a), 0n);
  if (points.length < 2 || most === 0n) return undefined;
  const [foot, top] = edgesOf(saved, most);
  const spots = points.map(({ on, savings, ...moved }, index) => ({
    on,
    sats: satsOf(savings),
    x: Math.round((index * 10_000) / (points.length - 1)) / 100,
    y: heightOf(satsOf(savings), foot, top),
    payDays: satsOf(moved.payDays),
    gifts: satsOf(moved.gifts),
    spent: satsOf(moved.spent),
  }));
  // Stairs: money stays the same until something happens.
  const stairs = spots.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`));
  const line = stairs.join('');
  const sum = (kind: MarkKind) => spots.reduce((total, spot) => total + spot[kind], 0n);
  return {
    spots,
    line,
    area: `${line}V100H0Z`,
    rules: [foot, (foot + top) / 2n, top].map((sats) => ({ sats, y: heightOf(sats, foot, top) })),
    sums: { payDays: sum('payDays'), gifts: sum('gifts'), spent: sum('spent') },
  };
}

/** From the top, in hundredths of a percent of the chart: only the drawing is rounded. */
function heightOf(sats: Sats, foot: Sats, top: Sats): number {
  const hundredths = ((sats - foot) * 10_000n) / (top - foot);
  return (10_000 - Number(hundredths)) / 100;
}

/** Round numbers just outside the data, two steps apart; a flat zero line sits at the bottom. */
function edgesOf(saved: readonly Sats[], most: Sats): [foot: Sats, top: Sats] {
  const least = saved.reduce((a, b) => (b < a ? b : a), most);
  const from = least === most ? 0n : least;
  for (let unit = 1n; ; unit *= 10n)
    for (const step of [unit, 2n * unit, 3n * unit, 4n * unit, 5n * unit]) {
      const foot = (from / step) * step;
      if (foot + 2n * step >= most) return [foot, foot + 2n * step];
    }
}

/** The point nearest to a position, given as a fraction of the width from 0 to 1. */
export const nearest = (count: number, part: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(part * (count - 1))));

/** The new value after a key, as on every slider; undefined for keys that move nothing. */
export function afterKey(key: string, at: number, last: number): number | undefined {
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 7,
    PageUp: at + 7,
    Home: 0,
    End: last,
  };
  const next = to[key];
  return next === undefined ? undefined : Math.min(last, Math.max(0, next));
}
