/** A value or a LightningError, whatever strangers write: 5,000 inputs for each reader. */
import { test } from 'vitest';
import { CHECKS } from '#tests/support/lightning-fuzz.ts';

test.for(Object.entries(CHECKS))('%s (T23 T24)', { timeout: 600_000 }, ([, check]) => check(5000));
