/** Descriptors: the vectors of BIP380, 381, 382, 386 and 389, and back to text. */
import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import { SCRIPT_TYPES } from './address.ts';
import { descriptorChecksum, readDescriptor, writeDescriptor } from './descriptor.ts';
import { BitcoinInputError } from './input-error.ts';
import { readPublicWallet } from './keys.ts';
import { MAINNET, TEST_NETWORKS } from './network.ts';

const XPUB = vectors.bip32[1]?.public as string;

test('BIP380: checksums', () => {
  expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
  // raw() names no key: its error depends on whether the checksum is right or missing.
  expect(
    Object.fromEntries(
      vectors.bip380Checksums.map(({ about, descriptor }) => [
        about,
        codeOf(descriptor, readDescriptor),
      ]),
    ),
  ).toEqual({
    'Valid checksum': 'BAD_DESCRIPTOR',
    'No checksum': 'BAD_DESCRIPTOR',
    'Missing checksum': 'BAD_CHECKSUM',
    'Too long checksum (9 chars)': 'BAD_CHECKSUM',
    'Too short checksum (7 chars)': 'BAD_CHECKSUM',
    'Error in payload': 'BAD_CHECKSUM',
    'Error in checksum': 'BAD_CHECKSUM',
    'Invalid characters in payload': 'BAD_DESCRIPTOR',
  });
});

test('BIP380: invalid keys are refused, private ones as such', () => {
  expect(vectors.bip380InvalidKeys.length).toBe(16);
  for (const { about, key } of vectors.bip380InvalidKeys)
    for (const text of [`wpkh(${key})`, `wpkh(${key}/<0;1>/*)`, `sh(wpkh(${key}))`]) {
      const isPrivate = /xprv|L4rK/.test(key);
      expect(() => readPublicWallet(text), about).toThrow(BitcoinInputError);
      if (isPrivate) expect(codeOf(text), about).toMatch(/^PRIVATE/);
    }
});

test('BIP380: of the valid keys, private ones and those without a range are refused', () => {
  for (const { about, key } of vectors.bip380Keys) {
    const code = codeOf(`wpkh(${key})`);
    expect(code, about).toMatch(/xprv|5KYZ|L4rK/.test(key) ? /^PRIVATE/ : /^BAD_DESCRIPTOR$/);
    // Followed by its two branches, a bare xpub is an account.
    if (/^(\[[^\]]*\])?xpub\w+$/.test(key))
      expect(readPublicWallet(`wpkh(${key}/<0;1>/*)`), about).toMatchObject({
        kind: 'account-key',
      });
  }
});

test('BIP381, 382, 386 and 389: invalid descriptors are refused', () => {
  expect(vectors.invalidDescriptors.length).toBe(27);
  for (const { about, descriptor } of vectors.invalidDescriptors)
    expect(() => readPublicWallet(descriptor), about).toThrow(BitcoinInputError);
});

test('a descriptor that is not of a wallet with one key says what was expected (T48)', () => {
  for (const [text, code] of [
    [`wsh(sortedmulti(2,${XPUB}/0/*,${XPUB}/0/*))`, 'MULTISIG'],
    [`sh(multi(1,${XPUB}/0/*))`, 'MULTISIG'],
    [`tr(musig(${XPUB},${XPUB})/0/*)`, 'MULTISIG'],
    [`tr(${XPUB}/0/*,pk(${XPUB}/0/*))`, 'BAD_DESCRIPTOR'],
    [`sh(${XPUB}/0/*)`, 'BAD_DESCRIPTOR'],
    [`pk(${XPUB}/0/*)`, 'BAD_DESCRIPTOR'],
    [`addr(bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB})`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB}/0)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB}/*)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB}/2/*)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB}/0/*h)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB}/0h/*)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB}/<1;0>/*)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB}/<0;1>/*`, 'BAD_DESCRIPTOR'],
    [`wpkh([28645006/84h/0h/0h${XPUB}/<0;1>/*)`, 'BAD_DESCRIPTOR'],
    [`wpkh([28645006/2147483648h]${XPUB}/<0;1>/*)`, 'BAD_DESCRIPTOR'],
    [`wpkh(${XPUB.replace('68G', '68g')}/<0;1>/*)`, 'BAD_CHECKSUM'],
    [
      `wpkh(zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs/<0;1>/*)`,
      'BAD_DESCRIPTOR',
    ],
    ['()', 'BAD_DESCRIPTOR'],
    ['pkh)(', 'BAD_DESCRIPTOR'],
  ] as const)
    expect(codeOf(text), text).toBe(code);
});

test('each of the branches, or both, name the whole account', () => {
  const read = (range: string, origin = '') => readDescriptor(`wpkh(${origin}${XPUB}${range})`);
  const account = read('/<0;1>/*');
  expect(account).toMatchObject({ scriptType: 'p2wpkh', key: { depth: 1, networks: MAINNET } });
  expect(account).not.toHaveProperty('origin');
  for (const range of ['/0/*', '/1/*']) expect(read(range)).toEqual(account);
  expect(read('/0/*', "[D34DB33F/84'/0h/0']").origin).toEqual({
    fingerprint: 'd34db33f',
    path: '/84h/0h/0h',
  });
  expect(read('/0/*', '[d34db33f]').origin).toEqual({ fingerprint: 'd34db33f', path: '' });
  for (const [text, scriptType] of [
    [`pkh(${XPUB}/0/*)`, 'p2pkh'],
    [`sh(wpkh(${XPUB}/0/*))`, 'p2sh-p2wpkh'],
    [`tr(${XPUB}/0/*)`, 'p2tr'],
  ])
    expect(readDescriptor(text as string).scriptType).toBe(scriptType);
});

test('an account survives being written as a descriptor and read', () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom('', 'h'));
  const origin = fc.record({
    fingerprint: fc.stringMatching(/^[0-9a-f]{8}$/),
    path: fc
      .array(step, { maxLength: 5 })
      .map((all) => all.map((one) => `/${one.join('')}`).join('')),
  });
  const key = {
    depth: 3,
    parentFingerprint: 7,
    childNumber: 2 ** 31,
    chainCode: new Uint8Array(32).fill(1),
    publicKey: hexToBytes('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c'),
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...SCRIPT_TYPES),
      fc.constantFrom(MAINNET, TEST_NETWORKS),
      fc.option(origin, { nil: undefined }),
      (scriptType, networks, from) => {
        const account = { scriptType, key: { ...key, networks }, ...(from && { origin: from }) };
        const text = writeDescriptor(account);
        expect(text).toMatch(/\/<0;1>\/\*\)+#[a-z0-9]{8}$/);
        expect(readDescriptor(text)).toEqual(account);
        expect(readPublicWallet(text)).toEqual({ kind: 'account-key', accountKey: account });
      },
    ),
    { numRuns: 300 },
  );
});

function codeOf(text: string, read: (text: string) => unknown = readPublicWallet): string {
  try {
    read(text);
  } catch (error) {
    return (error as BitcoinInputError).code;
  }
  return 'none';
}
