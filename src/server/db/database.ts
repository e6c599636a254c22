/**
 * The database: two roles over one PostgreSQL, and the unit of work.
 *
 * `owner` migrates, seals and runs jobs across families. `app` serves requests: it does not own the
 * tables, cannot change an entry, and row-level security shows it one family per transaction.
 */

import postgres from 'postgres';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { AT_ONCE, changeIn } from './at-once.ts';
import { allOf, type Clients, clients, NeverBegan } from './clients.ts';
import { askIn, openLanes } from './lanes.ts';
import { lockForChange } from './revision.ts';
import { hearSlow } from './timing.ts';

type Types = { bigint: bigint; civil: string; json: unknown };
export type Sql = postgres.ISql<Types>;
export type Pool = postgres.Sql<Types>;
/** A connection inside a transaction. */
export type Tx = Sql;
/** A statement that has not been sent yet. */
export type Question<R = unknown> = { execute(): PromiseLike<R> };

export type Database = {
  readonly owner: Pool;
  readonly app: Pool;
  /** Reads one family, in one transaction, without a lock. */
  readFamily<T>(familyId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As readFamily, for a single question: one round trip from BEGIN to COMMIT. */
  askFamily<R>(familyId: string, ask: (tx: Tx) => Question<R>): Promise<R>;
  /**
   * Changes one family, in one transaction that first locks the family's row and gives it a new
   * revision (revision.ts). What `last` sends travels with COMMIT; nothing is returned before all
   * of it has succeeded.
   */
  changeFamily<T>(
    familyId: string,
    work: (tx: Tx) => Promise<T>,
    last?: (tx: Tx, result: T) => readonly PromiseLike<unknown>[],
    /** Asked behind the lock; when it fails (by an error of SQL), nothing happens. */
    proof?: (tx: Tx) => Question,
  ): Promise<T>;
  /**
   * Changes one family by a single statement that names it and replaces its revision (at-once.ts).
   * @returns whether it was done; false when it was not sent.
   */
  changeAtOnce(familyId: string, ask: (tx: Tx) => Question): Promise<boolean>;
  /** Hears of each change of a family once it is committed, as far as this program made it. */
  onChange(hear: (familyIds: readonly string[]) => void): void;
  /** For works over several families, and for changes beside a family's own rows. */
  tellChange(familyIds: readonly string[]): void;
  /** Hears how long each slow statement took (timing.ts). */
  onSlow(hear: (ms: number) => void): void;
  /** A connection of its own that hears what any program says with NOTIFY. */
  openEar(heard: (channel: string, text: string) => void, lost: () => void): Pool;
  close(): Promise<void>;
};

/** How to reach the server: a URL, or the private socket of the embedded one. */
export type Address =
  | { url: string }
  | { socketDir: string; port: number; user: string; database: string };

const identity = (text: string) => text;

/**
 * What a request asks, it asks by a key that starts with its family: one plan fits all values, and
 * a plan made while a table was still empty must not read all of it when it has grown.
 */
const BY_KEY = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

export function connect(address: Address, poolSize = 10): Database {
  const slowHearers: ((ms: number) => void)[] = [];
  const open = opener(address, (ms) => {
    for (const hear of slowHearers) hear(ms);
  });
  const owner = open('owner', 4);
  const app = open('app', 4);
  const lenders = [
    clients(3, (lost) => open('owner', 1, lost)),
    clients(poolSize, (lost) => open('app', 1, lost)),
  ] as const;
  transactionsOf.set(owner, lenders[0]);
  transactionsOf.set(app, lenders[1]);
  const lanes = openLanes((lost) => open('app', 1, lost));
  const asking = askIn(lanes);
  const hasty = openLanes((lost) => open('app', 1, lost, undefined, AT_ONCE));
  const changing = changeIn(hasty);
  const hearers: ((familyIds: readonly string[]) => void)[] = [];
  const tellChange = (familyIds: readonly string[]) => {
    for (const hear of hearers) hear(familyIds);
  };
  return {
    owner,
    app,
    readFamily: (familyId, work) =>
      retried(() => transaction(app, named('BEGIN READ ONLY', familyId), work)),
    askFamily: (familyId, ask) => retried(() => asking(named('BEGIN READ ONLY', familyId), ask)),
    changeFamily: async (familyId, work, last, proof) => {
      const opening = (tx: Tx) => [lockForChange(tx, familyId), ...(proof ? [proof(tx)] : [])];
      const result = await retried(() =>
        transaction(app, named('BEGIN', familyId), work, opening, last),
      );
      tellChange([familyId]);
      return result;
    },
    changeAtOnce: async (familyId, ask) => {
      const done = await changing(ask);
      if (done) tellChange([familyId]);
      return done;
    },
    onChange: (hear) => void hearers.push(hear),
    tellChange,
    onSlow: (hear) => void slowHearers.push(hear),
    openEar: (heard, lost) => open('app', 1, lost, heard),
    close: async () => {
      const all = [owner, app, ...[...lanes, ...hasty].map(({ sql }) => sql)];
      await Promise.all(all.map((pool) => pool.end({ timeout: 5 })));
      await Promise.all(lenders.map((lender) => lender.end()));
    },
  };
}

/**
 * Makes clients of `max` connections in a role; `lost` hears of each connection that closes,
 * `heard` of what was said with NOTIFY. `settings` are the connection's, beside those of its role.
 */
const opener =
  (address: Address, slow: (ms: number) => void) =>
  (
    role: 'owner' | 'app',
    max: number,
    lost?: () => void,
    heard?: (channel: string, text: string) => void,
    settings?: Record<string, string | number>,
  ): Pool => {
    const options = {
      max,
      max_lifetime: null,
      ...(lost && { onclose: lost }),
      ...(heard && { onnotify: heard }),
      transform: { column: { from: postgres.toCamel } },
      types: {
        bigint: postgres.BigInt,
        // A civil date stays text: it is no moment in any time zone.
        civil: { to: 1082, from: [1082], serialize: identity, parse: identity },
        // The job queue hands over JSON that is already text.
        json: {
          to: 114,
          from: [114, 3802],
          serialize: (value: unknown) =>
            typeof value === 'string' ? value : JSON.stringify(value),
          parse: JSON.parse,
        },
      },
      connection: {
        application_name: `satling-${role}`,
        timezone: 'UTC',
        statement_timeout: 60_000,
        idle_in_transaction_session_timeout: 60_000,
        ...(role === 'app' && { role: 'satling_app', ...BY_KEY }),
        ...settings,
      },
      onnotice: () => undefined,
    };
    const client =
      'url' in address
        ? postgres(address.url, options)
        : postgres({
            ...options,
            host: address.socketDir,
            port: address.port,
            user: address.user,
            database: address.database,
          });
    hearSlow(client, slow);
    return client;
  };

/** The connections that the transactions of each pool's role run on. */
const transactionsOf = new WeakMap<Pool, Clients>();

type Begin = 'BEGIN' | 'BEGIN READ ONLY' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** Text that is safe to send as it is: see named. */
export type Opening = Begin | (string & { readonly isOpening: true });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Begins and names the family, for this transaction only, in one message: 27 µs of CPU time less
 * than two prepared statements. SET takes no parameters, so the text is made here, of an id only.
 */
function named(begin: Begin, familyId: string): Opening {
  if (!UUID.test(familyId)) throw new RangeError(`Not the id of a family: ${familyId}`);
  return `${begin};SET LOCAL app.family_id='${familyId}'` as Opening;
}

/**
 * One transaction in the role of a pool. Nothing waits for an answer that only says "done": the
 * opening statements travel with the first of `work`, COMMIT with `last`. If one of them fails,
 * PostgreSQL refuses those behind it, and COMMIT rolls back. (A round trip costs about 45 + 60 µs
 * of CPU time: two processes that wake each other.)
 */
export async function transaction<T>(
  pool: Pool,
  begin: Opening,
  work: (tx: Tx) => Promise<T>,
  opening: (tx: Tx) => Question[] = () => [],
  last: (tx: Tx, result: T) => readonly PromiseLike<unknown>[] = () => [],
): Promise<T> {
  const lender = transactionsOf.get(pool);
  if (!lender) throw new Error('This pool was not made by connect()');
  const lease = await lender.lend();
  const { tx } = lease;
  let isEnding = false;
  const run = async () => {
    const opened = allOf([tx.unsafe(begin), ...opening(tx)].map((one) => one.execute())).then(
      lease.answered,
    );
    opened.catch(() => undefined); // thrown below, when `work` is through
    const result = await work(tx).catch(async (error) => {
      await opened; // if the opening failed, that is why
      throw error;
    });
    isEnding = true;
    const committed = tx`COMMIT`;
    await allOf([opened, ...last(tx, result), committed.execute()]);
    // The answer to COMMIT is ROLLBACK when an error was caught and passed over.
    if ((await committed).command !== 'COMMIT') throw new Error('The change was rolled back');
    return result;
  };
  const rolledBack = async (error: unknown): Promise<never> => {
    // A connection that is gone has rolled back by itself, and nothing may be sent on a new one.
    if (!lease.isLost()) await tx`ROLLBACK`.catch(() => undefined);
    throw error;
  };
  try {
    return await Promise.race([run().catch(rolledBack), lease.lost]);
  } catch (error) {
    throw !isEnding && lease.wasGone() ? new NeverBegan() : error;
  } finally {
    lease.release();
  }
}

const AGAIN = new Set(['40001', '40P01']);
const TRIES = 5;

/**
 * Runs a unit of work again after a serialisation failure or a deadlock, or when its connection had
 * been closed before it began (the server was started anew, say), at most 5 times.
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
