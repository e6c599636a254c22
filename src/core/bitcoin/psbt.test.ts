/**
 * Unsigned transactions compared with the BIP's own and with @scure/btc-signer, which signs them.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import { SCRIPT_TYPES, type ScriptType, scriptOf } from './address.ts';
import { readExtendedKey } from './extended-key.ts';
import { type Field, inputField, outputField, writePsbt } from './psbt.ts';
import { type Payment, planSpend, type Spend } from './spend.ts';
import { type OwnCoin, writeWalletPsbt } from './wallet-psbt.ts';

const { creator, updater, redeemScripts, witnessScript, transactions, publicKeys } = vectors.bip174;
const bytes = (list: readonly string[]) => list.map((one) => hexToBytes(one)) as Uint8Array[];
const FINAL = 0xffffffff;

/** The transaction of the BIP's creator and updater. */
function vector(inputs: readonly Field[][], outputs: readonly Field[][]): string {
  const made = writePsbt(
    [
      ['75ddabb27b8845f5247975c8a5ba7c6f336c4570708ebe230caf6db5217ae858', 0] as const,
      ['1dea7cd05979072a3578cab271c02244ea8a090bbb46aa680a65ecd027048d83', 1] as const,
    ].map(([txid, vout], at) => ({ txid, vout, sequence: FINAL, fields: inputs[at] ?? [] })),
    [
      [149_990_000n, '0014d85c2b71d0060b09c9886aeb815e50991dda124d'] as const,
      [100_000_000n, '001400aea9a2e5f0f876a588df5546e8742d1d87008f'] as const,
    ].map(([sats, script], at) => ({
      sats,
      script: hexToBytes(script),
      fields: outputs[at] ?? [],
    })),
  );
  return base64.encode(made);
}

test('PSBT: BIP174’s creator makes the same bytes (WALL-29)', () => {
  expect(vector([], [])).toBe(creator);
});

test('PSBT: BIP174’s updater makes the same bytes (WALL-29)', () => {
  const keys = bytes(publicKeys);
  const [toKeys, toWitness] = bytes(redeemScripts);
  const older = hexToBytes(transactions[1] as string);
  const hardened = (step: number) => step + 2 ** 31;
  const from = (index: number) => ({
    fingerprint: hexToBytes('d90c6a4f'),
    path: [hardened(0), hardened(0), hardened(index)],
  });
  const derived = (index: number) => inputField.derivation(keys[index] as Uint8Array, from(index));
  const paid = hexToBytes('a914b7f5faf40e3d40a5a459b1db3535f2b72fa921e887');
  const made = vector(
    [
      [
        inputField.transaction(older),
        inputField.redeemScript(toKeys as Uint8Array),
        ...[0, 1].map(derived),
      ],
      [
        inputField.spent(200_000_000n, paid),
        inputField.redeemScript(toWitness as Uint8Array),
        { type: 0x05, value: hexToBytes(witnessScript) },
        ...[3, 2].map(derived),
      ],
    ],
    [4, 5].map((index) => [outputField.derivation(keys[index] as Uint8Array, from(index))]),
  );
  expect(made).toBe(updater);
});

test('PSBT: what is no transaction is not written (WALL-29)', () => {
  const coin = { txid: 'ab'.repeat(32), vout: 0, sequence: FINAL, fields: [] };
  const paid = { sats: 1_000n, script: new Uint8Array(22), fields: [] };
  expect(() => writePsbt([], [paid])).toThrow('at least one input');
  expect(() => writePsbt([coin], [])).toThrow('one output');
  expect(() => writePsbt([coin, coin], [paid])).toThrow('each coin');
  expect(() => writePsbt([coin], [{ ...paid, sats: -1n }])).toThrow('sats');
  expect(() => writePsbt([coin], [{ ...paid, sats: 21n * 10n ** 14n + 1n }])).toThrow('sats');
  const twice = [inputField.transaction(new Uint8Array(10)), inputField.transaction(paid.script)];
  expect(() => writePsbt([{ ...coin, fields: twice }], [paid])).toThrow('each key once');
  expect(() => writePsbt([{ ...coin, vout: 2 ** 32 }], [paid])).toThrow('4 bytes');
});

const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const account = master.derive("m/84'/0'/0'");
const key = readExtendedKey(account.publicExtendedKey).key;
const keyAt = (branch: number, index: number) => account.deriveChild(branch).deriveChild(index);
const toScript = scriptOf('p2wpkh', keyAt(5, 5).publicKey as Uint8Array);

/** A coin at `m/0/index`, and the transaction that made it. */
function coinAt(scriptType: ScriptType, addressIndex: number, sats: bigint): OwnCoin {
  const made = new Transaction();
  const script = scriptOf(scriptType, keyAt(0, addressIndex).publicKey as Uint8Array);
  const foreign = { script: p2wpkh(keyAt(9, 9).publicKey as Uint8Array).script, amount: sats * 2n };
  made.addInput({ txid: 'cd'.repeat(32), index: addressIndex, witnessUtxo: foreign });
  made.addOutput({ script: toScript, amount: 777n });
  made.addOutput({ script, amount: sats });
  made.sign(keyAt(9, 9).privateKey as Uint8Array);
  made.finalize();
  const place = { branch: 'receive', addressIndex } as const;
  return { txid: made.id, vout: 1, sats, raw: made.extract(), ...place };
}

const payment = (over: Partial<Payment> = {}): Payment => ({
  ...{ to: paying(60_000n), scriptType: 'p2wpkh', satsPerKvb: 3_000n, ...over },
});
const paying = (...amounts: bigint[]) => amounts.map((sats) => ({ sats, script: toScript }));

function planned<C extends OwnCoin>(coins: readonly C[], given: Payment): Spend<C> {
  const spend = planSpend(coins, given);
  if (typeof spend === 'string') throw new Error(spend);
  return spend;
}

test.each(SCRIPT_TYPES)(
  'PSBT: @scure signs what we write for %s, and the fee is as planned (WALL-29)',
  (scriptType) => {
    const coins = [coinAt(scriptType, 3, 40_000n), coinAt(scriptType, 12, 50_000n)];
    const given = payment({ scriptType });
    const spend = planned(coins, given);
    const origin = { fingerprint: '0f056943', path: '/84h/0h/0h' };
    const psbt = writeWalletPsbt(
      { key, scriptType, origin },
      {
        coins: spend.coins,
        to: given.to,
        change: { sats: spend.changeSats, addressIndex: 4 },
      },
    );
    const read = Transaction.fromPSBT(psbt);
    const change = keyAt(1, 4).publicKey as Uint8Array;
    const back = read.getOutput(read.getOutput(0).amount === 60_000n ? 1 : 0);
    expect(back.script).toEqual(scriptOf(scriptType, change));
    expect(back.amount).toBe(spend.changeSats);
    const x = change.slice(1);
    const path = [2 ** 31 + 84, 2 ** 31, 2 ** 31, 1, 4];
    const derived = { fingerprint: 0x0f056943, path };
    if (scriptType === 'p2tr')
      expect(back.tapBip32Derivation).toEqual([[x, { hashes: [], der: derived }]]);
    else expect(back.bip32Derivation).toEqual([[change, derived]]);
    for (const { addressIndex } of coins)
      read.sign(keyAt(0, addressIndex).privateKey as Uint8Array);
    read.finalize();
    expect(read.fee).toBe(spend.feeSats);
    // Signatures are a byte or two shorter than the longest.
    const spare = Number((spend.feeSats * 1_000n) / given.satsPerKvb) - read.vsize;
    expect(spare).toBeGreaterThanOrEqual(0);
    expect(spare).toBeLessThanOrEqual(6);
  },
);

test('PSBT: an account without an origin is named by its own key (WALL-29)', () => {
  const coin = coinAt('p2wpkh', 0, 100_000n);
  const to = paying(60_000n);
  const psbt = writeWalletPsbt(
    { key, scriptType: 'p2wpkh' },
    { coins: [coin], to, change: undefined },
  );
  const read = Transaction.fromPSBT(psbt);
  expect(read.outputsLength).toBe(1);
  expect(read.getInput(0).bip32Derivation).toEqual([
    [keyAt(0, 0).publicKey, { fingerprint: account.fingerprint, path: [0, 0] }],
  ]);
});

test('PSBT: a coin that holds something else than the source says is not spent (WALL-29 T23)', () => {
  const coin = coinAt('p2wpkh', 3, 40_000n);
  const to = paying(30_000n);
  const write = (over: Partial<OwnCoin>) => () =>
    writeWalletPsbt(
      { key, scriptType: 'p2wpkh' },
      { coins: [{ ...coin, ...over }], to, change: undefined },
    );
  expect(write({})).not.toThrow();
  const foreign = coinAt('p2wpkh', 3, 41_000n);
  for (const over of [{ sats: 39_999n }, { vout: 0 }, { addressIndex: 4 }, { raw: foreign.raw }])
    expect(write(over)).toThrow('not what the source says');
});

test('PSBT: a spend is planned from the largest coins, within limits of fee and dust (WALL-29)', () => {
  const coins = [10_000n, 90_000n, 20_000n].map((sats, at) => coinAt('p2wpkh', at, sats));
  const plan = (over: Partial<Payment>) => planSpend(coins, payment(over));
  expect(plan({ to: paying(293n) })).toBe('too_small');
  expect(plan({ to: paying(120_000n) })).toBe('not_enough');
  const rich = [coinAt('p2wpkh', 0, 10n ** 8n)];
  const dear = payment({ to: paying(10n ** 7n), satsPerKvb: 10n ** 6n });
  expect(planSpend(rich, dear)).toBe('fee_too_high');
  expect(plan({ to: paying(400n), satsPerKvb: 3_000n })).toBe('fee_too_high');
  const one = planned(coins, payment());
  expect(one.coins.map(({ sats }) => sats)).toEqual([90_000n]);
  expect(one.feeSats + one.changeSats).toBe(30_000n);
  // 110 vbytes without change; 100 sats of change would be dust.
  const exact = planned(coins, payment({ to: paying(89_570n) }));
  expect([exact.feeSats, exact.changeSats]).toEqual([430n, 0n]);
  // A source's fee near zero is not believed: nodes relay nothing below 1 sat.
  expect(planned(coins, payment({ satsPerKvb: 1n })).feeSats).toBe(141n);
  const small = Array.from({ length: 101 }, (_, vout) => ({ txid: 'ab', vout, sats: 1_000n }));
  expect(planSpend(small, payment({ to: paying(100_500n) }))).toBe('too_many_coins');
});

test('PSBT: one transaction pays several, and each has its own limit of dust (WALL-29)', () => {
  const coins = [coinAt('p2wpkh', 3, 90_000n)];
  expect(planSpend(coins, payment({ to: paying(40_000n, 293n) }))).toBe('too_small');
  const given = payment({ to: paying(30_000n, 20_000n, 5_000n) });
  const spend = planned(coins, given);
  const back = { sats: spend.changeSats, addressIndex: 0 };
  const psbt = writeWalletPsbt(
    { key, scriptType: 'p2wpkh' },
    { coins: spend.coins, to: given.to, change: back },
  );
  const read = Transaction.fromPSBT(psbt);
  read.sign(keyAt(0, 3).privateKey as Uint8Array);
  read.finalize();
  expect(read.fee).toBe(spend.feeSats);
  const paid = Array.from({ length: read.outputsLength }, (_, at) => read.getOutput(at).amount);
  expect(paid).toEqual([5_000n, 20_000n, 30_000n, spend.changeSats]);
});
