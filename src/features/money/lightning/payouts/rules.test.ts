/** When a payout is tried, and what is paid. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OWED_BECAUSE } from '#features/book/payments/contract.ts';
import { budgetObstacle } from '../connections/connecting.ts';
import { MOST_SATS } from '../connections/contract.ts';
import { PAYERS } from './contract.ts';
import { isTriedAgain, nameHere, nextTry, obstacleTo } from './rules.ts';

const now = new Date('2026-11-18T12:00:00Z');
const waitAfter = (tries: number) => nextTry(tries, now).getTime() - now.getTime();

test('the more often it was tried the longer it waits, and never more than a day (T28)', () => {
  expect(waitAfter(1)).toBe(5 * 60_000);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (tries) => {
      expect(waitAfter(tries + 1)).toBeGreaterThanOrEqual(waitAfter(tries));
      expect(waitAfter(tries)).toBeLessThanOrEqual(86_400_000);
    }),
  );
});

test('what is not proven unpaid, and what a parent must allow, is retried only by a person (T28)', () => {
  expect(OWED_BECAUSE.filter((why) => !isTriedAgain(why))).toEqual(
    OWED_BECAUSE.filter((why) => ['unclear', 'unconfirmed', 'needs-ok'].includes(why)),
  );
});

test('only an address that was agreed to is paid, and only by a wallet that the server may use (T26)', () => {
  const address = fc.constantFrom(null, 'mia@example.com', 'eve@example.com');
  fc.assert(
    fc.property(
      fc.constantFrom(...PAYERS),
      address,
      address,
      fc.bigInt({ min: 1n, max: 2n * MOST_SATS }),
      (payer, now, agreedAddress, amountSats) => {
        const why = obstacleTo({ payer, amountSats, address: now, agreedAddress });
        const may = now !== null && now === agreedAddress && amountSats <= MOST_SATS;
        expect(why === undefined).toBe(may && payer === 'server');
        expect(why === 'no-wallet').toBe(may && payer === 'none');
        expect(why === 'locked').toBe(may && payer === 'unlock');
      },
    ),
  );
  const agreed = { address: 'mia@example.com', agreedAddress: 'mia@example.com' };
  const most = { ...agreed, payer: 'server', amountSats: MOST_SATS } as const;
  expect(obstacleTo(most)).toBeUndefined();
  expect(obstacleTo({ ...most, amountSats: MOST_SATS + 1n })).toBe('too-large');
});

test('an address on this server is recognized by its host, in any spelling (T23)', () => {
  const url = 'https://satling.example.org';
  for (const here of ['k7qhm2xwpa@satling.example.org', 'K7QHM2XWPA@Satling.Example.org'])
    expect(nameHere(here, url)).toBe('k7qhm2xwpa');
  for (const there of ['k7qhm2xwpa@example.org', 'mia@satling.example.org.evil.com', 'nonsense'])
    expect(nameHere(there, url)).toBeUndefined();
});

test('a budget leaves room for what it covers to the sat, and for not one sat more (T25)', () => {
  const left = (leftSats: bigint) =>
    budgetObstacle(
      {
        kind: 'limited',
        leftSats,
        totalSats: 9_000n,
        renewsAt: undefined,
        renewalPeriod: undefined,
      },
      { withoutBudget: false },
      2_121n,
    );
  expect([left(2_120n), left(2_121n)]).toEqual(['over-budget', undefined]);
});
