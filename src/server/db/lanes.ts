/**
 * Connections for questions. Read-only transactions of one statement: what is sent at once arrives
 * as one message, and the next transaction follows before the first is answered, so that neither
 * process sleeps and wakes for each. Should a connection break in between, a statement that has
 * lost its BEGIN names no family, and row-level security refuses it.
 */
import { allOf, NeverBegan } from './clients.ts';
import type { Opening, Pool, Question, Tx } from './database.ts';

export type Lane = {
  sql: Pool;
  waiting: number;
  hasAnswered: boolean;
  renew: (gone: Pool) => void;
};

/** With two processors as fast as four and faster than eight; each is a connection. */
const LANES = 3;

/** As in clients.ts, no client is used any more once its connection has closed. */
export function openLanes(open: (lost: () => void) => Pool): readonly Lane[] {
  const make = (): Lane => {
    const fresh = (): Pool => {
      const sql = open(() => lane.renew(sql));
      return sql;
    };
    const lane: Lane = {
      sql: fresh(),
      waiting: 0,
      hasAnswered: false,
      renew: (gone) => {
        if (lane.sql !== gone) return;
        Object.assign(lane, { sql: fresh(), hasAnswered: false });
        void gone.end({ timeout: 5 });
      },
    };
    return lane;
  };
  return Array.from({ length: LANES }, make);
}

/** Told by the driver or by a server that stops, before the connection closes or as it does. */
const GONE = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02']);

export const isGone = (error: unknown) => GONE.has((error as { code?: string }).code ?? '');

export const leastWaiting = (lanes: readonly Lane[]): Lane =>
  lanes.reduce((best, one) => (one.waiting < best.waiting ? one : best));

export function askIn(lanes: readonly Lane[]) {
  return async <R>(begin: Opening, ask: (tx: Tx) => Question<R>): Promise<R> => {
    const lane = leastWaiting(lanes);
    const { sql, hasAnswered } = lane;
    lane.waiting += 1;
    try {
      const begun = sql.unsafe(begin).execute();
      const asked = ask(sql).execute();
      await allOf([begun, asked, sql`COMMIT`.execute()]);
      lane.hasAnswered = lane.sql === sql;
      return await asked;
    } catch (error) {
      if (!isGone(error)) throw error;
      lane.renew(sql);
      // What only reads may be asked again.
      throw hasAnswered ? new NeverBegan() : error;
    } finally {
      lane.waiting -= 1;
    }
  };
}
