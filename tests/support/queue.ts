/** Mails in the queue, without waiting for the worker. */
import type { Mail } from '../../src/server/adapters/mail/mail.ts';
import { unseal } from '../../src/server/box.ts';
import type { Database } from '../../src/server/db/database.ts';

/** Every mail to an address (or to all), oldest first, sent or not. */
export async function queuedMails(db: Database, key: Uint8Array, to?: string): Promise<Mail[]> {
  const rows = await db.owner<{ box: string }[]>`
    SELECT data->>'box' AS box FROM pgboss.job WHERE name = 'mail' ORDER BY created_on`;
  const mails = rows.map(({ box }) => unseal(key, 'mail', box) as Mail);
  return to === undefined ? mails : mails.filter((mail) => mail.to === to);
}
