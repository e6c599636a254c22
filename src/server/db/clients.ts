/**
 * Connections for transactions. Each is a client of one connection that is lent to one transaction
 * at a time. A connection that breaks takes its transaction with it: nothing more is sent for it,
 * because the driver would open a new connection and run the rest there, outside of any
 * transaction or, in a shared pool, inside somebody else's.
 */
import type postgres from 'postgres';
import type { Pool, Tx } from './database.ts';

type Client = {
  readonly sql: Pool;
  isLost: boolean;
  hasAnswered: boolean;
  /** Of the transaction it is lent to. */
  onLost?: ((reason: ConnectionLost) => void) | undefined;
};

/** Lent until `release`; `tx` refuses to send once the connection it began on is gone. */
export type Lease = {
  readonly tx: Tx;
  isLost(): boolean;
  /**
   * Fails when the connection closes: of what is sent just before, postgres.js says nothing more.
   */
  readonly lost: Promise<never>;
  /** To be called when the connection has answered this transaction. */
  answered(): void;
  /** It had answered others before, and was gone before it answered this one. */
  wasGone(): boolean;
  release(): void;
};

export type Clients = { lend(): Promise<Lease>; end(): Promise<void> };

export class ConnectionLost extends Error {
  constructor() {
    super('The connection to the database was lost; whether the change was made is not known');
  }
}

/** Nothing of this transaction was answered and its COMMIT was never sent: it may begin again. */
export class NeverBegan extends ConnectionLost {}

/**
 * @param open makes a client of one connection; it calls `lost` whenever that connection closes. A
 * client is used until then only: what it had not sent yet, postgres.js 3.4.9 would keep and send
 * before its greeting on the next connection.
 */
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
  const give = (client: Client) => {
    const next = waiting.shift();
    if (next) next(client);
    else free.push(client);
  };
  const renew = (client: Client) => {
    all.delete(client);
    void client.sql.end({ timeout: 5 });
    const fresh = make();
    all.add(fresh);
    return fresh;
  };
  return {
    lend: async () => {
      const next = free.pop() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
      const client = next.isLost ? renew(next) : next;
      return leaseOf(client, () => give(client));
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
  lost.catch(() => undefined); // whoever waits for it hears of it
  return {
    tx: guarded(client.sql, isLost),
    isLost,
    lost,
    answered: () => {
      isAnswered = true;
      client.hasAnswered = true;
    },
    wasGone: () => hasAnswered && !isAnswered && client.isLost,
    release: () => {
      client.onLost = undefined;
      release();
    },
  };
}

/** The client's `sql`, for as long as the connection lives. */
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

/**
 * Waits for every answer, so that nothing is on its way when a connection goes back or rolls back.
 * @throws the error of the first that failed, as sent: those behind it only say that one did.
 */
export async function allOf(sent: readonly PromiseLike<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason;
}
