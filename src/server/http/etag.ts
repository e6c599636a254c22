/**
 * The ETag of a reply that shows one family to one person: it identifies the state that the reply
 * was read from. One small statement checks whether that state is still current; if so, the answer
 * is 304 and nothing more is read. The server stores nothing; the browser has the body. Why:
 * docs/decisions/0040.
 */
import { createHmac, createSecretKey } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PendingQuery, Row } from 'postgres';
import { localDate } from '#core/time-zone.ts';
import type { Database } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import {
  type Actor,
  isAdmin,
  needsTouch,
  rightsText,
  type SessionHint,
  selectActor,
  touch,
} from './actor.ts';

/** Everything a reply depends on besides the address and the build. */
export type State = Omit<Actor, 'isAdmin'> & {
  readonly lastSeenAt: Date;
  readonly isOperator: boolean;
  readonly isHelped: boolean;
  readonly revision: string;
  readonly timeZone: string;
  /** When the reply will next change just because time passes. */
  readonly nextLapse: Date | null;
  /** Changes with each new outside price that the reply may show. */
  readonly pricesRead: string | null;
  /** Another family has invited this person, which this family's revision doesn't reflect. */
  readonly isInvited: boolean;
};

export type EtagSettings = {
  readonly key: Uint8Array;
  /** Changes whenever the program may answer differently. */
  readonly build: string;
  readonly admins: ReadonlySet<string>;
  /** `next_lapse`, `is_invited` and `prices_read`; `me` is the caller and `f` the family. */
  readonly lapses: (sql: Sql, now: Date) => PendingQuery<Row[]>;
};

export type Etags = {
  /**
   * The caller, and the ETag of the reply they would get. It is read before the reply: if a change
   * comes in between, the reply is newer than its ETag, which costs one more reply but never shows
   * anything stale.
   */
  look(
    db: Database,
    hint: SessionHint,
    request: FastifyRequest,
    now: Date,
  ): Promise<{ actor: Actor; etag: string | undefined } | undefined>;
  /** The ETag of a state that the reply's own statement has read. */
  of(state: State, request: FastifyRequest, now: Date): string | undefined;
};

export const etags = ({ key, build, admins, lapses }: EtagSettings): Etags => {
  // Created once: wrapping the key for each reply takes three times as long as the MAC itself.
  const secret = createSecretKey(key);
  const actorOf = (state: State): Actor => ({ ...state, isAdmin: isAdmin(state, admins) });
  const of = (state: State, { url, headers }: FastifyRequest, now: Date) => {
    if (state.isInvited) return undefined;
    const { sessionId, revision, nextLapse, pricesRead, timeZone } = state;
    const program = [build, url, headers['accept-language']];
    const caller = [sessionId, rightsText(state), isAdmin(state, admins)];
    const shown = [revision, nextLapse, pricesRead, localDate(now, timeZone)];
    const parts = JSON.stringify([...program, ...caller, ...shown]);
    const mac = createHmac('sha256', secret).update(parts).digest('base64url');
    return `W/"${mac.slice(0, 22)}"`;
  };
  return {
    of,
    look: async (db, hint, request, now) => {
      const [state] = await db.askFamily(
        hint.familyId,
        (sql) => sql<State[]>`
          SELECT me.*, f.revision, f.time_zone, ${lapses(sql, now)}
          FROM (${selectActor(sql, hint, now)}) me JOIN family f ON f.family_id = me.family_id`,
      );
      if (!state) return undefined;
      if (needsTouch(state.lastSeenAt, now)) await touch(db.app, state.sessionId, now);
      return { actor: actorOf(state), etag: of(state, request, now) };
    },
  };
};

/** True if the caller has any reply to this call. */
export const holdsReply = ({ headers }: FastifyRequest): boolean =>
  headers['if-none-match'] !== undefined;

/** True if the caller already has exactly the reply it would get. */
export const isUnchanged = ({ headers }: FastifyRequest, etag: string | undefined): boolean =>
  etag !== undefined && headers['if-none-match'] === etag;

export const notModified = (reply: FastifyReply, etag: string): FastifyReply =>
  reply.code(304).header('etag', etag).send();
