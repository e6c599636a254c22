/** Runs each transaction of a call that talks (talking.ts) in the family's turn. */
import type { Endpoint } from '#contract/endpoint.ts';
import type { Last, Tx } from '../db/sql.ts';
import { type Actor, findActor, type SessionHint } from './actor.ts';
import { answer } from './answer.ts';
import type { PublicContext } from './context.ts';
import type { Mounted } from './mounted.ts';
import type { Step, TalkContext } from './talking.ts';
import { change } from './unit.ts';

export type Work = (found: Actor | undefined, tx: Tx, last: Last) => Promise<string>;
/** @param isCounted whether this step counts as the child's write (child-limit.ts) */
export type Within = (step: Step, isCounted: boolean) => Work;
type FamilyOf = (found: Actor | undefined) => string;

type Standing = {
  readonly hint: SessionHint;
  readonly within: Within;
  readonly familyOf: FamilyOf;
  /** Writes only in its second step; any other call commits to everything in its first. */
  readonly isLook: boolean;
};

/** Gives a call that talks a turn for each of its transactions, and none while it waits. */
export function talkContextOf(
  { db, cookies, admins, lanes, talks }: Mounted,
  e: Endpoint,
  { now, request, reply }: PublicContext,
  { hint, within, familyOf, isLook }: Standing,
): TalkContext {
  const caller = { hint, admins, keepsReply: true };
  const again = { ...caller, keepsReply: false };
  const inTurn = (once: () => Promise<string>) => lanes.run(request, reply, once);
  return {
    talk: (ask, isLooking) => talks.run(isLooking ? `${hint.familyId} looks` : hint.familyId, ask),
    change: (step) => inTurn(() => change(db, e, request, now, caller, within(step, true))),
    changeAgain: (step) => inTurn(() => change(db, e, request, now, again, within(step, isLook))),
    read: (step) =>
      inTurn(async () => {
        const found = await findActor(db.app, cookies.read(request, 'session'), admins, now);
        return db.readFamily(familyOf(found), (tx, last) => within(step, false)(found, tx, last));
      }),
    answer: (output) => answer(e, output),
  };
}
