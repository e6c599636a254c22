/**
 * Referrals: a free month for the invited family and the inviting one, once, when the invited one
 * first pays. No family can invite itself, directly or in a ring.
 */

import { createHmac, randomInt } from 'node:crypto';
import type { Sentence } from '#contract/checks.ts';
import { because } from '#contract/reasons.ts';
import { DAY } from '#core/time.ts';
import { newName } from '#features/money/lightning/gifts/rules.ts';
import type { Tx } from '#server/db/sql.ts';
import { deriveKey } from '#server/env.ts';
import { canonicalEmail, FREE_MONTHS, MOST_FRIENDS_A_YEAR } from './rules.ts';
import { addCredit, readCredits } from './store.ts';

/** Returns the family's code; the first call creates it. */
export async function codeOf(tx: Tx, familyId: string, now: Date): Promise<string> {
  await tx`
    INSERT INTO referral_code (code, family_id, made_at)
    VALUES (${newName('', randomInt)}, ${familyId}, ${now}) ON CONFLICT (family_id) DO NOTHING`;
  const [row] = await tx<{ code: string }[]>`
    SELECT code FROM referral_code WHERE family_id = ${familyId}`;
  if (!row) throw new Error('The family has no referral code');
  return row.code;
}

export type Invited = { familyId: string; code: string };

/** Checks whether a code is valid for this family: returns the obstacle, or the code's owner. */
export async function judgeReferral(
  tx: Tx,
  secretsKey: Uint8Array,
  { familyId, code }: Invited,
): Promise<{ obstacle: Sentence } | { referrerId: string; macs: string[] }> {
  const [owner] = await tx<{ familyId: string }[]>`
    SELECT family_id FROM referral_code WHERE code = ${code.toLowerCase()}`;
  if (!owner) return { obstacle: because('REFERRAL_UNKNOWN') };
  const referrerId = owner.familyId;
  const [own, theirs] = [
    await macsOf(tx, secretsKey, familyId),
    await macsOf(tx, secretsKey, referrerId),
  ];
  if (referrerId === familyId || own.some((mac) => theirs.includes(mac)))
    return { obstacle: because('REFERRAL_OWN') };
  if ((await readCredits(tx, familyId)).invoices > 0)
    return { obstacle: because('REFERRAL_FIRST_PAYMENT') };
  if (await wasInvitedBy(tx, referrerId, familyId)) return { obstacle: because('REFERRAL_RING') };
  const [known] = await tx`SELECT 1 FROM referred_person WHERE mac = ANY (${own}::text[]) LIMIT 1`;
  if (known) return { obstacle: because('REFERRAL_ONCE') };
  return { referrerId, macs: [...own, ...theirs] };
}

/** MACs of the sign-in addresses of everyone in the family. */
async function macsOf(tx: Tx, secretsKey: Uint8Array, familyId: string): Promise<string[]> {
  const people = await tx<{ email: string }[]>`
    SELECT email FROM users WHERE family_id = ${familyId}`;
  const key = deriveKey(secretsKey, 'referral');
  return people.map(({ email }) =>
    createHmac('sha256', key).update(canonicalEmail(email)).digest('hex'),
  );
}

/** True if `other` invited the family, directly or through others. */
async function wasInvitedBy(tx: Tx, familyId: string, other: string): Promise<boolean> {
  const [found] = await tx`
    WITH RECURSIVE above AS (
      SELECT referrer_id FROM referral WHERE family_id = ${familyId}
      UNION SELECT r.referrer_id FROM referral r JOIN above a ON r.family_id = a.referrer_id
    ) SELECT 1 FROM above WHERE referrer_id = ${other}`;
  return found !== undefined;
}

/** Serializes two families that name each other at the same moment. */
const TURN = 0x5a71;

/** Call it before the first payment is credited. @returns true if the family gets its free month */
export async function acceptReferral(
  tx: Tx,
  secretsKey: Uint8Array,
  invited: Invited,
  now: Date,
): Promise<boolean> {
  await tx`SELECT pg_advisory_xact_lock(${TURN})`;
  const judged = await judgeReferral(tx, secretsKey, invited);
  if ('obstacle' in judged) return false;
  const { referrerId, macs } = judged;
  await tx`
    INSERT INTO referral (family_id, referrer_id, paid_at)
    VALUES (${invited.familyId}, ${referrerId}, ${now})`;
  for (const mac of macs)
    await tx`INSERT INTO referred_person (mac, noted_at) VALUES (${mac}, ${now})
      ON CONFLICT DO NOTHING`;
  return true;
}

const YEAR_MS = 365 * DAY;

/** Gives the referrer its month, once; call it behind its lock. @returns false if none is due */
export async function creditReferrer(
  tx: Tx,
  referrerId: string,
  friendId: string,
  now: Date,
): Promise<boolean> {
  const taken = await tx`
    UPDATE referral SET credited_at = ${now}
    WHERE family_id = ${friendId} AND referrer_id = ${referrerId} AND credited_at IS NULL`;
  if (taken.count === 0) return false;
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM subscription_credit
    WHERE family_id = ${referrerId} AND source = 'friend'
      AND credited_at > ${new Date(now.getTime() - YEAR_MS)}`;
  if ((row?.count ?? 0) >= MOST_FRIENDS_A_YEAR) return false;
  await addCredit(tx, referrerId, { source: 'friend', months: FREE_MONTHS }, now);
  return true;
}

/** Hashes are deleted after this time. */
const REMEMBERED_MS = 2 * YEAR_MS;

export const forgetReferred = (tx: Tx, now: Date) => tx`
  DELETE FROM referred_person WHERE noted_at < ${new Date(now.getTime() - REMEMBERED_MS)}`;
