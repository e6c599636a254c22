/**
 * A raised ceiling takes effect after 72 hours; until then, the lowest one set in that time
 * applies, no matter who raised it or how often. A lowered one takes effect at once.
 */
import { HOUR } from '#core/time.ts';
import { YOUNG_HOURS } from './contract.ts';

/** A lower ceiling that was raised, and until when it still applies. Sats as text, for JSON. */
export type Before = { readonly sats: string; readonly until: string };
export type CeilingRow = {
  readonly ceilingSats: bigint;
  readonly ceilingBefore: readonly Before[];
};

const lasts = ({ until }: Before, now: Date) => new Date(until) > now;

/** Returns the ceiling in effect, and when the saved one takes effect; null if it already has. */
export function countingCeiling(
  { ceilingSats, ceilingBefore }: CeilingRow,
  now: Date,
): { sats: bigint; from: Date | null } {
  const lower = ceilingBefore.filter((one) => lasts(one, now) && BigInt(one.sats) < ceilingSats);
  const lowest = lower.reduce(
    (least, { sats }) => (BigInt(sats) < least ? BigInt(sats) : least),
    ceilingSats,
  );
  const ends = lower.map(({ until }) => new Date(until).getTime());
  return { sats: lowest, from: ends.length === 0 ? null : new Date(Math.max(...ends)) };
}

/** Sets a new ceiling. Lower ones that expire no later are dropped, which keeps the list short. */
export function withCeiling(
  { ceilingSats: was, ceilingBefore }: CeilingRow,
  sats: bigint,
  now: Date,
): CeilingRow {
  const until = new Date(now.getTime() + YOUNG_HOURS * HOUR);
  const least = was < sats ? was : sats;
  const kept = ceilingBefore.filter(
    (one) => lasts(one, now) && (BigInt(one.sats) < least || lasts(one, until)),
  );
  const raised = was < sats ? [{ sats: String(was), until: until.toISOString() }] : [];
  return { ceilingSats: sats, ceilingBefore: [...kept, ...raised] };
}
