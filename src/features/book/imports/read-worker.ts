/** The worker thread that reads wallet files (read-file.ts). */
import { createHash } from 'node:crypto';
import { serveThread } from '#server/thread.ts';
import { MAX_CELL } from './contract.ts';
import { BadFile } from './csv/format.ts';
import { parseFile } from './csv/parse.ts';
import type { FileJob, FileRead } from './read-file.ts';
import { keysOf } from './rules.ts';

/** 128 bits of SHA-256, in the format of an id. */
const fingerprint = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 32);

serveThread(({ text, options, rows: most }: FileJob): FileRead => {
  try {
    const file = parseFile(text, options, { rows: most, cell: MAX_CELL });
    return { file, prints: file.rows.map((row) => keysOf(row).map(fingerprint)) };
  } catch (error) {
    if (error instanceof BadFile) return { problem: error.why };
    throw error;
  }
});
