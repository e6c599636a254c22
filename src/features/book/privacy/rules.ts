/** Which entries are old, and which may be removed. Pure. */

import type { Sentence } from '#contract/checks.ts';
import { because } from '#contract/reasons.ts';
import { addMonths, type CivilDate } from '#core/calendar.ts';
import { csvLine, csvRows } from '#core/csv.ts';
import { formatBtc, parseBtc, type Sats } from '#core/money.ts';
import { MINUTE } from '#core/time.ts';
import { instantOf } from '#core/time-zone.ts';
import { KEEP_FOREVER, KEEP_HOURS, RETENTION_MONTHS } from './contract.ts';

export type Months = (typeof RETENTION_MONTHS)[number];

/** Parses an address's number of months, like `12`. Undefined unless it is a pruning period. */
export const pruneMonths = (text: string | number): Months | undefined =>
  RETENTION_MONTHS.find((months) => String(months) === String(text));

export const keepsForever = (text: string | number): boolean => String(text) === `${KEEP_FOREVER}`;

/** Entries that happened before this moment, midnight at home, are older than that many months. */
export const cutFor = (months: Months, today: CivilDate, timeZone: string): Date =>
  instantOf(addMonths(today, -months), 0, timeZone);

export type Retention = { months: number; automatic: boolean };

/** True if the new setting automatically removes more entries. */
export const removesMore = (chosen: Retention, before: Retention): boolean =>
  chosen.automatic &&
  chosen.months !== KEEP_FOREVER &&
  (!before.automatic || before.months === KEEP_FOREVER || chosen.months < before.months);

export const deletionDue = (asked: Date): Date =>
  new Date(asked.getTime() + KEEP_HOURS * 60 * MINUTE);

/** `satling-backup-2026-11-21.csv` */
export const backupName = (today: CivilDate): string => `satling-backup-${today}.csv`;
export const exportName = (today: CivilDate): string => `satling-family-${today}.json`;

/** One line of a backup. The columns are described in docs/family-backup.md. */
export type BackupRow = {
  /** Null in the lines that carry the sums of removed entries forward. */
  readonly entryId: string | null;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  readonly child: string;
  readonly childId: string | null;
  readonly type: string;
  /** The sign is that of the child's account. */
  readonly amountSats: Sats;
  readonly description: string;
  readonly madeBy: string;
  readonly reverses: string | null;
  /** `outside -1000; savings +1000` */
  readonly movements: string;
};

/** The type of the lines that carry the sums of removed entries forward. */
export const BROUGHT_FORWARD = 'brought_forward';

export const BACKUP_COLUMNS = [
  'satling_entry_id',
  'date',
  'recorded_at',
  'child',
  'child_id',
  'type',
  'sign',
  'amount_btc',
  'description',
  'made_by',
  'reverses',
  'movements',
] as const;

export const backupHeader = (): string => csvLine(BACKUP_COLUMNS);

/** The sign is a word in a separate column: an amount must never look like a formula. */
export const backupLine = (row: BackupRow): string =>
  csvLine([
    row.entryId ?? '',
    row.occurredAt.toISOString(),
    row.recordedAt.toISOString(),
    row.child,
    row.childId ?? '',
    row.type,
    row.amountSats < 0n ? 'minus' : 'plus',
    formatBtc(row.amountSats < 0n ? -row.amountSats : row.amountSats),
    row.description,
    row.madeBy,
    row.reverses ?? '',
    row.movements,
  ]);

export type ParsedBackup = { rows: BackupRow[] } | { problem: Sentence };

/** True if a file is one of our backups, judging by its header. */
export const isBackup = (text: string): boolean =>
  text.replace(/^\ufeff/, '').startsWith(`${BACKUP_COLUMNS.join(',')}\r\n`) ||
  text.replace(/^\ufeff/, '').startsWith(`${BACKUP_COLUMNS.join(',')}\n`);

/**
 * Reads a whole backup, or returns one sentence about its first error, with the line number. Lines
 * of removed sums are included; an import skips them.
 */
export function parseBackup(text: string): ParsedBackup {
  if (!isBackup(text)) return { problem: because('NO_BACKUP') };
  const lines = csvRows(text);
  if (!lines) return { problem: because('QUOTE_OPEN') };
  const rows: BackupRow[] = [];
  for (const [i, cells] of lines.slice(1).entries()) {
    const row = readRow(cells);
    if (typeof row === 'string')
      return { problem: because('ROW_WRONG', { row: i + 2, problem: row }) };
    rows.push(row);
  }
  return { rows };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const readId = (text: string | undefined) =>
  text === '' ? null : text !== undefined && UUID.test(text) ? text : undefined;

function readMoment(text = ''): Date | undefined {
  const at = new Date(text);
  return MOMENT.test(text) && !Number.isNaN(at.getTime()) ? at : undefined;
}

/** The row, or its error. */
function readRow(cells: readonly string[]): BackupRow | string {
  if (cells.length !== BACKUP_COLUMNS.length)
    return `expected ${BACKUP_COLUMNS.length} columns, found ${cells.length}`;
  const [id, date, recorded, child, ofChild, type, sign, amount, ...rest] = cells as string[];
  const [description, madeBy, reversed, movements] = rest as [string, string, string, string];
  const entryId = readId(id);
  const childId = readId(ofChild);
  const reverses = readId(reversed);
  if (entryId === undefined || (entryId === null) !== (type === BROUGHT_FORWARD))
    return 'expected the id of an entry';
  if (childId === undefined) return 'expected the id of a child';
  if (reverses === undefined) return 'expected the id of the entry that was taken back';
  const occurredAt = readMoment(date);
  const recordedAt = readMoment(recorded);
  if (!occurredAt || !recordedAt) return 'expected a date such as 2026-11-21T12:00:00.000Z';
  const sats = parseBtc(amount ?? '');
  if (sats === undefined) return 'expected an amount in BTC with 8 decimals, without a sign';
  if (sign !== 'plus' && sign !== 'minus') return 'expected plus or minus as the sign';
  return {
    entryId,
    occurredAt,
    recordedAt,
    child: child ?? '',
    childId,
    type: type ?? '',
    amountSats: sign === 'minus' ? -sats : sats,
    description,
    madeBy,
    reverses,
    movements,
  };
}
