/** kill -9 between the steps of a payment: claim, send, book. */
import { expect, test } from 'vitest';
import { killWhilePaying } from '#tests/support/lightning-kills.ts';

test('20 kills with a payment in each gap: no sat twice, none lost, none held forever (T27 T28)', async () => {
  expect(await killWhilePaying(20)).toEqual({
    ...{ kills: 20, paid: 30, neverSent: 10, expired: 20, checking: 0 },
    ...{ heldSats: 0, bookedSats: 30_000, leftWalletSats: 30_000 },
  });
}, 600_000);
