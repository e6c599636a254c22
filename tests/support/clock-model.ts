/** The model of the family (clock-life.ts): the order of its calls, and sums. */

type Plan = { validFrom: string; sats: number };
type Line = { id: string; sats: number; at: number; isUndone: boolean };
type Pause = { from: string; to: string };

/** Sats, and descriptions in order. */
export type Model = {
  savings: number;
  spending: number;
  goal: number;
  open: Map<string, number>;
  plans: Plan[];
  pauses: Pause[];
  weeks: Set<string>;
  /** Gifts that can be undone, and the total number of entries. */
  given: Line[];
  lines: number;
  /** Requests mentioned in the parent's and the child's messages. */
  asked: string[];
  answered: string[];
};

export const btc = (sats: number) => (sats / 1e8).toFixed(8);
export const sats = (text: string | null) => Math.round(Number(text) * 1e8);
export const held = ({ open }: Model) => [...open.values()].reduce((sum, one) => sum + one, 0);
export const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The last one saved of those valid by then. */
export const inForceOn = ({ plans }: Model, day: string) =>
  (plans.findLast(({ validFrom }) => validFrom <= day) ?? plans[0])?.sats;
