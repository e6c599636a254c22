/** Reads entries in their displayed form: newest first, with texts and the child's name. */

import { formatBtc } from '#core/money.ts';
import { DAY } from '#core/time.ts';
import type { FamilyRate } from '#features/people/auth/contract.ts';
import { shownName } from '#features/people/children/store.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import type { ACCOUNT_KINDS, Transaction, TransactionState, TransactionType } from './contract.ts';
import { CLOSED_BOOK, describe } from './rules.ts';

/** In addition to the types people choose: into a goal from outside, and out at its end. */
export type EntryType = TransactionType | 'goal_in' | 'goal_out';

export type EntryRow = {
  entryId: string;
  childId: string | null;
  type: EntryType;
  amountSats: bigint;
  text: string | null;
  reverses: string | null;
  childName: string;
  occurredAt: Date;
  recordedAt: Date;
  /** According to the newest payment event; null if there is none. */
  state: PaymentState | null;
  undoneBy: string | null;
  from: AccountKind | null;
  to: AccountKind | null;
};

/** The price stored with an entry, if there was one. */
export type KeptRate = { rateCurrency: string | null; rateMinorPerBtc: bigint | null };

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

type PaymentState = Exclude<TransactionState, 'recorded'> | 'cancelled';

/** `from` can be an already limited part of the table. */
export const entrySelect = (sql: Sql, from = sql`entry`) => sql`
  SELECT e.entry_id, e.child_id, e.type, e.amount_sats, ${textOf(sql)} AS text, e.reverses,
    coalesce(${shownName(sql)}, '') AS child_name, e.occurred_at, e.recorded_at,
    e.rate_currency, e.rate_minor_per_btc,
    (SELECT p.state FROM payment_event p
     WHERE p.family_id = e.family_id AND p.entry_id = e.entry_id
     ORDER BY p.event_no DESC LIMIT 1) AS state,
    (SELECT r.entry_id FROM entry r
     WHERE r.family_id = e.family_id AND r.reverses = e.entry_id) AS undone_by,
    ${kindMoved(sql, sql`p.amount_sats < 0`)} AS "from",
    ${kindMoved(sql, sql`p.amount_sats > 0`)} AS "to"
  FROM ${from} e
  LEFT JOIN child c ON c.family_id = e.family_id AND c.child_id = e.child_id`;

/** For the entry `e`. Looked up by key: a join might read all of the family's texts. */
export const textOf = (sql: Sql) => sql`
  (SELECT t.text FROM entry_text t WHERE t.family_id = e.family_id AND t.entry_id = e.entry_id)`;

/** For the entry `e`; ignores a goal's share when savings or spending money moves. */
const kindMoved = (sql: Sql, side: ReturnType<Sql>) => sql`
  (SELECT max(a.kind) FROM posting p
   JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
     AND a.kind <> 'outside'
   WHERE p.family_id = e.family_id AND p.entry_id = e.entry_id AND ${side})`;

/** Money into goals from outside, and out of them, shows only in a goal's account and history. */
export const isShown = (sql: Sql) => sql`e.type NOT IN ('goal_in', 'goal_out')`;

/** The whole family's, or only one child's. */
export const latestEntries = (tx: Tx, familyId: string, limit: number, childId?: string | null) =>
  tx<EntryRow[]>`
    ${entrySelect(tx)}
    WHERE e.family_id = ${familyId} AND ${isShown(tx)}
      ${childId ? tx`AND e.child_id = ${childId}` : tx``}
    ORDER BY e.occurred_at DESC, e.entry_id DESC LIMIT ${limit}`;

/** True if the child has no open book: its lines aren't reported until the book is restored. */
export const isBookClosed = ({ childName }: Pick<EntryRow, 'childName'>): boolean =>
  childName === '';

export const isGoalMove = (type: EntryType): boolean => type === 'goal_in' || type === 'goal_out';

/** Any entry; one that only concerns a goal can be viewed, but only changed on the goal's page. */
export async function findAnyEntry(
  tx: Tx,
  familyId: string,
  entryId: string,
): Promise<EntryRow | undefined> {
  const [row] = await tx<EntryRow[]>`
    ${entrySelect(tx)} WHERE e.family_id = ${familyId} AND e.entry_id = ${entryId}`;
  return row;
}

export async function findEntry(
  tx: Tx,
  familyId: string,
  entryId: string,
): Promise<EntryRow | undefined> {
  const row = await findAnyEntry(tx, familyId, entryId);
  return row && !isGoalMove(row.type) ? row : undefined;
}

/** One child's entries within the last 24 hours. */
export async function countSpending(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM entry
    WHERE family_id = ${familyId} AND child_id = ${childId} AND type = 'spending'
      AND occurred_at > ${new Date(now.getTime() - DAY)}`;
  return row?.count ?? 0;
}

export type Book = { name: string; savings: string; spending: string; outside: string };

/** The names in these children's books, and the accounts their money moves between. */
export async function findBooks(
  tx: Tx,
  familyId: string,
  childIds: readonly string[],
): Promise<Map<string, Book>> {
  const books = await tx<(Book & { childId: string })[]>`
    SELECT c.child_id, c.name, s.account_id AS savings, l.account_id AS spending,
      o.account_id AS outside
    FROM child c
    JOIN account s ON s.family_id = c.family_id AND s.child_id = c.child_id AND s.kind = 'savings'
    JOIN account l ON l.family_id = c.family_id AND l.child_id = c.child_id AND l.kind = 'spending'
    JOIN account o ON o.family_id = c.family_id AND o.kind = 'outside'
    WHERE c.family_id = ${familyId} AND c.child_id = ANY (${[...childIds]}::uuid[])
      AND c.removed_at IS NULL`;
  return new Map(books.map(({ childId, ...book }) => [childId, book]));
}

/** Its own words, otherwise the default of its type. */
export const describeEntry = ({ text, type, reverses }: EntryRow): string =>
  text ?? describe(type, reverses !== null);

const shownType = (type: EntryType): TransactionType =>
  type === 'goal_in' ? 'savings_deposit' : type === 'goal_out' ? 'savings_withdrawal' : type;

export const asTransaction = (row: EntryRow): Transaction => ({
  id: row.entryId,
  childId: row.childId,
  type: shownType(row.type),
  amount: formatBtc(row.amountSats),
  description: describeEntry(row),
  childName: row.childName || CLOSED_BOOK,
  createdAt: row.occurredAt.toISOString(),
  state: row.state === null || row.state === 'cancelled' ? 'recorded' : row.state,
  reverses: row.reverses,
  undoneBy: row.undoneBy,
  from: row.from,
  to: row.to,
});

export const asRate = ({ rateCurrency, rateMinorPerBtc }: KeptRate): FamilyRate | null =>
  rateCurrency === null ? null : { currency: rateCurrency, minorPerBtc: Number(rateMinorPerBtc) };
