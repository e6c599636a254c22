/** Retention of the book's entries, backup and export, and deleting a family. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, done, id, moment, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

/** In months; KEEP_FOREVER never removes any. */
export const RETENTION_MONTHS = [3, 6, 12, 24, 36] as const;
export const KEEP_FOREVER = -1;
export const RETENTION_CHOICES = [...RETENTION_MONTHS, KEEP_FOREVER] as const;
export const DEFAULT_RETENTION = 12;

/** How long any adult can cancel the pending deletion of a family. */
export const KEEP_HOURS = 72;

export const Stats = v.object({
  totalCount: v.number(),
  /** When the oldest entry happened; null if there is none. */
  oldestDate: v.nullable(moment),
});
export type Stats = v.InferOutput<typeof Stats>;

export const PrivacySettings = v.object({
  dataRetentionMonths: v.number(),
  autoDataPruningEnabled: v.boolean(),
});

export const Pruned = v.object({
  deletedCount: v.number(),
  /** Older entries that remain for now: only a continuous beginning of the book can be removed. */
  keptCount: v.number(),
  /**
   * Why the removal stopped. `open`: a request or payment is pending; `undoable`: an entry can
   * still be taken back; `young`: an entry within the retention period was written before them;
   * `unsealed`: they were written just now. Null if none remain.
   */
  keptReason: v.nullable(v.picklist(['open', 'undoable', 'young', 'unsealed'])),
});
export type Pruned = v.InferOutput<typeof Pruned>;

export const FamilyDeletion = v.object({
  /** When the family will be erased; null if no deletion is pending. */
  dueAt: v.nullable(moment),
});
export type FamilyDeletion = v.InferOutput<typeof FamilyDeletion>;

/** Maximum number of displayed reimported entries. */
export const HISTORY_SHOWN = 500;
export const CHOOSE_BACKUP = laterCheck('BACKUP_REQUIRED');

export const HistoryEntry = v.object({
  id,
  childName: v.string(),
  type: v.string(),
  /** BTC; the sign is that of the child's account. */
  amount: btcText,
  description: v.string(),
  createdAt: moment,
  /** A line from a file isn't part of the book: who imported it, if known, and when. */
  broughtBy: v.nullable(v.string()),
  broughtAt: moment,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

const oneOf = RETENTION_CHOICES.join(', ');

export const privacy = {
  stats: endpoint({
    method: 'GET',
    path: '/api/transactions/stats',
    access: 'adult',
    input: nothing,
    output: Stats,
  }),
  settings: endpoint({
    method: 'PUT',
    path: '/api/privacy/settings',
    access: 'adult',
    money: 'none',
    fresh: true,
    input: v.strictObject({
      dataRetentionMonths: v.picklist(RETENTION_CHOICES, `Expected one of ${oneOf}`),
      autoDataPruningEnabled: v.boolean('Expected true or false'),
    }),
    output: PrivacySettings,
  }),
  backup: endpoint({
    method: 'GET',
    path: '/api/transactions/backup',
    access: 'adult',
    fresh: true,
    heavy: true,
    input: nothing,
    output: v.string(),
    file: 'text/csv; charset=utf-8',
  }),
  prune: endpoint({
    method: 'DELETE',
    path: '/api/transactions/prune/{months}',
    access: 'adult',
    money: 'none',
    fresh: true,
    heavy: true,
    owner: true,
    /** Text, to give a wrong number its own message: 3, 6, 12, 24 or 36. */
    input: v.strictObject({ months: v.union([v.string(), v.number()]) }),
    output: Pruned,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/privacy/history',
    access: 'adult',
    input: nothing,
    output: v.array(HistoryEntry),
  }),
  returnHistory: endpoint({
    method: 'POST',
    path: '/api/privacy/history',
    access: 'adult',
    money: 'none',
    heavy: true,
    large: true,
    input: v.strictObject({ csvContent: v.string(CHOOSE_BACKUP) }),
    output: v.object({
      imported: v.number(),
      /** Entries already in the book or its history. */
      known: v.number(),
      /** Entries never pruned from this book, or of a child whose book is closed. */
      foreign: v.number(),
    }),
  }),
  exportFamily: endpoint({
    method: 'GET',
    path: '/api/privacy/export',
    access: 'adult',
    fresh: true,
    heavy: true,
    input: nothing,
    output: v.string(),
    file: 'application/json; charset=utf-8',
  }),
  deletion: endpoint({
    method: 'GET',
    path: '/api/family/deletion',
    access: 'adult',
    input: nothing,
    output: FamilyDeletion,
  }),
  deleteFamily: endpoint({
    method: 'POST',
    path: '/api/family/deletion',
    access: 'parent',
    money: 'destroys',
    input: nothing,
    output: FamilyDeletion,
  }),
  keepFamily: endpoint({
    method: 'DELETE',
    path: '/api/family/deletion',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const privacySummaries: Summaries<typeof privacy> = {
  stats: 'How many entries the book keeps, and the oldest',
  settings:
    'How many months entries are kept (-1: for ever), and whether older ones go by themselves',
  backup: 'Every entry of the book as a CSV file',
  prune: 'Remove entries older than so many months; balances stay as they are',
  history: 'Pruned entries that returned from a backup, the newest 500',
  returnHistory: 'Read a backup back: pruned entries return as history and move no balance',
  exportFamily: 'Everything that is kept of the family, as a JSON file',
  deletion: 'Whether the family will be deleted, and when',
  deleteFamily: 'Delete the family in 72 hours',
  keepFamily: 'Do not delete the family after all',
};
