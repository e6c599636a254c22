/** SQL for saved copies. Each is behind the family's lock, and lasts 72 hours. */

import { HOUR } from '#core/time.ts';
import { seal, unseal } from '#server/box.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { UNDO_CHANGE_HOURS } from './contract.ts';

/** By item, such as `payout-plan:` plus a child's id. */
export type Former = {
  /** Null if there was nothing. */
  rows: unknown;
  /** The states before and after the call, as given by `digest`. */
  was: string;
  is: string;
};
export type Contents = { items: Readonly<Record<string, Former>>; needsPlain: boolean };

export type CopyRow = {
  copyId: string;
  call: string;
  undid: string | null;
  childId: string | null;
  childName: string | null;
  changedBy: string;
  byName: string | null;
  changedAt: Date;
  endsAt: Date;
  box: string;
  plain: string | null;
  adultLeft: boolean;
  forgetAskedBy: string | null;
};

const boundTo = (familyId: string, copyId: string) => `kept copy ${familyId} ${copyId}`;

type NewCopy = Pick<CopyRow, 'call' | 'undid' | 'childId' | 'changedBy' | 'changedAt'> & {
  sessionId: string | null;
  contents: Contents;
  plain: Readonly<Record<string, unknown>> | undefined;
};

/**
 * @returns its id, the number of copies from this session, and its number of undos within the last
 * hour
 */
export async function addCopy(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  { contents, plain, ...copy }: NewCopy,
): Promise<{ copyId: string; count: number; undone: number }> {
  const copyId = newId(copy.changedAt.getTime());
  const bound = boundTo(familyId, copyId);
  const at = copy.changedAt.getTime();
  const endsAt = new Date(at + UNDO_CHANGE_HOURS * HOUR);
  const hourAgo = new Date(at - HOUR);
  const [row] = await tx<{ count: number; undone: number }[]>`
    INSERT INTO kept_copy (family_id, copy_id, copy_no, call, undid, child_id, changed_by,
      session_id, changed_at, ends_at, box, plain)
    SELECT ${familyId}, ${copyId}, coalesce(max(copy_no), 0) + 1, ${copy.call}, ${copy.undid},
      ${copy.childId}, ${copy.changedBy}, ${copy.sessionId},
      ${copy.changedAt}, ${endsAt}, ${seal(key, bound, contents)},
      ${plain ? seal(key, bound, plain) : null}
    FROM kept_copy WHERE family_id = ${familyId}
    RETURNING (SELECT count(*)::integer + 1 FROM kept_copy
        WHERE family_id = ${familyId} AND session_id = ${copy.sessionId}
          AND ends_at > ${copy.changedAt}) AS count,
      (SELECT count(*)::integer FROM kept_copy
        WHERE family_id = ${familyId} AND undid IS NOT NULL AND session_id = ${copy.sessionId}
          AND changed_at > ${hourAgo}) AS undone`;
  return { copyId, count: row?.count ?? 1, undone: row?.undone ?? 0 };
}

export const openContents = (key: Uint8Array, familyId: string, { copyId, box }: CopyRow) =>
  unseal(key, boundTo(familyId, copyId), box) as Contents;

/** By item; empty if it was erased or never existed. */
export const openPlain = (key: Uint8Array, familyId: string, { copyId, plain }: CopyRow) =>
  (plain === null ? {} : unseal(key, boundTo(familyId, copyId), plain)) as Readonly<
    Record<string, unknown>
  >;

/** Stored instead of a call: an empty copy that records for 72 hours that an adult has left. */
const ADULT_LEFT = 'an adult left';

/** The copies that can be undone, newest first. */
export const listCopies = (tx: Tx, familyId: string, now: Date) => tx<CopyRow[]>`
  SELECT k.copy_id, k.call, k.undid, k.child_id, c.name AS child_name, k.changed_by,
    coalesce(u.first_name, u.email) AS by_name, k.changed_at, k.ends_at, k.box, k.plain,
    k.adult_left, k.forget_asked_by
  FROM kept_copy k
  LEFT JOIN child c ON c.family_id = k.family_id AND c.child_id = k.child_id
  LEFT JOIN users u ON u.family_id = k.family_id AND u.user_id = k.changed_by
  WHERE k.family_id = ${familyId} AND k.ends_at > ${now} AND k.call <> ${ADULT_LEFT}
  ORDER BY k.copy_no DESC`;

export const findCopy = async (tx: Tx, familyId: string, copyId: string, now: Date) =>
  (await listCopies(tx, familyId, now)).find((one) => one.copyId === copyId);

/** Nothing that the server can read is saved along with an encrypted wallet. */
export const forgetPlain = (tx: Tx, familyId: string) => tx`
  UPDATE kept_copy SET plain = NULL WHERE family_id = ${familyId} AND plain IS NOT NULL`;

/** Records that an adult has left, and withdraws all requests to erase a copy. */
export async function noteAdultLeft(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await addCopy(tx, key, familyId, {
    ...{ call: ADULT_LEFT, undid: null, childId: null, changedBy: by, changedAt: now },
    sessionId: null,
    ...{ contents: { items: {}, needsPlain: false }, plain: undefined },
  });
  await tx`
    UPDATE kept_copy SET adult_left = true, forget_asked_by = NULL WHERE family_id = ${familyId}`;
}

/** True if an adult has left within the last 72 hours. */
export async function hasAdultLeft(tx: Tx, familyId: string, now: Date): Promise<boolean> {
  const found = await tx`
    SELECT FROM kept_copy WHERE family_id = ${familyId} AND adult_left AND ends_at > ${now}`;
  return found.length > 0;
}

export const askToForget = (tx: Tx, familyId: string, copyId: string, by: string) => tx`
  UPDATE kept_copy SET forget_asked_by = ${by}
  WHERE family_id = ${familyId} AND copy_id = ${copyId}`;

export const eraseCopy = (tx: Tx, familyId: string, copyId: string) => tx`
  DELETE FROM kept_copy WHERE family_id = ${familyId} AND copy_id = ${copyId}`;

export const eraseCopiesAbout = (tx: Tx, familyId: string, childId: string) => tx`
  DELETE FROM kept_copy WHERE family_id = ${familyId} AND child_id = ${childId}`;

/** Erases copies after their 72 hours. */
export const sweepCopies = (tx: Tx, now: Date) => tx`
  DELETE FROM kept_copy WHERE ends_at <= ${now}`;

/** Reseals every copy with another key. @throws Error if one doesn't open with the old key */
export async function resealCopies(
  tx: Tx,
  { from, to }: { from: Uint8Array; to: Uint8Array },
): Promise<void> {
  const rows = await tx<{ familyId: string; copyId: string; box: string; plain: string | null }[]>`
    SELECT family_id, copy_id, box, plain FROM kept_copy`;
  for (const { familyId, copyId, box, plain } of rows) {
    const bound = boundTo(familyId, copyId);
    const again = (sealed: string) => seal(to, bound, unseal(from, bound, sealed));
    await tx`
      UPDATE kept_copy SET box = ${again(box)}, plain = ${plain === null ? null : again(plain)}
      WHERE family_id = ${familyId} AND copy_id = ${copyId}`;
  }
}
