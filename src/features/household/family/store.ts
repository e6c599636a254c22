/** SQL for families, spouses and invitations. */
import type { CivilDate } from '#core/calendar.ts';
import type { Language } from '#core/language.ts';
import { localDate } from '#core/time-zone.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { openOutside } from '#server/ledger/accounts.ts';

export type FamilyRow = {
  familyId: string;
  timeZone: string;
  payAutomatically: boolean;
  hasWallet: boolean;
  hasEncryptedWallet: boolean;
  hasLightning: boolean;
  giftsWaiting: number;
  payoutsOwed: number;
  paymentsWaiting: number;
  depositsWaiting: number;
  sendsWaiting: number;
  spouseShare: number;
  createdAt: Date;
};

/** Reads the family, with today's date in its time zone. */
export async function readFamily(
  tx: Tx,
  familyId: string,
  now: Date,
): Promise<FamilyRow & { today: CivilDate }> {
  const [row] = await tx<FamilyRow[]>`
    SELECT family_id, time_zone, pay_automatically, spouse_share, created_at,
      ${whatItHas(tx)}
    FROM family f WHERE family_id = ${familyId}`;
  if (!row) throw new Error(`The family ${familyId} does not exist`);
  return { ...row, today: localDate(now, row.timeZone) };
}

/**
 * For a family `f`: its wallets in either form, and the number of pending items of each kind:
 * gifts; pay days owed; Lightning payments that a child requested, an unlocked browser has to make,
 * the wallet can't account for, or that were paid after all; deposits; and unpaid sends.
 */
export const whatItHas = (sql: Sql) => sql`
  EXISTS (SELECT FROM wallet w WHERE w.family_id = f.family_id) AS has_wallet,
  EXISTS (SELECT FROM vault v WHERE v.family_id = f.family_id AND v.encrypted_data IS NOT NULL)
    AS has_encrypted_wallet,
  EXISTS (SELECT FROM lightning_connection l WHERE l.family_id = f.family_id)
    OR EXISTS (SELECT FROM vault v WHERE v.family_id = f.family_id AND v.spending_id IS NOT NULL)
    AS has_lightning,
  (SELECT count(*)::int FROM payment g WHERE g.family_id = f.family_id AND g.purpose = 'gift'
    AND g.state = 'paid' AND g.answer IS NULL) AS gifts_waiting,
  (SELECT count(*)::int FROM payout o WHERE o.family_id = f.family_id AND o.state = 'owed')
    AS payouts_owed,
  (SELECT count(*)::int FROM payment a WHERE a.family_id = f.family_id
    AND a.purpose IN ('spend', 'payout', 'transfer') AND (a.state = 'asked' OR a.state = 'open'
      AND (a.failure IS NOT NULL OR a.by_browser AND a.sent_at IS NULL)
      OR a.state = 'paid' AND a.failure IS NOT NULL)) AS payments_waiting,
  (SELECT count(*)::int FROM payment d WHERE d.family_id = f.family_id AND d.purpose = 'deposit'
    AND d.state = 'paid' AND d.answer IS NULL) AS deposits_waiting,
  (SELECT count(*)::int FROM payment p WHERE p.family_id = f.family_id AND p.purpose = 'send'
    AND p.state = 'open' AND p.txid IS NULL) AS sends_waiting`;

export async function changeSettings(
  tx: Tx,
  familyId: string,
  change: {
    timeZone?: string | undefined;
    spouseShare?: number;
  },
): Promise<void> {
  await tx`
    UPDATE family SET
      time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      spouse_share = coalesce(${change.spouseShare ?? null}::integer, spouse_share)
    WHERE family_id = ${familyId}`;
}

/** Creates an empty family, and makes it visible to the transaction. */
export async function makeFamily(tx: Tx, timeZone: string, now: Date): Promise<string> {
  const familyId = newId(now.getTime());
  await speakFor(tx, familyId);
  await tx`
    INSERT INTO family (family_id, time_zone, created_at)
      VALUES (${familyId}, ${timeZone}, ${now})`;
  await openOutside(tx, familyId, now);
  return familyId;
}

/** Makes this family visible to the rest of the transaction. */
export const speakFor = (tx: Tx, familyId: string) =>
  tx`SELECT set_config('app.family_id', ${familyId}, true)`;

export type MemberRow = {
  userId: string;
  email: string;
  firstName: string | null;
  /** A second adult with all of a parent's rights. */
  fullParent: boolean;
  /** When these rights start; null if they were given before the waiting period existed. */
  fullParentAt: Date | null;
};

export const memberColumns = (sql: Sql) => sql`
  user_id, email, first_name, full_parent,
  NULLIF(full_parent_at, '-infinity') AS full_parent_at`;

export async function memberWithRole(
  sql: Sql,
  familyId: string,
  role: 'parent' | 'spouse',
): Promise<MemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    SELECT ${memberColumns(sql)} FROM users
    WHERE family_id = ${familyId} AND role = ${role} ORDER BY created_at LIMIT 1`;
  return row;
}

/** True if joining another family would leave no data behind in this one. */
export async function isEmpty(tx: Tx, familyId: string, userId: string): Promise<boolean> {
  const [row] = await tx<{ empty: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM entry WHERE family_id = ${familyId})
      AND NOT EXISTS (SELECT FROM child WHERE family_id = ${familyId})
      AND NOT EXISTS (SELECT FROM users WHERE family_id = ${familyId}
        AND user_id <> ${userId}) AS empty`;
  return row?.empty === true;
}

/** Retention is a family setting, which the new member adopts. */
export async function moveUser(
  tx: Tx,
  userId: string,
  to: { familyId: string; role: 'parent' | 'spouse' | 'child'; childId: string | null },
): Promise<void> {
  await tx`
    UPDATE users u SET family_id = ${to.familyId}, role = ${to.role}, child_id = ${to.childId},
      full_parent = false, onboarded = ${to.role !== 'parent'},
      retention_months = coalesce(p.retention_months, 12),
        auto_pruning = coalesce(p.auto_pruning, false)
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT retention_months, auto_pruning FROM users
      WHERE family_id = ${to.familyId} AND role = 'parent' ORDER BY created_at LIMIT 1) p ON true
    WHERE u.user_id = ${userId}`;
}

export type AdultRow = MemberRow & {
  /** The family role: the parent who created the book, or the second adult. */
  role: 'parent' | 'spouse';
  /** For mails; null if still unknown. */
  language: Language | null;
  sharingEnabled: boolean;
  sharePercentage: number;
};

/** The adults who have joined, starting with the parent who created the book. */
export const adultsOf = (tx: Tx, familyId: string) => tx<AdultRow[]>`
  SELECT ${memberColumns(tx)}, language, role, sharing_enabled, share_percentage
  FROM users WHERE family_id = ${familyId} AND role IN ('parent', 'spouse')
  ORDER BY role, created_at`;

export type ChildHolding = { childId: string; name: string; sats: bigint };
type ParentsHolding = { childId: null; name: null; sats: bigint };

/**
 * Holdings across accounts of every kind: each child's, in the order of their books; an account
 * without a child is the parents' part of a goal.
 */
export const holdingsOf = (tx: Tx, familyId: string) => tx<(ChildHolding | ParentsHolding)[]>`
  SELECT c.child_id, c.name, coalesce(sum(a.balance_sats), 0)::bigint AS sats
  FROM account a LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
  WHERE a.family_id = ${familyId} AND a.kind <> 'outside' AND c.removed_at IS NULL
  GROUP BY c.child_id, c.name ORDER BY c.child_id`;

export const setSharing = (
  tx: Tx,
  userId: string,
  sharing: { sharingEnabled: boolean; sharePercentage: number },
) => tx`
  UPDATE users SET sharing_enabled = ${sharing.sharingEnabled},
    share_percentage = ${sharing.sharePercentage}
  WHERE user_id = ${userId}`;

export const makeFullParent = (tx: Tx, userId: string, from: Date) =>
  tx`UPDATE users SET full_parent = true, full_parent_at = ${from} WHERE user_id = ${userId}`;

export const undoFullParent = (tx: Tx, userId: string) =>
  tx`UPDATE users SET full_parent = false WHERE user_id = ${userId}`;

/** When the first parent leaves, the other takes their place. */
export const takeFirstPlace = (tx: Tx, userId: string) =>
  tx`UPDATE users SET role = 'parent', full_parent = false WHERE user_id = ${userId}`;
