/** Addresses: the vectors of BIP173, BIP350 and BIP86, base58, and names for Electrum. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import fixtures from '#tests/fixtures/bitcoin/addresses.json' with { type: 'json' };
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import { addressOf, readAddress, SCRIPT_TYPES, scriptHash, scriptOf } from './address.ts';
import { BitcoinInputError } from './input-error.ts';
import type { BitcoinNetwork } from './network.ts';

const { encode } = createBase58check(sha256);
const NETWORKS: BitcoinNetwork[] = ['mainnet', 'testnet', 'signet', 'regtest'];

test('BIP173 and BIP350: every invalid address is refused', () => {
  const invalid = [...vectors.bip173Invalid, ...vectors.bip350Invalid];
  expect(invalid.length).toBe(25);
  for (const { address, reason } of invalid)
    expect(() => readAddress(address), `${address}: ${reason}`).toThrow(BitcoinInputError);
});

test('what is no address of Bitcoin is refused (T48)', () => {
  const hash = Array.from({ length: 20 }, (_, i) => i);
  for (const [text, code] of [
    ['', 'UNKNOWN_FORMAT'],
    ['hello', 'UNKNOWN_FORMAT'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'BAD_CHECKSUM'],
    ['1bvbmseystwetqtfn5au4m4gfg7xjanvn2', 'BAD_CHECKSUM'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'BAD_CHECKSUM'],
    ['Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BAD_CHECKSUM'],
    ['bcrt1', 'BAD_CHECKSUM'],
    [bech32m.encode('bc1x', [1, ...bech32m.toWords(new Uint8Array(32).fill(2))]), 'BAD_ADDRESS'],
    [encode(Uint8Array.of(0x30, ...hash)), 'UNKNOWN_FORMAT'], // L…, of Litecoin
    [encode(Uint8Array.of(0x00, ...hash.slice(1))), 'BAD_ADDRESS'],
    ['lnbc15u1p3xnhl2pp5', 'UNKNOWN_FORMAT'],
    ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 'UNKNOWN_FORMAT'],
  ] as const)
    expect(codeOf(text), text).toBe(code);
});

test('a Taproot address that nobody can spend from is refused (T48)', () => {
  // There is no point with x = 5.
  const program = new Uint8Array(32).fill(0);
  program[31] = 5;
  const address = bech32m.encode('bc', [1, ...bech32m.toWords(program)]);
  expect(codeOf(address)).toBe('BAD_ADDRESS');
});

test('BIP350: valid addresses have the scripts that it prints; later versions are refused', () => {
  for (const { address, script } of vectors.bip350) {
    const isKnown = /^(0014|0020|5120)/.test(script);
    if (!isKnown) {
      expect(codeOf(address)).toBe('LATER_ADDRESS');
      continue;
    }
    const read = readAddress(address);
    expect(bytesToHex(read.script)).toBe(script);
    expect(read.address).toBe(address.toLowerCase());
    expect(addressOf(read.script, read.networks[0] as BitcoinNetwork)).toBe(read.address);
  }
});

test('BIP86: output keys, scripts and addresses', () => {
  expect(vectors.bip86.length).toBe(3);
  for (const { script, address, outputKey } of vectors.bip86) {
    expect(bytesToHex(readAddress(address).script)).toBe(script);
    expect(script).toBe(`5120${outputKey}`);
  }
});

test('every address of the fixtures reveals its type and networks, and is written as it was read', () => {
  const types = {
    p2pkh: 'p2pkh',
    'p2sh-p2wpkh': 'p2sh',
    p2wpkh: 'p2wpkh',
    p2tr: 'p2tr',
  } as const;
  for (const { scriptType, network, addresses } of [...fixtures.keys, ...official.official])
    for (const text of [...Object.values(addresses.receive), ...Object.values(addresses.change)]) {
      const { type, networks, script, address } = readAddress(text);
      expect(type).toBe(types[scriptType as keyof typeof types]);
      expect(networks).toContain(network);
      expect(address).toBe(text);
      expect(addressOf(script, network as BitcoinNetwork)).toBe(text);
    }
});

test('networks: base58 is shared by all test networks, bech32 by testnet and signet', () => {
  expect(readAddress('2MsFDzHRUAMpjHxKyoEHU3aMCMsVtMqs1PV').networks).toEqual([
    'testnet',
    'signet',
    'regtest',
  ]);
  expect(readAddress('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx').networks).toEqual([
    'testnet',
    'signet',
  ]);
  expect(readAddress('tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7').type).toBe(
    'p2wsh',
  );
});

test('Electrum names a script by its hash, read backwards', () => {
  // The example of Electrum's protocol: the address of the first block.
  const { script } = readAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  expect(scriptHash(script)).toBe(
    '8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161',
  );
});

test('any script of a key survives being written as an address and read, on every network', () => {
  const publicKey = hexToBytes(
    '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  );
  for (const type of SCRIPT_TYPES)
    for (const network of NETWORKS) {
      const script = scriptOf(type, publicKey);
      const read = readAddress(addressOf(script, network));
      expect(read.script).toEqual(script);
      expect(read.networks).toContain(network);
    }
});

test('one changed character is always seen', () => {
  const all = fixtures.keys.flatMap(({ addresses }) => Object.values(addresses.receive));
  const character = fc.constantFrom(
    ...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHKLMNPQRSTUVWXYZ',
  );
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.nat(), character, (address, at, changed) => {
      const place = at % address.length;
      const text = address.slice(0, place) + changed + address.slice(place + 1);
      fc.pre(text !== address);
      expect(() => readAddress(text)).toThrow(BitcoinInputError);
    }),
    { numRuns: 2_000 },
  );
});

function codeOf(text: string): unknown {
  try {
    return readAddress(text);
  } catch (error) {
    return (error as BitcoinInputError).code;
  }
}
