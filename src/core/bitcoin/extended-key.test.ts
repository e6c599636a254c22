/** Extended public keys: the vectors of BIP32 and SLIP-132, wrong ones, and back to text. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import { SCRIPT_TYPES } from './address.ts';
import { isHardened, readExtendedKey, writeExtendedKey } from './extended-key.ts';
import { readPublicWallet } from './keys.ts';
import { MAINNET, TEST_NETWORKS } from './network.ts';

const { encode, decode } = createBase58check(sha256);
const XPUB = vectors.bip32[1]?.public as string;

/** The same key under another version. */
const withVersion = (version: number, text = XPUB): string => {
  const bytes = decode(text);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, version);
  return encode(bytes);
};

test('BIP32 test vector 5: what is no key is refused (T48)', () => {
  const codes = new Map(
    vectors.bip32Invalid.map(({ key, reason }) => [`${key.slice(0, 4)} ${reason}`, codeOf(key)]),
  );
  expect(Object.fromEntries(codes)).toEqual({
    'xpub pubkey version / prvkey mismatch': 'PRIVATE_EXTENDED_KEY',
    'xprv prvkey version / pubkey mismatch': 'PRIVATE_EXTENDED_KEY',
    'xpub invalid pubkey prefix 04': 'BAD_KEY',
    'xprv invalid prvkey prefix 04': 'PRIVATE_EXTENDED_KEY',
    'xpub invalid pubkey prefix 01': 'BAD_KEY',
    'xprv invalid prvkey prefix 01': 'PRIVATE_EXTENDED_KEY',
    'xprv zero depth with non-zero parent fingerprint': 'PRIVATE_EXTENDED_KEY',
    'xpub zero depth with non-zero parent fingerprint': 'BAD_KEY',
    'xprv zero depth with non-zero index': 'PRIVATE_EXTENDED_KEY',
    'xpub zero depth with non-zero index': 'BAD_KEY',
    'DMwo unknown extended key version': 'UNKNOWN_FORMAT',
    'xprv private key 0 not in 1..n-1': 'PRIVATE_EXTENDED_KEY',
    'xprv private key n not in 1..n-1': 'PRIVATE_EXTENDED_KEY',
    'xpub invalid pubkey 020000000000000000000000000000000000000000000000000000000000000007':
      'BAD_KEY',
    'xprv invalid checksum': 'PRIVATE_EXTENDED_KEY',
  });
});

test('a mistyped, shortened, foreign or multisig key is refused, and says what was expected (T48)', () => {
  for (const [text, code, message] of [
    [XPUB.slice(0, -1), 'BAD_CHECKSUM', 'of 111 characters, got 110'],
    [`${XPUB}a`, 'BAD_CHECKSUM', 'of 111 characters, got 112'],
    [XPUB.replace('68Gmy', '68Gym'), 'BAD_CHECKSUM', 'mistyped or missing'],
    [`xpub0${XPUB.slice(5)}`, 'BAD_CHECKSUM', 'mistyped or missing'],
    [withVersion(0x02aa7ed3), 'MULTISIG', 'single key'],
    [withVersion(0x0295b43f), 'MULTISIG', 'single key'],
    [withVersion(0x019da462), 'UNKNOWN_FORMAT', 'xpub, ypub, zpub'], // of Litecoin
    ['xpub6Invalid', 'BAD_CHECKSUM', 'of 111 characters, got 12'],
  ] as const) {
    expect(() => readExtendedKey(text), text).toThrow(message);
    expect(codeOf(text, readExtendedKey), text).toBe(code);
  }
});

test('BIP32: the keys of its vectors are read, and written unchanged', () => {
  expect(vectors.bip32.length).toBe(17);
  for (const { path, public: text } of vectors.bip32) {
    const { key, scriptType } = readExtendedKey(text);
    expect(scriptType).toBeUndefined();
    expect(key.networks).toEqual(MAINNET);
    expect(key.depth).toBe(path.split('/').length - 1);
    expect(isHardened(key)).toBe(path.endsWith('h'));
    expect(writeExtendedKey(key)).toBe(text);
  }
});

test('SLIP-132: the prefix says network and script type', () => {
  for (const [version, prefix, networks, scriptType] of [
    [0x0488b21e, 'xpub', MAINNET, undefined],
    [0x049d7cb2, 'ypub', MAINNET, 'p2sh-p2wpkh'],
    [0x04b24746, 'zpub', MAINNET, 'p2wpkh'],
    [0x043587cf, 'tpub', TEST_NETWORKS, undefined],
    [0x044a5262, 'upub', TEST_NETWORKS, 'p2sh-p2wpkh'],
    [0x045f1cf6, 'vpub', TEST_NETWORKS, 'p2wpkh'],
  ] as const) {
    const text = withVersion(version);
    expect(text.slice(0, 4)).toBe(prefix);
    const read = readExtendedKey(text);
    expect(read).toMatchObject({ scriptType, key: { networks } });
    expect(writeExtendedKey(read.key, read.scriptType)).toBe(text);
    expect(writeExtendedKey(read.key).slice(1)).toMatch(/^pub/);
  }
  for (const { key, scriptType } of official.official)
    expect([scriptType, undefined]).toContain(readExtendedKey(key).scriptType);
});

test('any key survives being written and read', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(
      bytes(32).filter((secret) => secp256k1.utils.isValidSecretKey(secret)),
      bytes(32),
      fc.integer({ min: 1, max: 255 }),
      uint32,
      uint32,
      fc.constantFrom(MAINNET, TEST_NETWORKS),
      fc.constantFrom(undefined, ...SCRIPT_TYPES),
      (secret, chainCode, depth, parentFingerprint, childNumber, networks, scriptType) => {
        const publicKey = secp256k1.getPublicKey(secret);
        const key = { networks, depth, parentFingerprint, childNumber, chainCode, publicKey };
        const text = writeExtendedKey(key, scriptType);
        expect(text).toHaveLength(111);
        expect(readExtendedKey(text).key).toEqual(key);
      },
    ),
    { numRuns: 200 },
  );
});

test('a key of a single branch, or too deep to derive from, is refused alone (T48)', () => {
  const key = {
    networks: MAINNET,
    depth: 4,
    parentFingerprint: 1,
    childNumber: 0,
    chainCode: new Uint8Array(32),
    publicKey: hexToBytes(
      `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`,
    ),
  };
  expect(codeOf(writeExtendedKey(key))).toBe('NOT_AN_ACCOUNT_KEY');
  expect(codeOf(writeExtendedKey({ ...key, depth: 254, childNumber: 2 ** 31 }))).toBe(
    'NOT_AN_ACCOUNT_KEY',
  );
  expect(
    readPublicWallet(writeExtendedKey({ ...key, depth: 253, childNumber: 2 ** 31 })),
  ).toMatchObject({ kind: 'ambiguous' });
});

function codeOf(text: string, read: (text: string) => unknown = readPublicWallet): unknown {
  try {
    return read(text);
  } catch (error) {
    return (error as { code: string }).code;
  }
}
