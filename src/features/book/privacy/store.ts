/** SQL for the book's age, its backup, and a family's export and deletion. */
import type { CivilDate } from '#core/calendar.ts';
import type { TransactionType } from '#features/book/transactions/contract.ts';
import { describe } from '#features/book/transactions/rules.ts';
import { columnsOf, familyTables } from '#server/db/family-tables.ts';
import { pages } from '#server/db/pages.ts';
import type { Tx } from '#server/db/sql.ts';
import { isExported, NOT_EXPORTED } from './export-plan.ts';
import {
  type BackupRow,
  BROUGHT_FORWARD,
  backupHeader,
  backupLine,
  type Retention,
} from './rules.ts';

export async function readStats(
  tx: Tx,
  familyId: string,
): Promise<{ totalCount: number; oldestAt: Date | null }> {
  const [row] = await tx<{ totalCount: number; oldestAt: Date | null }[]>`
    SELECT count(*)::integer AS total_count, min(occurred_at) AS oldest_at
    FROM entry WHERE family_id = ${familyId}`;
  return row as { totalCount: number; oldestAt: Date | null };
}

/** One setting per family: it is stored with each of its people, and new members adopt it. */
export const changeRetention = (tx: Tx, familyId: string, choice: Retention) => tx`
  UPDATE users SET retention_months = ${choice.months}, auto_pruning = ${choice.automatic}
  WHERE family_id = ${familyId}`;

export async function retentionOf(tx: Tx, familyId: string): Promise<Retention> {
  const [row] = await tx<Retention[]>`
    SELECT retention_months AS months, auto_pruning AS automatic FROM users
    WHERE family_id = ${familyId} AND role = 'parent' ORDER BY created_at LIMIT 1`;
  if (!row) throw new Error(`The family ${familyId} has no parent`);
  return row;
}

type EntryOfBackup = Omit<BackupRow, 'description'> & { text: string | null };

/** All remaining entries, oldest first, after the sums of the removed ones. */
export async function readBackup(tx: Tx, familyId: string): Promise<string> {
  const parts = [backupHeader()];
  for (const row of await broughtForward(tx, familyId)) parts.push(backupLine(row));
  const rows = tx`
    SELECT e.entry_id, e.occurred_at, e.recorded_at, coalesce(c.name, '') AS child, e.child_id,
      e.type, e.amount_sats, t.text, coalesce(u.first_name, u.email, '') AS made_by, e.reverses,
      m.movements
    FROM entry e
    LEFT JOIN entry_text t ON t.family_id = e.family_id AND t.entry_id = e.entry_id
    LEFT JOIN child c ON c.family_id = e.family_id AND c.child_id = e.child_id
    LEFT JOIN users u ON u.user_id = e.made_by AND u.family_id = e.family_id
    CROSS JOIN LATERAL (
      SELECT string_agg(a.kind || to_char(p.amount_sats, ' SFM9999999999999990'), '; '
        ORDER BY a.kind, a.account_id) AS movements
      FROM posting p JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
      WHERE p.family_id = e.family_id AND p.entry_id = e.entry_id) m
    WHERE e.family_id = ${familyId}
    ORDER BY e.occurred_at, e.entry_id`;
  for await (const page of pages<EntryOfBackup>(tx, rows))
    for (const { text, ...row } of page) {
      const description = text ?? describe(row.type as TransactionType, row.reverses !== null);
      parts.push(backupLine({ ...row, description }));
    }
  return parts.join('');
}

async function broughtForward(tx: Tx, familyId: string): Promise<BackupRow[]> {
  const rows = await tx<
    Pick<
      BackupRow,
      'occurredAt' | 'recordedAt' | 'child' | 'childId' | 'amountSats' | 'movements'
    >[]
  >`
    SELECT k.newest_at AS occurred_at, k.made_at AS recorded_at, coalesce(c.name, '') AS child,
      a.child_id, s.amount_sats,
      a.kind || to_char(s.amount_sats, ' SFM9999999999999990') AS movements
    FROM checkpoint k
    JOIN checkpoint_sum s ON s.family_id = k.family_id
    JOIN account a ON a.family_id = s.family_id AND a.account_id = s.account_id
    LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
    WHERE k.family_id = ${familyId} AND a.kind <> 'outside'
    ORDER BY a.child_id, a.kind, a.account_id`;
  const same = { entryId: null, type: BROUGHT_FORWARD, madeBy: '', reverses: null };
  return rows.map((row) => ({ ...row, ...same, description: 'Brought forward' }));
}

/** All stored data of a family, table by table, one row per line. */
export async function readExport(
  tx: Tx,
  familyId: string,
  about: { exportedAt: Date; today: CivilDate },
): Promise<string> {
  const tables = (await familyTables(tx)).filter((name) => !(name in NOT_EXPORTED)).sort();
  const columns = (await columnsOf(tx, tables)).filter(isExported);
  const parts = [
    `{\n  "about": "Everything that Satling keeps of this family. Amounts are whole satoshis.",\n`,
    `  "exportedAt": ${JSON.stringify(about.exportedAt.toISOString())},\n  "tables": {`,
  ];
  for (const [i, table] of tables.entries()) {
    const names = columns.filter((one) => one.table === table).map(({ column }) => column);
    parts.push(`${i === 0 ? '' : ','}\n    ${JSON.stringify(table)}: [`);
    const rows = tx`
      SELECT row_to_json(kept)::text AS row
      FROM (SELECT ${tx(names)} FROM ${tx(table)} WHERE family_id = ${familyId}) kept`;
    let first = true;
    for await (const page of pages<{ row: string }>(tx, rows))
      for (const { row } of page) {
        parts.push(`${first ? '' : ','}\n      ${row}`);
        first = false;
      }
    parts.push(first ? ']' : '\n    ]');
  }
  parts.push('\n  }\n}\n');
  return parts.join('');
}

export async function deletionDueAt(tx: Tx, familyId: string): Promise<Date | null> {
  const [row] = await tx<{ dueAt: Date }[]>`
    SELECT due_at FROM family_deletion WHERE family_id = ${familyId}`;
  return row?.dueAt ?? null;
}

/** False if a deletion is already pending: the first request applies. */
export async function askDeletion(
  tx: Tx,
  familyId: string,
  by: { userId: string; now: Date; dueAt: Date },
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO family_deletion (family_id, asked_by, asked_at, due_at)
    VALUES (${familyId}, ${by.userId}, ${by.now}, ${by.dueAt}) ON CONFLICT DO NOTHING`;
  return count === 1;
}

/** False if no deletion was pending. */
export async function takeDeletionBack(tx: Tx, familyId: string): Promise<boolean> {
  const { count } = await tx`DELETE FROM family_deletion WHERE family_id = ${familyId}`;
  return count === 1;
}
