/**
 * The database: two roles over one PostgreSQL, and the unit of work.
 *
 * `owner` migrates, seals and runs jobs across families. `app` serves requests: it does not own the
 * tables, cannot change an entry, and row-level security shows it one family per transaction.
 */

import postgres from 'postgres';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Clients, clients, NeverBegan } from './clients.ts';
import { lastingPool } from './lasting-pool.ts';
import { opener } from './open.ts';
import { lockForChange } from './revision.ts';
import type { Address, Last, Pool, Question, Tx, Work } from './sql.ts';

/** How long a request waits for a connection, and then for each answer. */
export const ANSWER_MS = 5_000;
/** The limit for removing entries: one statement removes them all. */
const REMOVAL_MS = 30_000;

/** Connections for requests. */
export const POOL_SIZE = 10;

/** The duration from which a transaction is reported as slow. */
export const SLOW_MS = 500;

export type Database = {
  /** For single statements across families. */
  readonly owner: Pool;
  /** For single statements that need no family, such as the look-up of a session. */
  readonly app: Pool;
  /** Reads one family in one transaction, without a lock. */
  readFamily<T>(familyId: string, work: Work<T>): Promise<T>;
  /** Like readFamily, but for a single statement: one round trip from BEGIN to COMMIT. */
  askFamily<R>(familyId: string, ask: (tx: Tx) => Question<R>): Promise<R>;
  /**
   * Changes one family in one transaction that first locks the family's row and gives it a new
   * revision (revision.ts).
   * @param lock the statement that does so; if it finds no row, the change is rolled back
   */
  readonly changeFamily: ChangeFamily;
  /**
   * Like changeFamily, with the owner's rights: it may remove entries and bypasses row-level
   * security, so every statement must name the family.
   */
  readonly changeFamilyAsOwner: ChangeFamily;
  /** The listener is called after each change to a family that this program commits. */
  onChange(listener: (familyIds: readonly string[]) => void): void;
  /** Calls the listeners for work across families, and for changes outside a family's rows. */
  notifyChange(familyIds: readonly string[]): void;
  /** The listener gets each slow transaction's duration, including its wait for a connection. */
  onSlow(listener: (ms: number) => void): void;
  /** A dedicated connection that receives what any program sends with NOTIFY. */
  openListener(onNotify: (channel: string, text: string) => void, onLost: () => void): Pool;
  /** The same database, with this check run first in each transaction that may write. */
  checking(check: Check | undefined): Database;
  close(): Promise<void>;
};

/** Statements that are safe to send unescaped and fail if nothing may be written. */
export type Check = string & { readonly isCheck: true };

type Lock = Question<{ readonly count: number }>;
type ChangeFamily = <T>(familyId: string, work: Work<T>, lock?: (tx: Tx) => Lock) => Promise<T>;

export function connect(address: Address, poolSize = POOL_SIZE, answerMs = ANSWER_MS): Database {
  const slowListeners: ((ms: number) => void)[] = [];
  const onSlow = (ms: number) => {
    for (const listener of slowListeners) listener(ms);
  };
  const open = opener(address, answerMs);
  const owner = lastingPool((lost) => open('owner', 4, lost));
  const app = lastingPool((lost) => open('app', 4, lost), answerMs);
  const lanes: Lanes = {
    owner: { clients: clients(3, (lost) => open('owner', 1, lost)), onSlow },
    // A separate pool: people wait for removals, and jobs may hold every other connection.
    removals: { clients: clients(2, (lost) => open('owner', 1, lost), REMOVAL_MS), onSlow },
    app: { clients: clients(poolSize, (lost) => open('app', 1, lost), answerMs), onSlow },
  };
  const listeners: ((familyIds: readonly string[]) => void)[] = [];
  const notifyChange = (familyIds: readonly string[]) => {
    for (const listener of listeners) listener(familyIds);
  };
  const rest = {
    onChange: (listener: (familyIds: readonly string[]) => void) => void listeners.push(listener),
    notifyChange,
    onSlow: (listener: (ms: number) => void) => void slowListeners.push(listener),
    openListener: (onNotify: (channel: string, text: string) => void, onLost: () => void) => {
      const both = (renew: () => void) => () => {
        renew();
        onLost();
      };
      return lastingPool((renew) => open('app', 1, both(renew), onNotify), answerMs);
    },
    close: async () => {
      await Promise.all([owner, app].map((pool) => pool.end({ timeout: 5 })));
      await Promise.all(Object.values(lanes).map((one) => one.clients.end()));
    },
  };
  const over = (check?: Check): Database => ({
    ...working({ owner, app }, lanes, notifyChange, check),
    ...rest,
    checking: over,
  });
  return over();
}

type Lanes = { readonly [K in 'owner' | 'removals' | 'app']: Lane };

/** Everything that reads and writes, over these pools and lanes. */
function working(
  pools: { owner: Pool; app: Pool },
  lanes: Lanes,
  notifyChange: Database['notifyChange'],
  check: Check | undefined,
) {
  const checked = (lane: Lane): Lane => (check ? { ...lane, check } : lane);
  const withLane = (pool: Pool, lane: Lane): Pool => {
    const made = check ? new Proxy(pool, {}) : pool;
    transactionsOf.set(made, checked(lane));
    return made;
  };
  const owner = withLane(pools.owner, lanes.owner);
  const app = withLane(pools.app, lanes.app);
  const readFamily = <T>(familyId: string, work: Work<T>) =>
    retried(() => transaction(app, named('BEGIN READ ONLY', familyId), work));
  return {
    owner,
    app,
    readFamily,
    askFamily: async <R>(familyId: string, ask: (tx: Tx) => Question<R>) => {
      // Nothing is awaited before COMMIT is sent.
      const { answer } = await readFamily(familyId, async (tx, last) => {
        const sent = ask(tx).execute();
        last(sent);
        return { answer: sent };
      });
      return answer;
    },
    changeFamily: changerOf(checked(lanes.app), notifyChange),
    changeFamilyAsOwner: changerOf(checked(lanes.removals), notifyChange),
  };
}

function changerOf(lane: Lane, notifyChange: Database['notifyChange']): ChangeFamily {
  return async (familyId, work, lock = (tx) => lockForChange(tx, familyId)) => {
    const result = await retried(() =>
      transactionOn(lane, named('BEGIN', familyId), async (tx, last) => {
        const locking = lock(tx).execute();
        last(locking);
        const done = await work(tx, last);
        if ((await locking).count !== 1) throw new Error('There is no such family');
        return done;
      }),
    );
    notifyChange([familyId]);
    return result;
  };
}

/** Connections that transactions run on. */
type Lane = { clients: Clients; onSlow: (ms: number) => void; check?: Check };

/** The lane of each pool, in the same role. */
const transactionsOf = new WeakMap<Pool, Lane>();

type Begin = 'BEGIN' | 'BEGIN READ ONLY' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** Text that is safe to send unescaped: see `named`. */
export type Opening = Begin | (string & { readonly isOpening: true });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Begins a transaction and sets its family in one message: 27 µs of CPU time less than two prepared
 * statements. SET takes no parameters, so the text is built here, from an id only.
 */
function named(begin: Begin, familyId: string): Opening {
  if (!UUID.test(familyId)) throw new RangeError(`Not the id of a family: ${familyId}`);
  return `${begin};SET LOCAL app.family_id='${familyId}'` as Opening;
}

/**
 * One transaction in the role of a pool. BEGIN is sent with the first statement of `work`, COMMIT
 * with the last: a round trip costs about 100 µs of CPU time, as two processes wake each other. If
 * a statement fails, PostgreSQL refuses those behind it, and COMMIT rolls back.
 */
export async function transaction<T>(pool: Pool, begin: Opening, work: Work<T>): Promise<T> {
  const lane = transactionsOf.get(pool);
  if (!lane) throw new Error('This pool was not made by connect()');
  return transactionOn(lane, begin, work);
}

async function transactionOn<T>(lane: Lane, begin: Opening, work: Work<T>): Promise<T> {
  const began = performance.now();
  const lease = await lane.clients.acquire();
  const { tx } = lease;
  const sent: PromiseLike<unknown>[] = [];
  const last: Last = (one) => {
    one.then(undefined, () => undefined); // rethrown below, once all have settled
    sent.push(one);
  };
  const hasCheck = lane.check !== undefined && !begin.includes('READ ONLY');
  const opening = hasCheck ? `${begin};${lane.check}` : begin;
  let isEnding = false;
  const run = async () => {
    last(tx.unsafe(opening).execute().then(lease.answered));
    const result = await work(tx, last).catch(async (error) => {
      await allOf(sent); // an earlier failure is the cause
      throw error;
    });
    isEnding = true;
    const committed = tx`COMMIT`.execute();
    await allOf([...sent, committed]);
    // COMMIT is answered with ROLLBACK when an error was caught and ignored.
    if ((await committed).command !== 'COMMIT') throw new Error('The change was rolled back');
    return result;
  };
  const rolledBack = async (error: unknown): Promise<never> => {
    // A lost connection has already rolled back, and nothing may be sent on its replacement.
    if (!lease.isLost()) await tx`ROLLBACK`.catch(() => undefined);
    throw error;
  };
  try {
    return await Promise.race([run().catch(rolledBack), lease.lost]);
  } catch (error) {
    const hasDoneNothing = !isEnding || begin.includes('READ ONLY');
    throw hasDoneNothing && lease.wasStale() ? new NeverBegan() : error;
  } finally {
    lease.release();
    const ms = performance.now() - began;
    if (ms >= SLOW_MS) lane.onSlow(ms);
  }
}

/**
 * Waits for every answer: nothing may be in flight when a connection is released or rolls back.
 * @throws the error of the first statement that failed; later ones only report that one did
 */
async function allOf(sent: readonly PromiseLike<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason;
}

const AGAIN = new Set(['40001', '40P01']);
const TRIES = 5;

/**
 * Retries a unit of work up to 5 times after a serialization failure, a deadlock, or a connection
 * that closed before the work began (because the server restarted, for example).
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!mayRunAgain(error)) throw error;
      if (tries === TRIES) throw new Refusal('TRY_AGAIN', because('BUSY'));
    }
  }
}

const mayRunAgain = (error: unknown) =>
  error instanceof NeverBegan || (error instanceof postgres.PostgresError && AGAIN.has(error.code));
