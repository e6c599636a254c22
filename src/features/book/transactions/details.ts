/** One entry with everything known about it that the reader may see. */

import { formatBtc } from '#core/money.ts';
import { askedBy } from '#features/book/approvals/store.ts';
import { shownName } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { ACCOUNT_KINDS, Details } from './contract.ts';
import type { PaymentProof } from './payments.ts';
import { undoUntil, whyNotPayable } from './rules.ts';
import { asTransaction, type EntryRow, findAnyEntry, isBookClosed, isGoalMove } from './store.ts';
import { obstacleTo, type UndoHooks } from './undo.ts';

const ADULTS_ONLY = 'A parent takes lines back';

export async function describeAll(
  { tx, actor, now }: Pick<FamilyContext, 'tx' | 'actor' | 'now'>,
  entry: EntryRow,
  objections: UndoHooks['objections'],
): Promise<Details> {
  const { familyId } = actor;
  const { entryId, reverses, undoneBy } = entry;
  const other = reverses ?? undoneBy;
  const pair = other ? await findAnyEntry(tx, familyId, other) : undefined;
  const obstacle = actor.childId
    ? ADULTS_ONLY
    : (await obstacleTo(tx, familyId, entry, now, objections))?.english;
  const payments = await readPayments(tx, familyId, entryId);
  const changes = await readChanges(tx, familyId, entryId, actor.childId);
  return {
    entry: asTransaction(entry),
    pair: pair ? asTransaction(pair) : null,
    recordedAt: entry.recordedAt.toISOString(),
    madeBy: await madeBy(tx, familyId, entryId),
    askedBy: await askedBy(tx, familyId, entryId),
    changes: changes.map(({ changeSats, ...one }) => ({ ...one, change: formatBtc(changeSats) })),
    payments: payments.map((one) => ({ ...one, at: one.at.toISOString() })),
    undoUntil: obstacle ? null : undoUntil(entry.recordedAt).toISOString(),
    undoObstacle: obstacle ?? null,
    payable:
      !isGoalMove(entry.type) &&
      whyNotPayable({ ...entry, bookClosed: isBookClosed(entry) }) === undefined,
  };
}

async function madeBy(tx: Tx, familyId: string, entryId: string): Promise<string | null> {
  const [row] = await tx<{ byPerson: boolean; firstName: string | null }[]>`
    SELECT e.made_by IS NOT NULL AS by_person, u.first_name FROM entry e
    LEFT JOIN users u ON u.user_id = e.made_by AND u.family_id = e.family_id
    WHERE e.family_id = ${familyId} AND e.entry_id = ${entryId}`;
  return row?.byPerson ? (row.firstName ?? '') : null;
}

type Change = {
  kind: (typeof ACCOUNT_KINDS)[number];
  childName: string | null;
  changeSats: bigint;
};

/** On the visible accounts; a child sees its own. */
const readChanges = (tx: Tx, familyId: string, entryId: string, onlyOf: string | null) => tx<
  Change[]
>`
  SELECT a.kind, ${shownName(tx)} AS child_name, p.amount_sats AS change_sats
  FROM posting p
  JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
    AND a.kind <> 'outside'
  LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
  WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId}
    ${onlyOf ? tx`AND a.child_id = ${onlyOf}` : tx``}
  ORDER BY a.account_id`;

type Payment = {
  state: 'waiting' | 'checking' | 'paid' | 'cancelled';
  source: string;
  proof: PaymentProof | null;
  at: Date;
  madeBy: string | null;
};

const readPayments = (tx: Tx, familyId: string, entryId: string) => tx<Payment[]>`
  SELECT p.state, p.source, p.proof, p.at, u.first_name AS made_by
  FROM payment_event p
  LEFT JOIN users u ON u.user_id = p.made_by AND u.family_id = p.family_id
  WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId}
  ORDER BY p.event_no`;
