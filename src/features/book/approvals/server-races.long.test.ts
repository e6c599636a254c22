/** The full count of server-races.test.ts. */
import { test } from 'vitest';
import { decideAtOnce } from '#tests/support/deciders.ts';

test('200 rounds of 100 parallel answers (T17)', () => decideAtOnce(200), 1_800_000);
