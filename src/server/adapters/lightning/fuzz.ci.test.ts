/** Wallets’ records as strangers may write them: 5,000 per reader. */
import { test } from 'vitest';
import { RECORD_CHECKS } from '#tests/support/wallet-record-fuzz.ts';

test.for(Object.entries(RECORD_CHECKS))('%s (T24 T28)', { timeout: 600_000 }, ([, check]) =>
  check(5000),
);
