/** Types for sending statements: a pool, a transaction, the server's address. */
import type postgres from 'postgres';

type Types = { bigint: bigint; civil: string; json: unknown };
export type Sql = postgres.ISql<Types>;
export type Pool = postgres.Sql<Types>;
/** A connection inside a transaction. */
export type Tx = Sql;
/** A statement that has not been sent yet. */
export type Question<R = unknown> = { execute(): PromiseLike<R> };
/**
 * Defers awaiting a sent statement until COMMIT is awaited: a transaction then takes only as many
 * round trips as its work needs.
 */
export type Last = (sent: PromiseLike<unknown>) => void;
export type Work<T> = (tx: Tx, last: Last) => Promise<T>;

/**
 * How to reach the server: a URL, or the private socket of the embedded one. Requests are served
 * over `app`, in another role (app-role.ts).
 */
export type Address =
  | { url: string; app: { url: string; login?: Login } }
  | { socketDir: string; port: number; user: string; database: string };

type Login = { user: string; password: string; database?: string };
