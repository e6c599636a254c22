/**
 * Finds entries by child, account, type, date and words. For any search, one answer reads a limited
 * piece of the book, along an index, and reports how far it got.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { shownName } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { ACCOUNT_KINDS, TransactionType } from './contract.ts';
import { PAGE, SEARCHED_AT_ONCE } from './contract.ts';
import { describe, hasWords } from './rules.ts';
import { type EntryRow, type EntryType, entrySelect, textOf } from './store.ts';

export type Wanted = {
  childId?: string | undefined;
  account?: AccountRow | undefined;
  type?: TransactionType | undefined;
  /** From this moment (inclusive) to that one (exclusive). */
  since?: Date | undefined;
  until?: Date | undefined;
  text?: string | undefined;
  /** The last entry already read. */
  before?: string | undefined;
};

export type AccountRow = {
  accountId: string;
  kind: (typeof ACCOUNT_KINDS)[number];
  childId: string | null;
  childName: string | null;
  balanceSats: bigint;
  heldSats: bigint;
};

export type FoundRow = EntryRow & { changeSats: bigint | null; afterSats: bigint | null };
export type Found = { rows: FoundRow[]; next: string | null; searchedTo: Date | null };

/** Finds a visible account; the outside isn't one. */
export async function findAccount(
  tx: Tx,
  familyId: string,
  accountId: string,
): Promise<AccountRow | undefined> {
  const [row] = await tx<AccountRow[]>`
    SELECT a.account_id, a.kind, a.child_id, ${shownName(tx)} AS child_name, a.balance_sats,
      a.held_sats
    FROM account a LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
    WHERE a.family_id = ${familyId} AND a.account_id = ${accountId} AND a.kind <> 'outside'`;
  return row;
}

export type Carried = { upTo: Date; sats: bigint | null };

/** The balances brought forward from the book's pruned beginning, optionally for one account. */
export async function readCarried(
  tx: Tx,
  familyId: string,
  accountId: string | undefined,
): Promise<Carried | null> {
  const [row] = await tx<Carried[]>`
    SELECT k.newest_at AS up_to, ${
      accountId
        ? tx`coalesce((SELECT amount_sats FROM checkpoint_sum s
            WHERE s.family_id = k.family_id AND s.account_id = ${accountId}), 0)`
        : tx`NULL::bigint`
    } AS sats
    FROM checkpoint k WHERE k.family_id = ${familyId}`;
  return row ?? null;
}

export async function search(tx: Tx, familyId: string, wanted: Wanted): Promise<Found> {
  const slice = await readSlice(tx, familyId, wanted);
  const found = slice.filter((row) => fits(row, wanted)).slice(0, PAGE + 1);
  const isMore = found.length > PAGE;
  const shown = found.slice(0, PAGE);
  const lastRead = isMore ? shown.at(-1) : slice.length === sizeOf(wanted) ? slice.at(-1) : null;
  const rows = await readEntries(tx, familyId, shown, wanted);
  return {
    rows,
    next: lastRead?.entryId ?? null,
    searchedTo: lastRead?.occurredAt ?? null,
  };
}

type SliceRow = {
  entryId: string;
  type: EntryType;
  reverses: string | null;
  occurredAt: Date;
  text: string | null;
  changeSats: bigint | null;
};

function fits(row: SliceRow, { type, text, account }: Wanted): boolean {
  if (account && row.changeSats === null) return false;
  // Entries that only concern a goal show only in that goal's account.
  if (!account && (row.type === 'goal_in' || row.type === 'goal_out')) return false;
  if (type && row.type !== type) return false;
  return !text || hasWords(row.text ?? describe(row.type, row.reverses !== null), text);
}

/** A page plus one, or many if most lines will be filtered out. */
const sizeOf = ({ account, type, text }: Wanted): number =>
  account || type || text ? SEARCHED_AT_ONCE : PAGE + 1;

/** The next piece of the book, newest first: a page, or more if lines will be filtered out. */
async function readSlice(tx: Tx, familyId: string, wanted: Wanted): Promise<SliceRow[]> {
  const { account, text, before } = wanted;
  const last = before ? await readLast(tx, familyId, before) : undefined;
  // Inlined, because a plan that doesn't know how few rows are wanted may sort them all.
  const size = sizeOf(wanted);
  const piece =
    account?.kind === 'goal'
      ? tx`
        SELECT e.* FROM posting g JOIN entry e ON e.family_id = g.family_id
          AND e.entry_id = g.entry_id
        WHERE g.family_id = ${familyId} AND g.account_id = ${account.accountId}`
      : tx`SELECT e.* FROM entry e WHERE e.family_id = ${familyId} ${
          wanted.childId ? tx`AND e.child_id = ${wanted.childId}` : tx``
        }`;
  return tx<SliceRow[]>`
    SELECT e.entry_id, e.type, e.reverses, e.occurred_at,
      ${text ? textOf(tx) : tx`NULL`} AS text,
      ${account ? changeOn(tx, account) : tx`NULL::bigint`} AS change_sats
    FROM (
      ${piece} ${inRange(tx, wanted, last)}
      ORDER BY e.occurred_at DESC, e.entry_id DESC LIMIT ${tx.unsafe(String(size))}
    ) e
    ORDER BY e.occurred_at DESC, e.entry_id DESC`;
}

/** For the entry `e`, looked up by key for each, like its text. */
const changeOn = (tx: Tx, { accountId }: AccountRow) => tx`
  (SELECT p.amount_sats FROM posting p
   WHERE p.family_id = e.family_id AND p.entry_id = e.entry_id AND p.account_id = ${accountId})`;

type Last = { entryId: string; at: string };

/** The end of the last answer. As text: the database has microseconds, Date doesn't. */
async function readLast(tx: Tx, familyId: string, before: string): Promise<Last> {
  const [last] = await tx<Last[]>`
    SELECT entry_id, occurred_at::text AS at FROM entry
    WHERE family_id = ${familyId} AND entry_id = ${before}`;
  if (!last) throw new Refusal('NOT_FOUND', because('NO_PLACE_TO_GO_ON'), 'before');
  return last;
}

const inRange = (tx: Tx, { since, until }: Wanted, last: Last | undefined) => tx`
  ${since ? tx`AND e.occurred_at >= ${since}` : tx``}
  ${until ? tx`AND e.occurred_at < ${until}` : tx``}
  ${
    last
      ? tx`AND (e.occurred_at, e.entry_id) < (${last.at}::timestamptz, ${last.entryId}::uuid)`
      : tx``
  }`;

/** All displayed data of these entries, in their order. */
async function readEntries(
  tx: Tx,
  familyId: string,
  slice: readonly SliceRow[],
  wanted: Wanted,
): Promise<FoundRow[]> {
  const [first] = slice;
  if (!first) return [];
  const rows = await tx<EntryRow[]>`
    ${entrySelect(tx)}
    WHERE e.family_id = ${familyId}
      AND e.entry_id = ANY (${slice.map((row) => row.entryId)}::uuid[])
    ORDER BY e.occurred_at DESC, e.entry_id DESC`;
  const { account, type, text } = wanted;
  // The newest line of an account has no later one.
  const isNewest = !wanted.before && !wanted.until;
  let after =
    account && !type && !text
      ? isNewest
        ? account.balanceSats
        : await balanceAfter(tx, familyId, account, first.entryId)
      : null;
  const changes = new Map(slice.map((row) => [row.entryId, row.changeSats]));
  return rows.map((row) => {
    const changeSats = changes.get(row.entryId) ?? null;
    const afterSats = after;
    if (after !== null) after -= changeSats ?? 0n;
    return { ...row, changeSats, afterSats };
  });
}

/** The account's balance after this entry: today's balance minus all later changes. */
async function balanceAfter(
  tx: Tx,
  familyId: string,
  account: AccountRow,
  entryId: string,
): Promise<bigint> {
  const { balanceSats, childId, kind } = account;
  const [row] = await tx<{ laterSats: bigint }[]>`
    SELECT coalesce(sum(${changeOn(tx, account)}), 0)::bigint AS later_sats
    FROM entry x
    JOIN entry e ON e.family_id = x.family_id
      ${kind === 'goal' ? tx`` : tx`AND e.child_id = ${childId}`}
      AND (e.occurred_at, e.entry_id) > (x.occurred_at, x.entry_id)
    WHERE x.family_id = ${familyId} AND x.entry_id = ${entryId}`;
  return balanceSats - (row?.laterSats ?? 0n);
}
