/** The effects of every possible wallet answer on the book: the whole table. */
import { expect, test } from 'vitest';
import { testAnswers } from '#tests/support/answer-families.ts';
import { ANSWER_ROWS } from '#tests/support/answer-rows.ts';

test('the table has 240 rows and more, each once (T28)', () => {
  expect(new Set(ANSWER_ROWS.map(({ name }) => name)).size).toBe(ANSWER_ROWS.length);
  expect(ANSWER_ROWS.length).toBeGreaterThanOrEqual(240);
});

testAnswers(ANSWER_ROWS);
