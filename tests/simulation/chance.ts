/** Chance, repeatable by seed. */
import type { ActOf, Call } from './act.ts';
import type { ChildNo, Model, Person } from './model-types.ts';

export type Random = () => number;

export const oneOf = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;

export const chance = (random: Random, of: number): boolean => random() < of;

/** A multiple of four: no amount in a wallet's file is one (draw-file.ts). */
export const satsIn = (random: Random, most: number): bigint =>
  4n * BigInt(1 + Math.floor((random() * most) / 4));

/** The person, child and amount, unless the call says otherwise. */
export type Drawing = { model: Model; random: Random; by: Person; child: ChildNo; sats: bigint };
type Drawn<C extends Call> = Omit<ActOf<C>, 'call' | 'by'> & { by?: Person };
/** Undefined if there is nothing yet for the call to act on. */
export type Draws<C extends Call> = {
  readonly [One in C]: (drawing: Drawing) => Drawn<One> | undefined;
};

/** A name that nothing has. */
export const NOTHING = 'nothing';

export const about = <T>(
  random: Random,
  names: Iterable<string>,
  act: (name: string) => T,
): T | undefined => {
  const all = [...names];
  if (chance(random, 0.08)) return act(NOTHING);
  return all.length === 0 ? undefined : act(oneOf(random, all));
};

/** Two or three different ones. */
export function someOf<T>(
  random: Random,
  names: Iterable<string>,
  act: (names: string[]) => T,
): T | undefined {
  const all = [...names];
  const some = new Set([1, 2, 3].map(() => oneOf(random, all)));
  return all.length === 0 ? undefined : act([...some]);
}

/** Mostly one of these, if there are any. */
export const mostly = <T>(random: Random, some: readonly T[], all: readonly T[]): readonly T[] =>
  some.length > 0 && chance(random, 0.8) ? some : all;

/** If a call names nothing, a stranger would change their own family's data. */
export const notStranger = (by: Person): Person => (by === 'stranger' ? 'parent' : by);
