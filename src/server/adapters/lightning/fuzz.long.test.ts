/** Wallets’ records as strangers may write them: 100,000 per reader. */
import { test } from 'vitest';
import { RECORD_CHECKS } from '#tests/support/wallet-record-fuzz.ts';

test.for(Object.entries(RECORD_CHECKS))('%s (T24 T28)', { timeout: 3_600_000 }, ([, check]) =>
  check(100_000),
);
