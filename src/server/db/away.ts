/**
 * Recognizes errors that mean the database is unreachable or its disk is full, as opposed to bugs.
 */
import { NoConnection } from './clients.ts';
import { ConnectionLost } from './unanswered.ts';

const AWAY = new Set([
  // from the operating system
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EAGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // from postgres.js
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  // from PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
  '57014', // query_canceled, by statement_timeout
  ...['57P01', '57P02', '57P03', '57P05'], // shutting down, crashed, starting, or session closed
]);

export function isAway(error: unknown): boolean {
  if (error instanceof ConnectionLost || error instanceof NoConnection) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  // Class 08 is "connection exception". An error with a path is about a missing file: our own bug.
  return typeof code === 'string' && (code.startsWith('08') || (AWAY.has(code) && !isFile(error)));
}

/** The disk is full, for PostgreSQL or for this program in DATA_DIR. */
export const isDiskFull = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '53100' || code === 'ENOSPC';
};

/** A socket's ENOENT comes from `connect`. */
const isFile = (error: unknown) => {
  const { code, syscall } = error as { code: string; syscall?: string };
  return code === 'ENOENT' && syscall !== 'connect';
};
