/**
 * The connections that transactions run on: clients of one connection each, lent to one transaction
 * at a time. When a connection breaks, its transaction is over and its client is thrown away.
 * postgres.js 3.4.9 would open a new connection under the same handle (`begin` and `reserve` alike)
 * and run the rest there: outside any transaction, or inside another one.
 */
import type postgres from 'postgres';
import type { Pool, Tx } from './database.ts';

type Client = {
  readonly sql: Pool;
  isLost: boolean;
  hasAnswered: boolean;
  /** Rejects the transaction that the client is lent to. */
  onLost?: ((reason: ConnectionLost) => void) | undefined;
};

/** Valid until `release`; `tx` refuses to send once its connection is gone. */
export type Lease = {
  readonly tx: Tx;
  isLost(): boolean;
  /**
   * Rejects when the connection closes; postgres.js may leave what was sent just before pending.
   */
  readonly lost: Promise<never>;
  /** Call this when the connection has answered this transaction. */
  answered(): void;
  /** True if the connection had worked before but closed before it answered this transaction. */
  wasStale(): boolean;
  release(): void;
};

export type Clients = { acquire(): Promise<Lease>; end(): Promise<void> };

export class ConnectionLost extends Error {
  constructor() {
    super('The connection to the database was lost; whether the change was made is not known');
  }
}

/** Nothing was answered, and COMMIT was not sent or had nothing to commit: safe to retry. */
export class NeverBegan extends ConnectionLost {}

/** @param open makes a client of one connection, and calls `lost` when that connection closes. */
export function clients(size: number, open: (lost: () => void) => Pool): Clients {
  const make = () => {
    const lost = () => {
      client.isLost = true;
      client.onLost?.(new ConnectionLost());
    };
    const client: Client = { sql: open(lost), isLost: false, hasAnswered: false };
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
    void client.sql.end({ timeout: 5 });
    const fresh = make();
    all.add(fresh);
    return fresh;
  };
  return {
    acquire: async () => {
      const next = free.pop() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
      const client = next.isLost ? replace(next) : next;
      return leaseOf(client, () => release(client));
    },
    end: async () => {
      await Promise.all([...all].map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

function leaseOf(client: Client, release: () => void): Lease {
  const { hasAnswered } = client;
  let isAnswered = false;
  const isLost = () => client.isLost;
  const lost = new Promise<never>((_, reject) => {
    client.onLost = reject;
  });
  lost.catch(() => undefined); // thrown where it is awaited
  return {
    tx: guarded(client.sql, isLost),
    isLost,
    lost,
    answered: () => {
      isAnswered = true;
      client.hasAnswered = true;
    },
    wasStale: () => hasAnswered && !isAnswered && client.isLost,
    release: () => {
      client.onLost = undefined;
      release();
    },
  };
}

/** The client's `sql`, for as long as its connection lives. */
function guarded(sql: Pool, isLost: () => boolean): Tx {
  const check = () => {
    if (isLost()) throw new ConnectionLost();
  };
  return new Proxy(sql as postgres.Sql, {
    apply(target, self, argumentsList) {
      check();
      return Reflect.apply(target as never, self, argumentsList);
    },
    get(target, name) {
      if (name === 'unsafe') check();
      return Reflect.get(target, name);
    },
  }) as unknown as Tx;
}
