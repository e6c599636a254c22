/** Wallet files: previewed before anything is written, imported, listed and taken back. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, id, line, moment, whole } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { WALLETS } from './csv/format.ts';

export const MAX_CELL = 4_096;

export const CHOOSE_FILE = laterCheck('CSV_REQUIRED');
export const IMPORT_FAILED = laterCheck('CSV_FAILED');
/**
 * Our own backup (features/book/privacy) isn't a wallet file: the refusal says so, and says who can
 * read it back and on which page.
 */
export const OWN_BACKUP = laterCheck('NOT_A_WALLET_FILE');
export const OWN_BACKUP_OF_PARENTS = laterCheck('NOT_A_WALLET_FILE_CHILD');
/** Named as in the specification; every version of each is supported. */
export const SUPPORTED = ['Alby', 'Phoenix', 'Breez', 'Zeus', 'CoinOS'] as const;

const direction = v.picklist(['in', 'out'], 'Expected “in” or “out”');
const row = whole(2, 200_000, 'Expected the number of a row');
const MAX_ANSWERS = 5_000;

/** The file, and the answers that only a person can give about it. */
const file = {
  childId: id,
  csvContent: v.string(CHOOSE_FILE),
  filename: v.pipe(line(1, 200, CHOOSE_FILE), v.regex(/\.csv$/i, CHOOSE_FILE)),
  dateOrder: v.optional(v.picklist(['mdy', 'dmy'], 'Expected “mdy” or “dmy”')),
  timeZone: v.optional(v.pipe(v.string(laterCheck('EXPECTED_TIME_ZONE')), v.maxLength(64))),
  /** For every row without a direction. */
  direction: v.optional(direction),
  rows: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          row,
          at: v.optional(
            v.pipe(
              v.string('Expected a moment in UTC'),
              v.maxLength(40),
              v.isoTimestamp('Expected a moment in UTC'),
            ),
          ),
          direction: v.optional(direction),
        }),
        'Expected a list of rows',
      ),
      v.maxLength(MAX_ANSWERS),
    ),
  ),
  /** Rows that are not the entry they resemble. */
  separate: v.optional(v.pipe(v.array(row, 'Expected a list of rows'), v.maxLength(MAX_ANSWERS))),
  includeBeforeCorrection: v.optional(v.boolean('Expected true or false')),
};

const found = {
  wallet: v.picklist(WALLETS),
  format: v.string(),
  confidence: v.picklist(['certain', 'likely']),
};

const counts = {
  /** New rows: posted, matched, or history. */
  imported: v.number(),
  /** Duplicates, and rows without an effect. */
  skipped: v.number(),
  /** Part of `imported`: entries already in the book; marked Paid, nothing posted. */
  matched: v.number(),
  /** Part of `imported`: rows from before the last correction; stored, nothing posted. */
  history: v.number(),
};

export const ImportRow = v.object({
  row: v.number(),
  state: v.picklist(['new', 'matched', 'history', 'duplicate', 'skipped', 'question']),
  reason: v.nullable(v.string()),
  /** In BTC: the change to the child's spending; null while the direction is unknown. */
  amount: v.nullable(btcText),
  fee: v.nullable(btcText),
  at: v.nullable(moment),
  description: v.string(),
  /** Open questions: the direction, the date, or whether it is the entry found. */
  asks: v.array(v.picklist(['direction', 'date', 'match'])),
  entry: v.nullable(v.object({ id, at: moment, amount: btcText, description: v.string() })),
});
export type ImportRow = v.InferOutput<typeof ImportRow>;

export const ImportPreview = v.object({
  ...found,
  ...counts,
  rows: v.array(ImportRow),
  /** The number of rows that need an answer before the import. */
  questions: v.number(),
  dateOrder: v.nullable(v.object({ likely: v.picklist(['mdy', 'dmy']), example: v.string() })),
  /** The zone used for dates without one. */
  timeZone: v.nullable(v.string()),
  /** The change to this wallet's opening amount, in BTC. */
  opening: btcText,
  /** Spending after the import, in BTC. */
  spendingAfter: btcText,
  correctedAt: v.nullable(moment),
  /** Rows already in another child's book. */
  inOtherBooks: v.number(),
});
export type ImportPreview = v.InferOutput<typeof ImportPreview>;

export const Imported = v.object({
  importId: v.nullable(id),
  state: v.picklist(['done', 'waiting']),
  ...found,
  ...counts,
  opening: btcText,
  /** Reasons for skipping rows, the first hundred. */
  reasons: v.array(v.object({ row: v.number(), reason: v.string() })),
});
export type Imported = v.InferOutput<typeof Imported>;

export const ImportRecord = v.object({
  id,
  childId: id,
  wallet: v.picklist(WALLETS),
  filename: v.string(),
  state: v.picklist(['done', 'undone']),
  ...counts,
  opening: btcText,
  importedAt: moment,
  importedBy: v.string(),
  undoneAt: v.nullable(moment),
});
export type ImportRecord = v.InferOutput<typeof ImportRecord>;

export const imports = {
  preview: endpoint({
    method: 'POST',
    path: '/api/transactions/import-csv/preview',
    access: 'ownChild',
    heavy: true,
    reads: true,
    large: true,
    input: v.strictObject(file),
    output: ImportPreview,
  }),
  importCsv: endpoint({
    method: 'POST',
    path: '/api/transactions/import-csv',
    access: 'ownChild',
    money: 'moves',
    heavy: true,
    large: true,
    input: v.strictObject(file),
    output: Imported,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/transactions/imports/{id}/preview',
    access: 'adult',
    heavy: true,
    input: v.strictObject({ id }),
    output: ImportPreview,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/children/{id}/imports',
    access: 'adult',
    input: v.strictObject({ id }),
    output: v.array(ImportRecord),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/transactions/imports/{id}/undo',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({ id }),
    output: ImportRecord,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const importSummaries: Summaries<typeof imports> = {
  preview: 'What importing a wallet’s file would do. Writes nothing',
  importCsv: 'Import the payments of a wallet’s file',
  waiting: 'What saying yes to a child’s file would do',
  list: 'The files that were imported for a child, the newest first, up to 100',
  undo: 'Take an import back: its postings are reversed and its rows forgotten',
};
