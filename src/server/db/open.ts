/** Opens connections to PostgreSQL: address, role, and how types are read. */
import { connect as connectTo, type Socket } from 'node:net';
import postgres from 'postgres';
import { arrayTypes } from './arrays.ts';
import type { Address, Pool } from './sql.ts';

/** A pool, and a way to close its connections without waiting for the database. */
export type Opened = { readonly sql: Pool; giveUp(): void };

type Role = 'owner' | 'app';
/** The role that serves requests (app-role.ts). */
export const APP_ROLE = 'satling_app';

/**
 * Statements time out a little before connections do: a merely slow one must not cost its
 * connection.
 */
const STATEMENT_SHARE = 0.9;
const OWNER_STATEMENT_MS = 60_000;

const identity = (text: string) => text;

/**
 * Requests query by keys that start with the family, so one plan fits all values. A plan made while
 * a table was still empty must not become a full scan once the table has grown.
 */
const BY_KEY = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

/**
 * Creates clients of `max` connections in a role. `lost` is called for each connection that closes,
 * `onNotify` for each NOTIFY; `answerMs` is how long requests wait for an answer.
 */
export const opener =
  (address: Address, answerMs: number) =>
  (
    role: Role,
    max: number,
    lost: () => void,
    onNotify?: (channel: string, text: string) => void,
  ): Opened => {
    const sockets = new Set<Socket>();
    const options = {
      max,
      connect_timeout: 5,
      fetch_types: false,
      max_lifetime: null,
      onclose: lost,
      ...(onNotify && { onnotify: onNotify }),
      transform: { column: { from: postgres.toCamel } },
      types: {
        ...(arrayTypes as object),
        bigint: postgres.BigInt,
        // A civil date stays text: it isn't a moment in any time zone.
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
        statement_timeout: role === 'app' ? answerMs * STATEMENT_SHARE : OWNER_STATEMENT_MS,
        idle_in_transaction_session_timeout: 60_000,
        ...(role === 'app' && BY_KEY),
      },
      onnotice: () => undefined,
    };
    const socket = (to: Target) => {
      const made = connectSocket(to);
      sockets.add(made.once('close', () => sockets.delete(made)));
      return made;
    };
    const sql = openWith(address, role, { ...options, socket });
    const giveUp = () => {
      void sql.end({ timeout: 0 });
      for (const one of sockets) one.destroy();
    };
    return { sql, giveUp };
  };

function openWith<O extends object>(address: Address, role: Role, options: O): Pool {
  if ('url' in address) {
    const { url, login } = role === 'app' ? address.app : { url: address.url };
    return postgres(url, { ...options, ...login }) as unknown as Pool;
  }
  const { socketDir: host, port, database } = address;
  const user = role === 'app' ? APP_ROLE : address.user;
  return postgres({ ...options, host, port, user, database }) as unknown as Pool;
}

type Target = { path?: string | false; host: string[]; port: number[] };

/**
 * Over TCP, statements sent together would wait for each other's acknowledgement: the driver leaves
 * Nagle's algorithm on, which holds a small write back until the previous one is acknowledged.
 */
const connectSocket = ({ path, host, port }: Target): Socket =>
  path
    ? connectTo(path)
    : connectTo({ host: host[0] ?? 'localhost', port: port[0] ?? 5432, noDelay: true });
