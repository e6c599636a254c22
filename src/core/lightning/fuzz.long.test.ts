/**
 * As `fuzz.test.ts`, with 100,000 new inputs for each reader. The unit project's pattern takes this
 * file too: there a few inputs show that it works.
 */
import { test } from 'vitest';
import { CHECKS } from '#tests/support/lightning-fuzz.ts';

test.for(Object.entries(CHECKS))('T23 T24 %s', { timeout: 3_600_000 }, ([, check], { task }) =>
  check(task.file.projectName === 'long' ? 100_000 : 20),
);
