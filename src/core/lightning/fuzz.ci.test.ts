/** Strangers' data always becomes a value or a LightningError: 5,000 inputs for each reader. */
import { test } from 'vitest';
import { CHECKS } from '#tests/support/lightning-fuzz.ts';

test.for(Object.entries(CHECKS))('%s (T23 T24)', { timeout: 600_000 }, ([, check]) => check(5000));
