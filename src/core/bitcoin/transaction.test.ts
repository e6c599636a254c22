/** Raw transactions compared with @scure/btc-signer, and bytes that aren't one. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { p2pkh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptHash } from './address.ts';
import { readTransaction } from './transaction.ts';

/** The first payment ever, from Satoshi to Hal Finney in block 170. */
const FIRST =
  `0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847
30440220 4e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd41 0220
181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d09 01ffffffff0200ca9a3b00000000
434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21
c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb6
8a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac
00000000`.replace(/\s+/g, '');

test('WALL-TX reads the first payment of block 170', () => {
  const read = readTransaction(hexToBytes(FIRST));
  expect(readTransaction(Buffer.from(FIRST, 'hex'))).toEqual(read);
  expect(read.txid).toBe('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16');
  expect(read.spends).toEqual([
    '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9:0',
  ]);
  expect(read.outputs.map(({ sats }) => sats)).toEqual([1_000_000_000n, 4_000_000_000n]);
});

test('WALL-TX agrees with @scure/btc-signer on signed transactions of every script type', () => {
  const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
  const publicKey = key.publicKey as Uint8Array;
  const pays = [p2wpkh(publicKey), p2tr(publicKey.slice(1)), p2pkh(publicKey)];
  fc.assert(
    fc.property(fc.array(fc.bigInt(1_000n, 10n ** 15n), { minLength: 1, maxLength: 4 }), (sums) => {
      const tx = new Transaction();
      const witnessUtxo = { script: p2wpkh(publicKey).script, amount: 10n ** 16n };
      tx.addInput({ txid: 'ab'.repeat(32), index: 7, witnessUtxo });
      sums.forEach((amount, at) => {
        tx.addOutput({ script: (pays[at % 3] as (typeof pays)[0]).script, amount });
      });
      tx.sign(key.privateKey as Uint8Array);
      tx.finalize();
      const read = readTransaction(tx.extract());
      expect(read.txid).toBe(tx.id);
      expect(read.spends).toEqual([`${'ab'.repeat(32)}:7`]);
      expect(read.outputs).toEqual(
        sums.map((sats, vout) => ({
          vout,
          sats,
          scriptHash: scriptHash((pays[vout % 3] as (typeof pays)[0]).script),
        })),
      );
    }),
    { numRuns: 30 },
  );
});

test('WALL-TX refuses what is cut short, too long or no transaction at all', () => {
  const whole = hexToBytes(FIRST);
  for (let length = 0; length < whole.length; length += 1) {
    expect(() => readTransaction(whole.subarray(0, length)), String(length)).toThrow('no Bitcoin');
  }
  expect(() => readTransaction(hexToBytes(`${FIRST}00`))).toThrow('no Bitcoin');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        readTransaction(bytes);
      } catch (error) {
        expect(error).toMatchObject({ code: 'UNKNOWN_FORMAT' });
      }
    }),
  );
});

test('WALL-TX an output may hold all bitcoin there will be, and no sat more', () => {
  const paying = (sats: bigint) => {
    const amount = Buffer.alloc(8);
    amount.writeBigUInt64LE(sats);
    return hexToBytes(FIRST.replace('00ca9a3b00000000', amount.toString('hex')));
  };
  const all = 21n * 10n ** 14n;
  expect(() => readTransaction(paying(all + 1n))).toThrow('no Bitcoin');
  expect(readTransaction(paying(all)).outputs[0]?.sats).toBe(all);
});
