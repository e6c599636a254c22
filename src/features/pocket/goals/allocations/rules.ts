/** Percentages and their amounts. Pure; amounts are sats, percentages tenths of a percent. */
import type { Sats } from '#core/money.ts';
import { WHOLE_TENTHS } from '#core/tenths.ts';

/**
 * The current status: an active allocation ends when its goal is full, or once it has moved all
 * savings. If a full goal needs money again it continues, unless its percentage was taken.
 */
export const statusOf = <S extends string>(one: {
  status: S;
  applyTo: string;
  currentSats: Sats;
  targetSats: Sats;
}): S | 'ended' => {
  const isOver = one.applyTo !== 'new_contributions' || one.currentSats >= one.targetSats;
  return one.status === 'active' && isOver ? 'ended' : one.status;
};

export type Taking = { goal: string; tenths: number };

/** `30% Bike, 70% Boots`, for refusing a percentage that no longer fits. */
export const takingText = (taking: readonly Taking[]): string =>
  taking.map(({ goal, tenths }) => `${tenths / 10}% ${goal}`).join(', ');

/** `12.5` → 125. Above 0, at most 100, in steps of a tenth; undefined for anything else. */
export function percentTenths(text: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d))?$/.exec(text);
  if (!match) return undefined;
  const tenths = Number(match[1]) * 10 + Number(match[2] ?? '0');
  return tenths >= 1 && tenths <= WHOLE_TENTHS ? tenths : undefined;
}

/**
 * A percentage of an amount, rounded down: for previews, and for a share of all savings. A new
 * allowance is divided by `splitOff` in core/sharing.ts.
 */
export const partOf = (sats: Sats, tenths: number): Sats =>
  (sats * BigInt(tenths)) / BigInt(WHOLE_TENTHS);

/** A percentage of four weekly allowances. */
export const estimatedMonthly = (weeklySats: readonly Sats[], tenths: number): Sats =>
  weeklySats.reduce((sum, sats) => sum + partOf(sats, tenths), 0n) * 4n;
