/** Chooses the coins that pay an amount, and calculates the fee and the change. Pure. */
import type { ScriptType } from './address.ts';

/** An output that the wallet can spend. */
export type Coin = { readonly txid: string; readonly vout: number; readonly sats: bigint };

export type Spend<C extends Coin> = {
  readonly coins: readonly C[];
  readonly feeSats: bigint;
  /** 0 if there is no change. */
  readonly changeSats: bigint;
};

export type SpendObstacle =
  /** The network does not relay outputs that cost more to spend than they hold. */
  | 'too_small'
  | 'not_enough'
  /** The coins are so small that paying would take more than MOST_COINS of them. */
  | 'too_many_coins'
  /** The fee would exceed MAX_FEE_SATS, or the amount itself. */
  | 'fee_too_high';

/** An output of a transaction to a payee. */
export type Paid = { readonly sats: bigint; readonly script: Uint8Array };

export type Payment = {
  readonly to: readonly Paid[];
  /** The script type of the wallet's coins, and so of its change. */
  readonly scriptType: ScriptType;
  /** The fee for 1,000 virtual bytes, raised to MIN_FEE_RATE if lower. */
  readonly satsPerKvb: bigint;
};

export const MOST_COINS = 100;
export const MAX_FEE_SATS = 100_000n;
/** 1 sat per virtual byte: nodes relay nothing cheaper. */
export const MIN_FEE_RATE = 1_000n;

/** Takes the largest coins first, to need few inputs. */
export function planSpend<C extends Coin>(
  available: readonly C[],
  payment: Payment,
): Spend<C> | SpendObstacle {
  const { to, scriptType } = payment;
  if (to.some(({ sats, script }) => sats < dustLimit(script))) return 'too_small';
  const amountSats = sumOf(to);
  const largestFirst = available.toSorted((a, b) => (a.sats < b.sats ? 1 : -1));
  const coins: C[] = [];
  for (const coin of largestFirst) {
    if (coins.length === MOST_COINS) return 'too_many_coins';
    coins.push(coin);
    const left = sumOf(coins) - amountSats;
    const feeSats = feeOf(coins.length, payment, false);
    if (left < feeSats) continue;
    const change = left - feeOf(coins.length, payment, true);
    // Change that would be dust goes to the fee.
    const spend =
      change >= DUST[scriptType]
        ? { coins, feeSats: left - change, changeSats: change }
        : { coins, feeSats: left, changeSats: 0n };
    const isTooHigh = spend.feeSats > MAX_FEE_SATS || spend.feeSats > amountSats;
    return isTooHigh ? 'fee_too_high' : spend;
  }
  return 'not_enough';
}

/** The fee of a transaction with one coin and change, for when the coins are unknown. */
export const usualFee = (payment: Payment): bigint => feeOf(1, payment, true);

const sumOf = (parts: readonly { readonly sats: bigint }[]): bigint =>
  parts.reduce((sum, { sats }) => sum + sats, 0n);

/** Script lengths of outputs, in bytes. */
const LENGTHS: Readonly<Record<ScriptType, number>> = {
  p2pkh: 25,
  'p2sh-p2wpkh': 23,
  p2wpkh: 22,
  p2tr: 34,
};

/**
 * The weight of a signed input (BIP141): outpoint, sequence and script length are 41 bytes of 4;
 * a signature has at most 72 bytes, a key 33, and a Schnorr signature 64.
 */
const INPUT_WEIGHT: Readonly<Record<ScriptType, number>> = {
  p2pkh: (41 + 107) * 4,
  'p2sh-p2wpkh': (41 + 23) * 4 + 108,
  p2wpkh: 41 * 4 + 108,
  p2tr: 41 * 4 + 66,
};

/** Version, lock time and two counts, plus the two bytes that announce witnesses. */
const FRAME_WEIGHT = 10 * 4 + 2;

function feeOf(inputs: number, { to, scriptType, satsPerKvb }: Payment, change: boolean): bigint {
  const lengths = [
    ...to.map(({ script }) => script.length),
    ...(change ? [LENGTHS[scriptType]] : []),
  ];
  const outputs = lengths.reduce((sum, length) => sum + (8 + 1 + length) * 4, 0);
  const weight = FRAME_WEIGHT + inputs * INPUT_WEIGHT[scriptType] + outputs;
  const rate = satsPerKvb > MIN_FEE_RATE ? satsPerKvb : MIN_FEE_RATE;
  return (BigInt(Math.ceil(weight / 4)) * rate + 999n) / 1_000n;
}

/** Bitcoin Core's limits (GetDustThreshold). */
const DUST: Readonly<Record<ScriptType, bigint>> = {
  p2pkh: 546n,
  'p2sh-p2wpkh': 540n,
  p2wpkh: 294n,
  p2tr: 330n,
};

function dustLimit(script: Uint8Array): bigint {
  const found = (Object.keys(LENGTHS) as ScriptType[]).find(
    (type) => LENGTHS[type] === script.length,
  );
  return DUST[found ?? 'p2pkh'];
}
