/** Batched sums compared with @noble/curves, especially where intermediate points coincide. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import { compressed, deriveChildKeys, MAX_BATCH } from './child-keys.ts';
import { addGeneratorMultiples } from './lock-step.ts';

const { Point } = secp256k1;
const ORDER = Point.Fn.ORDER;
const bytes = (value: bigint) => numberToBytesBE(value, 32);
const multiple = (value: bigint) => Point.BASE.multiplyUnsafe(value).toAffine();
const sumOf = (start: bigint, scalar: bigint) =>
  addGeneratorMultiples([multiple(start)], [bytes(scalar)])[0];

test('a tweak that is not below the order has no key', () => {
  for (const scalar of [ORDER, ORDER + 1n, 2n ** 256n - 1n])
    expect(() => sumOf(1n, scalar)).toThrow('not below the order');
  expect(() =>
    addGeneratorMultiples([multiple(1n), multiple(2n)], [bytes(1n), bytes(ORDER)]),
  ).toThrow(RangeError);
});

test('a sum at infinity has no key', () => {
  for (const secret of [1n, 2n, 255n, 256n, 257n, 2n ** 128n, ORDER - 1n])
    expect(() => sumOf(secret, ORDER - secret)).toThrow('infinity');
});

test('a result that is not on the curve is not given out', () => {
  expect(() => addGeneratorMultiples([{ x: 1n, y: 1n }], [bytes(5n)])).toThrow();
  expect(() =>
    addGeneratorMultiples([multiple(3n), { x: 1n, y: 1n }], [bytes(5n), bytes(6n)]),
  ).toThrow();
});

test('keys made to meet the table: equal and opposite points are added right', () => {
  const edges = [0n, 1n, 2n, 3n, 254n, 255n, 256n, 257n, 511n, 65_535n, 65_536n, 2n ** 248n];
  const secrets = [...edges.slice(1), ...edges.map((edge) => ORDER - edge - 1n)];
  const scalars = [...edges, ...edges.slice(1).map((edge) => ORDER - edge)];
  // All in one batch: a special case must not harm its neighbours.
  const pairs = secrets
    .flatMap((secret) => scalars.map((scalar) => ({ secret, scalar })))
    .filter(({ secret, scalar }) => (secret + scalar) % ORDER !== 0n);
  const sums = addGeneratorMultiples(
    pairs.map(({ secret }) => multiple(secret)),
    pairs.map(({ scalar }) => bytes(scalar)),
  );
  expect(pairs.length).toBeGreaterThan(500);
  for (const [i, { secret, scalar }] of pairs.entries())
    expect(sums[i], `${secret} + ${scalar}`).toEqual(multiple((secret + scalar) % ORDER));
});

test('any start and any tweak', () => {
  const scalar = fc.bigInt({ min: 1n, max: ORDER - 1n });
  const batch = fc.array(fc.tuple(scalar, scalar), { maxLength: 12 });
  fc.assert(
    fc.property(batch, (pairs) => {
      const sums = addGeneratorMultiples(
        pairs.map(([secret]) => multiple(secret)),
        pairs.map(([, tweak]) => bytes(tweak)),
      );
      expect(sums).toEqual(pairs.map(([secret, tweak]) => multiple((secret + tweak) % ORDER)));
    }),
    { numRuns: 30 },
  );
});

test('keys of a parent whose private key is 1, 2, 3 or n − 1: 0 wrong', () => {
  for (const [secret, count] of [
    [1n, 400],
    [2n, 100],
    [3n, 100],
    [ORDER - 1n, 100],
  ] as const) {
    const parent = new HDKey({ chainCode: new Uint8Array(32), privateKey: bytes(secret) });
    const keys = deriveChildKeys(parent, 0, count);
    // By the private keys: another way to the same points.
    const expected = keys.map((_, i) => parent.deriveChild(i).publicKey as Uint8Array);
    expect(keys.map(compressed)).toEqual(expected);
  }
});

test('BIP32: public children of its vectors', () => {
  const pairs = vectors.bip32.flatMap((child) => {
    const [, path, index] = /^(.*)\/(\d+)$/.exec(child.path) ?? [];
    return vectors.bip32
      .slice(0, vectors.bip32.indexOf(child))
      .filter((parent) => parent.path === path)
      .map((parent) => ({ parent: parent.public, child: child.public, index: Number(index) }));
  });
  const isChild = ({ parent, child }: { parent: string; child: string }) =>
    HDKey.fromExtendedKey(parent).fingerprint === HDKey.fromExtendedKey(child).parentFingerprint;
  const proven = pairs.filter(isChild);
  expect(proven.length).toBe(6);
  for (const { parent, child, index } of proven)
    expect(
      compressed(deriveChildKeys(HDKey.fromExtendedKey(parent), index, 1)[0] as never),
    ).toEqual(HDKey.fromExtendedKey(child).publicKey);
});

test('indexes that do not exist are refused; the last one exists', () => {
  const parent = HDKey.fromExtendedKey(vectors.bip32[0]?.public as string);
  for (const [first, count] of [
    [-1, 1],
    [0, MAX_BATCH + 1],
    [0, -1],
    [0.5, 1],
    [2 ** 31, 1],
    [2 ** 31 - 1, 2],
    [Number.NaN, 1],
  ] as const)
    expect(() => deriveChildKeys(parent, first, count)).toThrow(RangeError);
  expect(deriveChildKeys(parent, 2 ** 31 - 1, 1)).toHaveLength(1);
  expect(deriveChildKeys(parent, 5, 0)).toEqual([]);
});

test('a key that @scure/bip32 does not derive is never given out', () => {
  const parent = HDKey.fromExtendedKey(vectors.bip32[0]?.public as string);
  for (const wrong of [3, 9]) {
    const disagreeing = Object.create(parent, {
      deriveChild: { value: (index: number) => parent.deriveChild(index === wrong ? 77 : index) },
    }) as HDKey;
    expect(() => deriveChildKeys(disagreeing, 3, 7)).toThrow(`Child key ${wrong} differs`);
    expect(deriveChildKeys(disagreeing, 4, 2)).toHaveLength(2);
  }
});
