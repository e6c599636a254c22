/**
 * Caches valid sessions and their users. Sessions not seen since the start are looked up in
 * batches, which keeps the wait short after a restart.
 */
import type { Pool } from '../db/sql.ts';
import { type Actor, type SessionHint, sessionLimits } from './actor.ts';

export type Caller = Pick<Actor, 'familyId' | 'userId'>;

export type KnownSessions = {
  /** Undefined for a session that is invalid or can't be looked up right now. */
  find(hint: SessionHint): Caller | undefined | Promise<Caller | undefined>;
  know(hint: SessionHint, caller: Caller): void;
  forget(hint: SessionHint): void;
};

/** Beyond this number the oldest sessions are dropped and looked up again when needed. */
const KNOWN_MOST = 20_000;
/** One statement looks up this many: a forged one costs a single index look-up. */
const ASKED_MOST = 500;
/** Sessions waiting to be looked up; beyond this, no more are. */
const WAITING_MOST = 5_000;

type Waiting = { hint: SessionHint; answer: (found: Caller | undefined) => void };

/** @param ask returns the valid ones of these sessions, by the id below */
export function knownSessions(
  ask: (hints: readonly SessionHint[]) => Promise<ReadonlyMap<string, Caller>>,
): KnownSessions {
  const known = new Map<string, Caller>();
  const waiting: Waiting[] = [];
  let isAsking = false;
  const know = (id: string, { familyId, userId }: Caller) => {
    if (known.has(id)) return;
    known.set(id, { familyId, userId });
    if (known.size <= KNOWN_MOST) return;
    const [oldest] = known.keys();
    known.delete(oldest as string);
  };
  const askAll = async () => {
    isAsking = true;
    for (let some = waiting.splice(0, ASKED_MOST); some.length > 0; ) {
      // If the look-up fails, each is charged to its network, and the call reports the fault.
      const found = await ask(some.map(({ hint }) => hint)).catch(() => new Map<string, Caller>());
      for (const [id, caller] of found) know(id, caller);
      for (const { hint, answer } of some) answer(found.get(idOf(hint)));
      some = waiting.splice(0, ASKED_MOST);
    }
    isAsking = false;
  };
  return {
    find: (hint) => {
      const caller = known.get(idOf(hint));
      if (caller || waiting.length >= WAITING_MOST) return caller;
      return new Promise((answer) => {
        waiting.push({ hint, answer });
        // Sessions that arrive in the same moment are looked up together.
        if (!isAsking) setImmediate(() => isAsking || void askAll());
      });
    },
    know: (hint, caller) => know(idOf(hint), caller),
    forget: (hint) => void known.delete(idOf(hint)),
  };
}

/** Includes the family named in the cookie: another family is a different claim. */
const idOf = ({ familyId, tokenHash }: SessionHint) => `${familyId} ${hexOf(tokenHash)}`;

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The valid ones of these sessions, each with its person. */
export async function callersOf(
  app: Pool,
  hints: readonly SessionHint[],
  now: Date,
): Promise<Map<string, Caller>> {
  const { seenAfter, madeAfter } = sessionLimits(now);
  const rows = await app<(Caller & { hash: string })[]>`
    SELECT h.hash, u.user_id, u.family_id
    FROM unnest(${`{${hints.map((hint) => hexOf(hint.tokenHash)).join(',')}}`}::text[],
      ${`{${hints.map(({ familyId }) => familyId).join(',')}}`}::uuid[]) AS h (hash, family_id)
    JOIN session s ON s.token_hash = decode(h.hash, 'hex')
    JOIN users u ON u.user_id = s.user_id AND u.family_id = h.family_id
    WHERE s.last_seen_at > ${seenAfter} AND s.created_at > ${madeAfter}`;
  return new Map(rows.map(({ hash, ...caller }) => [`${caller.familyId} ${hash}`, caller]));
}
