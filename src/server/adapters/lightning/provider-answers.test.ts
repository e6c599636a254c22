/** The port's result for each answer in the table; NIP-04 is in `.ci`. */
import { describe, expect, test } from 'vitest';
import { INVOICE_ROWS, LOOK_UP_ROWS, PAY_ROWS } from '#tests/support/provider-answers.ts';
import { describeAnswersOf } from '#tests/support/provider-table.ts';

test('the table has 240 rows and more, each once (T28)', () => {
  const rows = [...PAY_ROWS, ...LOOK_UP_ROWS, ...INVOICE_ROWS];
  const names = rows.map(({ adapter, asks, answer }) => `${adapter} ${asks} ${answer}`);
  expect(new Set(names).size).toBe(names.length);
  expect(rows.length).toBeGreaterThanOrEqual(400);
});

describe.each(['nwc', 'alby-hub', 'phoenixd', 'lnurl'] as const)('%s', describeAnswersOf);
