/** The limits of a spend, each with what is just within it and what is just beyond. */
import { expect, test } from 'vitest';
import { MAX_FEE_SATS, MOST_COINS, type Payment, planSpend } from './spend.ts';

const coins = (...sats: bigint[]) => sats.map((one, vout) => ({ txid: 'ab', vout, sats: one }));
/** To one p2wpkh output; a sat for a virtual byte, which is 141 with one coin and change. */
const plan = (from: readonly bigint[], sats: bigint, satsPerKvb = 1_000n) => {
  const to = [{ sats, script: new Uint8Array(22) }];
  return planSpend(coins(...from), { to, scriptType: 'p2wpkh', satsPerKvb } satisfies Payment);
};

test('WALL-29 294 sats are paid and come back as change; with one less they are dust', () => {
  expect(plan([90_000n], 294n)).toMatchObject({ feeSats: 141n });
  expect(plan([90_000n], 293n)).toBe('too_small');
  expect(plan([10_435n], 10_000n)).toMatchObject({ feeSats: 141n, changeSats: 294n });
  expect(plan([10_434n], 10_000n)).toMatchObject({ feeSats: 434n, changeSats: 0n });
});

test('WALL-29 a fee of all that is paid, or of 100,000 sats, is the highest', () => {
  expect(plan([90_000n], 423n, 3_000n)).toMatchObject({ feeSats: 423n });
  expect(plan([90_000n], 422n, 3_000n)).toBe('fee_too_high');
  expect(plan([20_000_000n], 10_000_000n, 709_219n)).toMatchObject({ feeSats: MAX_FEE_SATS });
  expect(plan([20_000_000n], 10_000_000n, 709_220n)).toBe('fee_too_high');
});

test('WALL-29 what takes 100 coins is planned, and what takes 101 is not', () => {
  const many = Array<bigint>(MOST_COINS + 1).fill(1_000n);
  // 100 coins without change are 6,842 virtual bytes.
  expect(plan(many, 93_158n)).toMatchObject({ coins: { length: 100 }, feeSats: 6_842n });
  expect(plan(many, 93_159n)).toBe('too_many_coins');
});
