/**
 * Connections for transactions: clients of one connection each, lent to one transaction at a time.
 * When a connection breaks, its transaction is over and its client is discarded. postgres.js 3.4.9
 * would open a new connection under the same handle (for `begin` and `reserve` alike) and run the
 * remaining statements there: outside any transaction, or inside someone else's.
 */
import type postgres from 'postgres';
import type { Opened } from './open.ts';
import type { Pool, Tx } from './sql.ts';
import { ConnectionLost, giveUpUnanswered } from './unanswered.ts';

type Client = {
  readonly opened: Opened;
  isLost: boolean;
  /** Given up because it left a statement unanswered. */
  isSilent: boolean;
  hasAnswered: boolean;
  /** Rejects the transaction that borrowed this client. */
  onLost?: ((reason: ConnectionLost) => void) | undefined;
};

/** Valid until `release`; `tx` refuses to send after its connection is lost. */
export type Lease = {
  readonly tx: Tx;
  isLost(): boolean;
  /**
   * Rejects when the connection closes; postgres.js may leave the last statements pending forever.
   */
  readonly lost: Promise<never>;
  /** Call this once the connection has answered this transaction. */
  answered(): void;
  /** True if the connection had worked before but closed before it answered this transaction. */
  wasStale(): boolean;
  release(): void;
};

export type Clients = { acquire(): Promise<Lease>; end(): Promise<void> };

/** All connections are lent, and none came back in time. */
export class NoConnection extends Error {
  constructor() {
    super('No connection to the database was free in time');
  }
}

/**
 * Nothing was answered, and COMMIT was not sent or had nothing to commit, so it is safe to start
 * over.
 */
export class NeverBegan extends ConnectionLost {}

/**
 * @param open makes a client of one connection, and calls `lost` when that connection closes
 * @param answerMs how long a transaction waits for a connection, and then for each answer; no limit
 * if undefined. A connection that leaves a statement unanswered is closed, so its statements cannot
 * be committed later without a COMMIT having been sent.
 */
export function clients(
  size: number,
  open: (lost: () => void) => Opened,
  answerMs?: number,
): Clients {
  const make = () => {
    const lost = () => {
      client.isLost = true;
      client.onLost?.(new ConnectionLost());
    };
    const client: Client = {
      opened: open(lost),
      isLost: false,
      isSilent: false,
      hasAnswered: false,
    };
    return client;
  };
  const all = new Set(Array.from({ length: size }, make));
  const free = [...all];
  const waiting: ((client: Client) => void)[] = [];
  const release = (client: Client) => {
    const next = waiting.shift();
    if (next) next(client);
    else free.push(client);
  };
  const replace = (client: Client) => {
    all.delete(client);
    void client.opened.sql.end({ timeout: 5 });
    const fresh = make();
    all.add(fresh);
    return fresh;
  };
  return {
    acquire: async () => {
      const began = performance.now();
      const next = free.pop() ?? (await waitInLine(waiting, answerMs));
      const client = next.isLost ? replace(next) : next;
      const waited = performance.now() - began;
      return leaseOf(client, () => release(client), watcher(client, waited, answerMs));
    },
    end: async () => {
      await Promise.all([...all].map(({ opened }) => opened.sql.end({ timeout: 5 })));
    },
  };
}

function waitInLine(waiting: ((client: Client) => void)[], ms?: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const take = (client: Client) => {
      clearTimeout(timer);
      resolve(client);
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(new NoConnection());
    };
    const timer = ms === undefined ? undefined : setTimeout(leave, ms);
    waiting.push(take);
  });
}

type Watch = <Q>(made: Q) => Q;

/**
 * Gives up a client that leaves a statement unanswered. The first one has less time: `waited`, the
 * time already spent on the connection, is deducted.
 */
function watcher(client: Client, waited: number, ms?: number): Watch {
  if (ms === undefined) return (made) => made;
  const giveUp = () => {
    if (client.isLost) return;
    client.isLost = true;
    client.isSilent = true;
    client.onLost?.(new ConnectionLost());
    client.opened.giveUp();
  };
  let next = Math.max(ms - waited, 0);
  return (made) => {
    const limit = next;
    next = ms;
    return giveUpUnanswered(made, limit, giveUp);
  };
}

function leaseOf(client: Client, release: () => void, watch: Watch): Lease {
  const { hasAnswered } = client;
  let isAnswered = false;
  const isLost = () => client.isLost;
  const lost = new Promise<never>((_, reject) => {
    client.onLost = reject;
  });
  lost.catch(() => undefined); // surfaces where it is awaited
  return {
    tx: guarded(client.opened.sql, isLost, watch),
    isLost,
    lost,
    answered: () => {
      isAnswered = true;
      client.hasAnswered = true;
    },
    wasStale: () => hasAnswered && !isAnswered && client.isLost && !client.isSilent,
    release: () => {
      client.onLost = undefined;
      release();
    },
  };
}

/** The client's `sql`, usable only while its connection lives. */
function guarded(sql: Pool, isLost: () => boolean, watch: Watch): Tx {
  const check = () => {
    if (isLost()) throw new ConnectionLost();
  };
  return new Proxy(sql as postgres.Sql, {
    apply(target, self, argumentsList) {
      check();
      return watch(Reflect.apply(target as never, self, argumentsList));
    },
    get(target, name) {
      if (name !== 'unsafe') return Reflect.get(target, name);
      check();
      return (...given: Parameters<Pool['unsafe']>) => watch(sql.unsafe(...given));
    },
  }) as unknown as Tx;
}
