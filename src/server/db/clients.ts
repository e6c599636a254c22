/**
 * Connections for transactions. Each is a client of one connection that is lent to one transaction
 * at a time. A connection that breaks takes its transaction with it: nothing more is sent for it,
 * because the driver would open a new connection and run the rest there, outside of any
 * transaction or, in a shared pool, inside somebody else's.
 */
import type postgres from 'postgres';
import type { Pool, Tx } from './database.ts';

type Client = { readonly sql: Pool; losses: number };

/** Lent until `release`; `tx` refuses to send once the connection it began on is gone. */
export type Lease = { readonly tx: Tx; isLost(): boolean; release(): void };

export type Clients = { lend(): Promise<Lease>; end(): Promise<void> };

export class ConnectionLost extends Error {
  constructor() {
    super('The connection to the database was lost; whether the change was made is not known');
  }
}

/** @param open makes a client of one connection; it calls `lost` whenever that connection closes. */
export function clients(size: number, open: (lost: () => void) => Pool): Clients {
  const all = Array.from({ length: size }, () => {
    const client: Client = { sql: open(() => lose(client)), losses: 0 };
    return client;
  });
  const free = [...all];
  const waiting: ((client: Client) => void)[] = [];
  const give = (client: Client) => {
    const next = waiting.shift();
    if (next) next(client);
    else free.push(client);
  };
  return {
    lend: async () => {
      const client = free.pop() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
      const { losses } = client;
      const isLost = () => client.losses !== losses;
      return { tx: guarded(client.sql, isLost), isLost, release: () => give(client) };
    },
    end: async () => {
      await Promise.all(all.map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

function lose(client: Client): void {
  client.losses += 1;
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
