/**
 * `npm run keep-book` for a release: stores a book of this version next to the earlier ones, for
 * upgraded-answers.test.ts. Without KEEP_BOOK it writes to a temporary folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepBook, VERSION } from '../support/keep-book.ts';
import { KEPT, OLDEST, recordedAnswers } from '../support/upgrades.ts';

test('a book of this version is kept: every call that anyone may read is answered, and most contain data', async () => {
  const kept = process.env.KEEP_BOOK ? KEPT : mkdtempSync(join(tmpdir(), 'satling-kept-'));
  await keepBook(kept, VERSION);
  const { people } = recordedAnswers(VERSION, kept);
  const all = Object.values(people).flatMap(({ answers }) => Object.values(answers));
  expect(Object.keys(people)).toEqual(
    expect.arrayContaining(Object.keys(recordedAnswers(OLDEST).people)),
  );
  expect(all.filter(({ status }) => status >= 500)).toEqual([]);
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(1_000);
  if (kept !== KEPT) rmSync(kept, { recursive: true });
});
