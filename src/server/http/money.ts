/**
 * Calls that move money: above the family's ceiling they need a fresh sign-in, and every adult is
 * told. What counts is what stands in the book after the call's own transaction has written, so it
 * does not matter in how many calls, or by which way, it was moved (docs/decisions/0091).
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Tx } from '../db/database.ts';
import { type Actor, isFresh } from './actor.ts';

export const SIGN_IN_AGAIN = new Refusal('SIGN_IN_AGAIN', because('SIGN_IN_AGAIN'));

/** A tablet that was handed over cannot confirm who holds it. @throws Refusal */
export function requireFresh(actor: Actor, now: Date): void {
  if (actor.handedOver) throw new Refusal('FORBIDDEN', because('ACCESS_DENIED'));
  if (!isFresh(actor, now)) throw SIGN_IN_AGAIN;
}

/** What counts against an adult within the last 24 hours, and how much may. */
export type Counted = { readonly sats: bigint; readonly ceilingSats: bigint };

export type MoneyWatch = {
  /** Undefined where nothing can leave: the family has no wallet here. */
  counted(tx: Tx, actor: Actor, now: Date): Promise<Counted | undefined>;
  /** That this adult has moved so much above the ceiling. */
  tell(tx: Tx, actor: Actor, sats: bigint, now: Date): Promise<void>;
};

type Mover = { readonly actor: Actor; readonly tx: Tx; readonly now: Date };

/**
 * Runs a step of a call under the family's lock. A call that moves nothing is never refused, and a
 * child has limits of its own.
 * @throws Refusal SIGN_IN_AGAIN, which rolls back what the step has written
 */
export async function belowCeiling<T>(
  money: MoneyWatch,
  e: Pick<Endpoint, 'money'>,
  { actor, tx, now }: Mover,
  step: () => Promise<T>,
): Promise<T> {
  if (e.money !== 'moves' || actor.role === 'child') return step();
  // Sent in front of the step's own statements: it takes no round trip.
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
