/**
 * Runs after a restore, before anyone can sign in: ends every session, sign-in link and open
 * invitation, and repeats everything erased or removed since the copy was made.
 */

import { eraseFamily } from '#features/book/privacy/work.ts';
import { repeatLeaving } from '#features/household/family/leaving.ts';
import { repeatEndOfSignIn, repeatErasing } from '#features/people/children/closing.ts';
import { lockForChange } from '#server/db/revision.ts';
import type { Tx } from '#server/db/sql.ts';
import { deriveKey } from '#server/env.ts';
import { type Erasure, erasures, nameOf, noteRestored } from '#server/erasures.ts';
import { SECRETS_KEY } from '#server/secrets.ts';
import type { ErasureList } from '#tools/nightly-backup/erasure-list.ts';
import { erasers } from './erasers.ts';

type Restored = {
  copiedAt: Date;
  /** Undefined if none was found. */
  list: ErasureList | undefined;
  /** The backup's author is proven: an invented backup may list erasures too. */
  isProven: boolean;
  secretKey: Uint8Array;
  now: Date;
};

/**
 * In the restore's transaction.
 * @returns whether everything erased since the copy is erased again; otherwise the operator first
 * checks the members of each family, and only the operator can sign in
 */
export async function afterRestore(
  tx: Tx,
  { copiedAt, list, isProven, secretKey, now }: Restored,
): Promise<boolean> {
  await endAllAccess(tx, now);
  const secretsKey = deriveKey(secretKey, SECRETS_KEY);
  let isSure = isProven && list !== undefined && list.until > copiedAt;
  // Erasures that the copy already knows happened before it. No clock decides: a person may have
  // come back.
  const known = new Set((await erasures(tx)).map(nameOf));
  for (const erasure of list?.erasures ?? [])
    if (!known.has(nameOf(erasure)) && !(await repeat(tx, erasure, { secretsKey, now })))
      isSure = false;
  await noteRestored(tx, { copiedAt, checkedAt: isSure ? now : null, now });
  return isSure;
}

/** Recovery codes, passkeys and PINs stay: they are on paper and in people's hands. */
async function endAllAccess(tx: Tx, now: Date): Promise<void> {
  for (const table of ['session', 'magic_link', 'device', 'joining', 'email_change'])
    await tx`DELETE FROM ${tx(table)}`;
  await tx`
    UPDATE invitation SET answer = 'cancelled', answered_at = ${now} WHERE answer IS NULL`;
}

/** False if a person has to check. A person or book missing from the copy needs no repeat. */
export async function repeat(
  tx: Tx,
  { kind, subjectId, ofFamily }: Pick<Erasure, 'kind' | 'subjectId' | 'ofFamily'>,
  { secretsKey, now }: { secretsKey: Uint8Array; now: Date },
): Promise<boolean> {
  const [family] = await tx`SELECT FROM family WHERE family_id = ${ofFamily}`;
  if (!family) return true;
  await lockForChange(tx, ofFamily);
  if (kind === 'family') await eraseFamily(tx, ofFamily, now);
  if (kind === 'book') await repeatErasing(tx, ofFamily, subjectId, erasers, now);
  if (kind !== 'person') return true;
  if (await repeatEndOfSignIn(tx, ofFamily, subjectId, now)) return true;
  return repeatLeaving(tx, secretsKey, ofFamily, { userId: subjectId, now });
}
