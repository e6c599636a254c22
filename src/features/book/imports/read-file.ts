/**
 * Reads a wallet's file before any transaction and in a separate thread, because a large file takes
 * a few hundred milliseconds.
 */
import type { Sentence } from '#contract/checks.ts';
import type { Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isTimeZone } from '#core/time-zone.ts';
import type { Database } from '#server/db/database.ts';
import { readCalendar } from '#server/family-calendar.ts';
import type { ImportLimits } from '#server/http/context.ts';
import { newThread } from '#server/thread.ts';
import type { imports } from './contract.ts';
import type { ParsedFile, ReadOptions } from './csv/format.ts';
import type { Identified } from './rules.ts';

export type FileInput = Parsed<typeof imports.importCsv>;

export type FileJob = { text: string; options: ReadOptions; rows: number };
export type FileRead =
  | { file: ParsedFile; prints: readonly (readonly string[])[] }
  | { problem: Sentence };

/** The contents of a file, independent of the book. */
export type ReadFile = { file: ParsedFile; zone: string; rows: readonly Identified[] };

const inThread = newThread<FileJob, FileRead>(new URL('./read-worker.ts', import.meta.url));

/** @throws Refusal TOO_LARGE, or VALIDATION_ERROR naming the bad row */
export async function readFile(
  db: Database,
  familyId: string,
  { csvContent: text, filename, dateOrder, timeZone }: FileInput,
  limits: ImportLimits,
  now: Date,
): Promise<ReadFile> {
  if (Buffer.byteLength(text) > limits.bytes)
    throw new Refusal(
      'TOO_LARGE',
      because('FILE_TOO_LARGE', { most: sizeText(limits) }),
      'csvContent',
    );
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new Refusal('VALIDATION_ERROR', because('EXPECTED_TIME_ZONE'), 'timeZone');
  const zone = timeZone ?? (await zoneOf(db, familyId, now));
  const read = await inThread({ text, options: { filename, zone, dateOrder }, rows: limits.rows });
  if ('problem' in read) throw new Refusal('VALIDATION_ERROR', read.problem, 'csvContent');
  const { file, prints } = read;
  return { file, zone, rows: file.rows.map((row, i) => ({ row, prints: prints[i] ?? [] })) };
}

const zoneOf = async (db: Database, familyId: string, now: Date): Promise<string> =>
  (await db.readFamily(familyId, (tx) => readCalendar(tx, familyId, now))).timeZone;

const sizeText = ({ bytes }: ImportLimits) =>
  `${Math.floor(bytes / 1024).toLocaleString('en')} KiB`;
