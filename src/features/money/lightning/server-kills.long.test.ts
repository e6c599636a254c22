/** kill -9 between the steps of a payment: claim, send, book. */
import { expect, test } from 'vitest';
import { killWhilePaying } from '#tests/support/lightning-kills.ts';

test('200 kills with a payment in each gap: no sat twice, none lost, none held forever (T27 T28)', async () => {
  expect(await killWhilePaying(200)).toEqual({
    ...{ kills: 200, paid: 300, neverSent: 100, expired: 200, checking: 0 },
    ...{ heldSats: 0, bookedSats: 300_000, leftWalletSats: 300_000 },
  });
}, 3_000_000);
