/**
 * Calls that move money: above the family's ceiling they need a fresh sign-in, and every adult is
 * notified. The amount is taken from the book after the call's own transaction has written to it,
 * so the number and kind of calls make no difference (docs/decisions/0091).
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Tx } from '../db/sql.ts';
import { type Actor, isFresh } from './actor.ts';

export const SIGN_IN_AGAIN = new Refusal('SIGN_IN_AGAIN', because('SIGN_IN_AGAIN'));

/** On a handed-over tablet there is no way to confirm who is holding it. @throws Refusal */
export function requireFresh(actor: Actor, now: Date): void {
  if (actor.handedOver) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  if (!isFresh(actor, now)) throw SIGN_IN_AGAIN;
}

/** The amount an adult has moved in the last 24 hours, and the ceiling for it. */
export type Counted = { readonly sats: bigint; readonly ceilingSats: bigint };

export type MoneyWatch = {
  /** Undefined if nothing can leave, because the family has no wallet here. */
  counted(tx: Tx, actor: Actor, now: Date): Promise<Counted | undefined>;
  /** Notifies all adults that this one moved this much above the ceiling. */
  tell(tx: Tx, actor: Actor, sats: bigint, now: Date): Promise<void>;
};

type Mover = { readonly actor: Actor; readonly tx: Tx; readonly now: Date };

/**
 * Runs a step of a call under the family's lock. A call that moves nothing is never refused, and a
 * child has separate limits.
 * @throws Refusal SIGN_IN_AGAIN, which rolls back the step's writes
 */
export async function belowCeiling<T>(
  money: MoneyWatch,
  e: Pick<Endpoint, 'money'>,
  { actor, tx, now }: Mover,
  step: () => Promise<T>,
): Promise<T> {
  if (e.money !== 'moves' || actor.role === 'child') return step();
  // Sent ahead of the step's own statements, so it adds no round trip.
  const asked = money.counted(tx, actor, now);
  asked.catch(() => undefined); // thrown below, unless the step fails first
  const done = await step();
  const before = await asked;
  if (!before) return done;
  const after = await money.counted(tx, actor, now);
  if (!after || after.sats <= before.sats || after.sats <= after.ceilingSats) return done;
  if (!isFresh(actor, now)) throw SIGN_IN_AGAIN;
  await money.tell(tx, actor, after.sats - before.sats, now);
  return done;
}
