/**
 * The sessions that this instance has found, and whose they are. Those that nobody has seen since
 * the start are looked up many at a time, so that a restart makes nobody wait.
 */
import type { Pool } from '../db/database.ts';
import { type Actor, type SessionHint, sessionLimits } from './actor.ts';

export type Caller = Pick<Actor, 'familyId' | 'userId'>;

export type KnownSessions = {
  /** Undefined for a session that does not count, or cannot be looked up now. */
  find(hint: SessionHint): Caller | undefined | Promise<Caller | undefined>;
  know(hint: SessionHint, caller: Caller): void;
  forget(hint: SessionHint): void;
};

/** Sessions beyond this number are looked up again; the oldest first. */
const KNOWN_MOST = 20_000;
/** One statement asks about so many: forged ones cost a look at an index each. */
const ASKED_MOST = 500;
/** Sessions that wait to be asked about; beyond this nobody is. */
const WAITING_MOST = 5_000;

type Waiting = { hint: SessionHint; answer: (found: Caller | undefined) => void };

/** @param ask of these sessions, those that count, by the id below. */
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
      // Without an answer each counts for its network, and the call itself says what is wrong.
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
        // Those that come in the same moment are asked about together.
        if (!isAsking) setImmediate(() => isAsking || void askAll());
      });
    },
    know: (hint, caller) => know(idOf(hint), caller),
    forget: (hint) => void known.delete(idOf(hint)),
  };
}

/** With the family that the cookie names: another one is another claim. */
const idOf = ({ familyId, tokenHash }: SessionHint) => `${familyId} ${hexOf(tokenHash)}`;

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Of these sessions, those that count, each with its person. */
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
