/** Addresses of an account: the official vectors, and nothing without a script type. */
import { expect, expectTypeOf, test } from 'vitest';
import fixtures from '#tests/fixtures/bitcoin/addresses.json' with { type: 'json' };
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import type { ScriptType } from './address.ts';
import { type Branch, deriveAddresses, firstAddresses } from './derive.ts';
import { type AccountKey, type ExtendedKey, readExtendedKey } from './extended-key.ts';
import { readPublicWallet } from './keys.ts';
import type { BitcoinNetwork } from './network.ts';

const all = [...fixtures.keys, ...official.official];
const branches: Branch[] = ['receive', 'change'];

test('no address is derived from a key whose script type is unknown (WALL-01)', () => {
  expectTypeOf<ExtendedKey>().not.toExtend<AccountKey>();
  expectTypeOf(deriveAddresses).parameter(0).toEqualTypeOf<AccountKey>();
  const wallet = readPublicWallet(official.official[0]?.key as string);
  if (wallet.kind !== 'ambiguous') throw new Error('An xpub is ambiguous');
  const range = { network: 'mainnet', branch: 'receive', first: 0, count: 1 } as const;
  expect(() => deriveAddresses(wallet as never, range)).toThrow();
});

test('a key of another network is refused, and the setting is named (T48)', () => {
  const { key } = readExtendedKey(official.official[0]?.key as string);
  const test = readExtendedKey(official.official[3]?.key as string).key;
  const derive = (one: ExtendedKey, network: BitcoinNetwork) => () => firstAddresses(one, network);
  for (const network of ['testnet', 'signet', 'regtest'] as const) {
    expect(derive(key, network)).toThrow(
      `This belongs to mainnet, but this server uses ${network} (BITCOIN_NETWORK).`,
    );
    expect(derive(test, network)).not.toThrow();
  }
  expect(derive(test, 'mainnet')).toThrow('This belongs to testnet or signet or regtest');
});

test('BIP44, 49, 84, 86 and SLIP-132: every address of the fixtures, in batches and one by one', () => {
  expect(all).toHaveLength(10);
  for (const { key: text, scriptType, network, addresses } of all) {
    const account = { key: readExtendedKey(text).key, scriptType: scriptType as ScriptType };
    for (const branch of branches) {
      const expected = Object.values(addresses[branch]);
      const from = (first: number, count: number) =>
        deriveAddresses(account, { network: network as BitcoinNetwork, branch, first, count });
      expect(from(0, expected.length)).toEqual(expected);
      expect(expected.flatMap((_, i) => from(i, 1))).toEqual(expected);
      expect(from(0, 0)).toEqual([]);
    }
  }
});

test('BIP86: the addresses that it prints', () => {
  const wallet = readPublicWallet(`tr(${official.official[4]?.key}/<0;1>/*)`);
  if (wallet.kind !== 'account-key') throw new Error('A descriptor is an account key');
  for (const { branch, index, address } of vectors.bip86) {
    const range = { network: 'mainnet', branch: branch as Branch, first: index, count: 1 } as const;
    expect(deriveAddresses(wallet.accountKey, range)).toEqual([address]);
  }
});

test('an ambiguous key shows its first address for each script type it may have (WALL-01)', () => {
  for (const { key: text, scriptType, network, addresses } of all) {
    const first = firstAddresses(readExtendedKey(text).key, network as BitcoinNetwork);
    expect(first.map((one) => one.scriptType)).toEqual(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr']);
    expect(new Set(first.map((one) => one.address)).size).toBe(4);
    expect(first).toContainEqual({ scriptType, address: addresses.receive[0] });
  }
});

test('regtest has its own addresses', () => {
  const { key } = readExtendedKey(fixtures.keys[4]?.key as string);
  expect(firstAddresses(key, 'regtest').map(({ address }) => address)).toEqual([
    expect.stringMatching(/^[mn]/),
    expect.stringMatching(/^2/),
    expect.stringMatching(/^bcrt1q/),
    expect.stringMatching(/^bcrt1p/),
  ]);
});
