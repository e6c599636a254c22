/**
 * Adds multiples of secp256k1's generator to many points at once: the one expensive step of
 * deriving addresses. All sums advance in lock step, one table entry at a time, which lets them
 * share one modular inversion per step (Montgomery's trick). Keys and tweaks are public here, so
 * nothing has to run in constant time.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';

/** Affine coordinates; never the point at infinity. */
export type Point = { x: bigint; y: bigint };

const { Point: Curve } = secp256k1;
const { Fp, Fn } = Curve;
const P = Fp.ORDER;

/** A scalar is read as 32 digits of one byte each. */
const DIGITS = 32;
const DIGIT_VALUES = 256;

/**
 * `starts[i] + scalars[i] · G` for every i. Scalars are 32 bytes, big-endian. Throws if one isn't
 * below the curve's order, or if a sum is the point at infinity: no such key exists (BIP32,
 * BIP341), and finding one is infeasible.
 */
export function addGeneratorMultiples(
  starts: readonly Point[],
  scalars: readonly Uint8Array[],
): Point[] {
  for (const scalar of scalars)
    if (!Fn.isValid(Fn.fromBytes(scalar, true)))
      throw new RangeError('A tweak is not below the order of the curve');
  const table = generatorTable();
  let sums: (Point | undefined)[] = [...starts];
  for (let digit = 0; digit < DIGITS; digit++) {
    const row = table[digit] as readonly Point[];
    // Byte 31 is the lowest digit. A digit of 0 adds nothing.
    sums = addInLockStep(
      sums,
      scalars.map((scalar) => row[scalar[DIGITS - 1 - digit] as number]),
    );
  }
  return sums.map((sum, i) =>
    sum && isOnCurve(sum) ? sum : addPlainly(starts[i] as Point, scalars[i] as Uint8Array),
  );
}

/**
 * `points[i] + addends[i]` for every i, by the chord through both. An undefined addend adds
 * nothing. If both have the same x, which only happens for keys crafted for it, there is no chord;
 * the sum is undefined and stays so.
 */
function addInLockStep(
  points: readonly (Point | undefined)[],
  addends: readonly (Point | undefined)[],
): (Point | undefined)[] {
  const widths = points.map((point, i) => {
    const addend = addends[i];
    return point && addend ? addend.x - point.x : 0n;
  });
  // 0 stays 0.
  const inverses = Fp.invertBatch(widths.map((width) => Fp.create(width)));
  return points.map((point, i) => {
    const addend = addends[i];
    if (!point || !addend) return point;
    const inverse = inverses[i];
    if (!inverse) return undefined;
    const slope = ((addend.y - point.y) * inverse) % P;
    const x = Fp.create(slope * slope - point.x - addend.x);
    return { x, y: Fp.create(slope * (point.x - x) - point.y) };
  });
}

let knownTable: readonly (readonly Point[])[] | undefined;

/** `table[k][d]` is `d · 256^k · G`; `table[k][0]`, the point at infinity, is missing. */
function generatorTable(): readonly (readonly Point[])[] {
  if (knownTable) return knownTable;
  let base = Curve.BASE;
  const bases: Point[] = [];
  const doubles: Point[] = [];
  for (let k = 0; k < DIGITS; k++) {
    bases.push(base.toAffine());
    doubles.push(base.double().toAffine());
    for (let bit = 1; bit < DIGIT_VALUES; bit *= 2) base = base.double();
  }
  const columns: Point[][] = [[], bases, doubles];
  for (let d = 3; d < DIGIT_VALUES; d++)
    // No sum is missing: d and 1 are different multiples of the base.
    columns.push(addInLockStep(columns[d - 1] as Point[], bases) as Point[]);
  knownTable = bases.map((_, k) => columns.map((column) => column[k] as Point));
  return knownTable;
}

/** A fault of the machine or of this file would leave the curve. */
const isOnCurve = ({ x, y }: Point): boolean => (y * y - x * x * x - 7n) % P === 0n;

/** By @noble/curves, which handles every special case. Throws if the start is not on the curve. */
function addPlainly(start: Point, scalar: Uint8Array): Point {
  const sum = Curve.fromAffine(start).add(Curve.BASE.multiplyUnsafe(Fn.fromBytes(scalar)));
  if (sum.is0()) throw new RangeError('A sum is the point at infinity');
  sum.assertValidity();
  return sum.toAffine();
}
