/** Tests move clocks by days, but sessions in them stay fresh (contract: `fresh`). */
import type { Database } from '../../src/server/db/database.ts';
import { readSession } from '../../src/server/http/actor.ts';

/** The session in this browser stays fresh, however far the clock is moved. */
export async function keepBrowserFresh(db: Database, cookies: ReadonlyMap<string, string>) {
  const hint = readSession(cookies.get('__Host-session'));
  if (!hint) throw new Error('Nobody is signed in here');
  await keepFresh(db, hint.tokenHash);
}

export const keepFresh = (db: Database, tokenHash: Uint8Array) =>
  db.owner`UPDATE session SET fresh_at = '2100-01-01' WHERE token_hash = ${tokenHash}`;

/** Everybody needs a fresh sign-in again. */
export const forgetProofs = (db: Database) => db.owner`UPDATE session SET fresh_at = NULL`;
