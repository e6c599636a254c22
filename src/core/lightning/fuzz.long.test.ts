/** As `fuzz.ci.test.ts`, with 100,000 new inputs for each reader. */
import { test } from 'vitest';
import { CHECKS } from '#tests/support/lightning-fuzz.ts';

test.for(Object.entries(CHECKS))('%s (T23 T24)', { timeout: 3_600_000 }, ([, check]) =>
  check(100_000),
);
