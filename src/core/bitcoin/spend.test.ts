/** Edges of planning a spend: dust, coins that fit exactly, their number, and the fee. */
import { expect, test } from 'vitest';
import { SCRIPT_TYPES, type ScriptType } from './address.ts';
import { type Coin, MAX_FEE_SATS, MOST_COINS, type Payment, planSpend, usualFee } from './spend.ts';

/** Bytes of a script, and Bitcoin Core's GetDustThreshold for an output with it. */
const OUTPUTS: Readonly<Record<ScriptType, readonly [length: number, dust: bigint]>> = {
  p2pkh: [25, 546n],
  'p2sh-p2wpkh': [23, 540n],
  p2wpkh: [22, 294n],
  p2tr: [34, 330n],
};
/** For a spend with one p2wpkh coin and output. */
const VBYTES = 110n;
const RATE = 3_000n;
const FEE = (VBYTES * RATE) / 1_000n;

const coinsOf = (...amounts: bigint[]): Coin[] =>
  amounts.map((sats, vout) => ({ txid: 'ab', vout, sats }));
const paying = (sats: bigint, over: Partial<Payment> = {}, length = 22): Payment => ({
  ...{ to: [{ sats, script: new Uint8Array(length) }], scriptType: 'p2wpkh' },
  ...{ satsPerKvb: RATE, ...over },
});
const totals = (plan: ReturnType<typeof planSpend>) =>
  typeof plan === 'string' ? plan : [plan.coins.length, plan.feeSats, plan.changeSats];

test.each(SCRIPT_TYPES)(
  'PSBT: an output of %s is paid from its limit of dust on (WALL-29)',
  (type) => {
    const [length, dust] = OUTPUTS[type];
    const plan = (sats: bigint) =>
      planSpend(coinsOf(10n ** 6n), paying(sats, { satsPerKvb: 1_000n }, length));
    expect(plan(dust - 1n)).toBe('too_small');
    expect(plan(dust)).toMatchObject({ coins: [{ sats: 10n ** 6n }] });
  },
);

test.each(SCRIPT_TYPES)(
  'PSBT: change to %s comes back from its limit of dust on (WALL-29)',
  (type) => {
    const payment = paying(60_000n, { scriptType: type });
    const fee = usualFee(payment);
    const [, dust] = OUTPUTS[type];
    const plan = (back: bigint) => totals(planSpend(coinsOf(60_000n + fee + back), payment));
    expect(plan(dust - 1n)).toEqual([1, fee + dust - 1n, 0n]);
    expect(plan(dust)).toEqual([1, fee, dust]);
  },
);

test('PSBT: a coin that fits exactly pays alone; with one sat less another is added (WALL-29)', () => {
  const plan = (largest: bigint) => totals(planSpend(coinsOf(5_000n, largest), paying(60_000n)));
  expect(plan(60_000n + FEE)).toEqual([1, FEE, 0n]);
  expect(plan(60_000n + FEE - 1n)[0]).toBe(2);
  expect(planSpend(coinsOf(60_000n + FEE - 1n), paying(60_000n))).toBe('not_enough');
});

test('PSBT: as many coins as are allowed are spent, and one more is not (WALL-29)', () => {
  const coins = coinsOf(...Array<bigint>(MOST_COINS + 1).fill(10_000n));
  const most = 10_000n * BigInt(MOST_COINS);
  const rate = { satsPerKvb: 1_000n };
  expect(planSpend(coins, paying(most, rate))).toBe('too_many_coins');
  expect(planSpend(coins, paying(most - 10_000n, rate))).toMatchObject({
    coins: { length: MOST_COINS },
  });
});

test('PSBT: the fee may be as high as the limit and as what is paid, and no sat higher (WALL-29)', () => {
  const dear = paying(10n ** 6n, { satsPerKvb: 909_000n });
  const plan = (fee: bigint) => totals(planSpend(coinsOf(10n ** 6n + fee), dear));
  expect(plan(MAX_FEE_SATS)).toEqual([1, MAX_FEE_SATS, 0n]);
  expect(plan(MAX_FEE_SATS + 1n)).toBe('fee_too_high');
  const small = (fee: bigint) => totals(planSpend(coinsOf(FEE + fee), paying(FEE)));
  expect(small(FEE)).toEqual([1, FEE, 0n]);
  expect(small(FEE + 1n)).toBe('fee_too_high');
});

test('PSBT: a part of a sat for the fee is a whole one, as nodes count (WALL-29)', () => {
  const rate = { satsPerKvb: 1_001n };
  const plan = (fee: bigint) => planSpend(coinsOf(60_000n + fee), paying(60_000n, rate));
  expect(plan(VBYTES)).toBe('not_enough');
  expect(totals(plan(VBYTES + 1n))).toEqual([1, VBYTES + 1n, 0n]);
});
