/**
 * A change that is known in full before anything is asked, because this instance remembers what
 * the ordinary way would read first: one entry of one child. One statement takes the family's lock,
 * proves what was remembered, books, and keeps the reply under the call's key. If anything of it
 * fails, nothing has happened (or all of it, where only the answer was lost), and the call starts
 * again in the ordinary way, which says why or, by the key, finds the reply of this one.
 */
import postgres from 'postgres';
import { inItsFamily } from '../db/at-once.ts';
import type { Database, Sql, Tx } from '../db/database.ts';
import { isGone } from '../db/lanes.ts';
import { lockForChange } from '../db/revision.ts';
import { oneTransferAnd, valuesOfOne, type WithText } from '../ledger/post.ts';
import { type Actor, sameActor, sessionLimits } from './actor.ts';
import { type Call, keepReply } from './kept-reply.ts';

export type Ahead<Reply> = {
  readonly reply: Reply;
  /** Made by the actor, in the book of the child that has this name. */
  readonly entry: WithText & { readonly childId: string };
  readonly childName: string;
  /** Called when it was not done: what was remembered may be true no longer. */
  readonly forget: () => void;
};

/** @returns whether it was done. */
export async function atOnce(
  db: Database,
  actor: Actor,
  now: Date,
  call: Call,
  ahead: Ahead<string>,
): Promise<boolean> {
  const { sessionId, email, firstName, role, childId, handedOver } = actor;
  const { entry, reply, childName } = ahead;
  const values = [
    ...valuesOfOne(entry, now),
    ...[call.route, call.key, call.hash, reply],
    ...[sessionId, sessionLimits(now).madeAfter, email, firstName, role, childId, handedOver],
    childName,
  ];
  const ask = (tx: Tx) => tx.unsafe(ENTER, values as never[], { prepare: true });
  try {
    return await db.changeAtOnce(actor.familyId, ask);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError || isGone(error))) throw error;
    ahead.forget();
    return false;
  }
}

/** Puts a statement together as text, with the places of its values in it. */
const text = String.raw as unknown as Sql;
const at = (place: string) => place as never;

const who = { familyId: at('$1'), userId: at('$8') };
const LOCK = `, locked AS (${lockForChange(text, at('$1'))} RETURNING 1)`;
const KEEP = `, kept AS (${keepReply(text, {
  ...who,
  ...{ route: at('$17'), key: at('$18'), hash: at('$19'), reply: at('$20') },
})})`;
const ACTOR = sameActor(
  text,
  {
    ...who,
    ...{ sessionId: at('$21'), email: at('$23'), firstName: at('$24') },
    ...{ role: at('$25'), childId: at('$26'), handedOver: at('$27') },
  },
  at('$22'),
);
const CHILD = `
  SELECT FROM child
  WHERE family_id = $1 AND child_id = $4 AND name = $28 AND removed_at IS NULL`;

/** Fails by dividing by zero. */
const found = (rows: string) => `1 / (SELECT count(*) FROM (${rows}) AS found)`;

/** The lock is asked for first: it is taken before any account moves, as by everybody else. */
const ENTER = oneTransferAnd(LOCK + KEEP, (moved) => {
  const proofs = [found('SELECT FROM locked'), found(String(ACTOR)), found(CHILD)];
  return `SELECT ${inItsFamily('$1', [...proofs, `(SELECT ${moved})`].join(' + '))}`;
});
