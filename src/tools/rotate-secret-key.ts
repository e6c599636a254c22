/**
 * A new SECRET_KEY for everything made with the old one, in one transaction: the book's chain, the
 * mails in the queue, the families' sealed secrets, and the devices' push subscriptions, which
 * depend on a key derived from it and therefore have to be requested again.
 */
import { resealCopies } from '#features/book/changes/store.ts';
import { seal, unseal } from '#server/box.ts';
import { refuseOthers } from '#server/db/alone.ts';
import { type Database, transaction } from '#server/db/database.ts';
import type { Tx } from '#server/db/sql.ts';
import { deriveKey } from '#server/env.ts';
import { MAIL_PURPOSE } from '#server/jobs.ts';
import { isSealedWith, type Keys, resealFamily } from '#server/ledger/reseal.ts';
import { resealSecrets, SECRETS_KEY } from '#server/secrets.ts';
import { resealSettings } from '#server/settings.ts';

export type Rotated = {
  families: number;
  entries: number;
  mails: number;
  secrets: number;
  devices: number;
};

/** The error, in one line, at the start of the program and of a rotation. */
export const NO_FIT =
  'The seals of this book do not fit this SECRET_KEY. If it is another key, set the right one, or put its file secret.key into DATA_DIR; after a rotation that was interrupted, run npm run rotate-secret-key again. If it is the right key, the newest entries were changed in the database: npm run verify-ledger names the first one of each family.';

/** @throws Error if something is sealed, and none of its newest links fits this key */
export async function refuseOtherKey(
  { owner }: Pick<Database, 'owner'>,
  secretKey: Uint8Array,
): Promise<void> {
  if ((await isSealedWith(owner, deriveKey(secretKey, 'seal'))) === false) throw new Error(NO_FIT);
}

/** All or nothing. The database must have no other user. */
export function rotateSecretKey({ owner }: Pick<Database, 'owner'>, keys: Keys): Promise<Rotated> {
  return transaction(owner, 'BEGIN', async (tx) => {
    await tx.unsafe(`SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
      SET LOCAL lock_timeout = '20s'`);
    await refuseOthers(tx);
    const of = (purpose: string): Keys => ({
      from: deriveKey(keys.from, purpose),
      to: deriveKey(keys.to, purpose),
    });
    const families = await tx<{ familyId: string }[]>`
      SELECT family_id FROM family ORDER BY family_id FOR UPDATE`;
    if ((await isSealedWith(tx, of('seal').from)) === false) throw new Error(NO_FIT);
    let entries = 0;
    for (const { familyId } of families) entries += await resealFamily(tx, familyId, of('seal'));
    const mails = await resealMails(tx, of('jobs'));
    const secrets = await resealSecrets(tx, of(SECRETS_KEY));
    await resealCopies(tx, of(SECRETS_KEY));
    await resealSettings(tx, of(SECRETS_KEY));
    const { count: devices } = await tx`DELETE FROM push_subscription`;
    return { families: families.length, entries, mails, secrets, devices };
  });
}

/** Includes mails already sent, because the old key opens nothing afterwards. */
async function resealMails(tx: Tx, { from, to }: Keys): Promise<number> {
  const [queue] = await tx<{ found: boolean }[]>`
    SELECT to_regclass('pgboss.job') IS NOT NULL AS found`;
  if (!queue?.found) return 0;
  const rows = await tx<{ id: string; box: string }[]>`
    SELECT id, data->>'box' AS box FROM pgboss.job WHERE name = 'mail' AND data->>'box' IS NOT NULL`;
  let mails = 0;
  for (const { id, box } of rows) {
    const mail = opened(from, box);
    if (!mail) continue;
    mails += 1;
    const data = { box: seal(to, MAIL_PURPOSE, mail) };
    await tx`
      UPDATE pgboss.job SET data = ${JSON.stringify(data)}::text::jsonb
      WHERE name = 'mail' AND id = ${id}`;
  }
  return mails;
}

/** Undefined for boxes sealed with another key: they can never be sent, and must not stop this. */
function opened(key: Uint8Array, box: string): unknown {
  try {
    return unseal(key, MAIL_PURPOSE, box);
  } catch {
    return undefined;
  }
}
