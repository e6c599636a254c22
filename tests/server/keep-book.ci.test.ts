/**
 * What `npm run keep-book` does for a release: the book of this version is kept beside the earlier
 * ones, where upgraded-answers.test.ts finds it. Without KEEP_BOOK it goes to a folder that is
 * thrown away.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepBook, VERSION } from '../support/keep-book.ts';
import { KEPT, OLDEST, recordedAnswers } from '../support/upgrades.ts';

test('a book of this version is kept: what everybody may read is answered, and most of it is there', async () => {
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
