/** Races: their acts and outcomes. */
import { isDeepStrictEqual } from 'node:util';
import type { Act, Call, Outcome } from './act.ts';
import { drawAct } from './acts.ts';
import { chance, oneOf, type Random } from './chance.ts';
import { isAboutSettings } from './made.ts';
import { apply } from './model.ts';
import type { Model } from './model-types.ts';

const FEW = [2, 3, 4];
const MANY = [5, 6, 7, 8];

/**
 * Single transactions only: a payment is several, and holds more than it takes. At most one is
 * about settings: otherwise changes could not be told apart.
 */
export function drawTogether(
  model: Model,
  calls: readonly Call[],
  random: Random,
  now: number,
): Act[] {
  const count = oneOf(random, chance(random, 0.15) ? MANY : FEW);
  const acts: Act[] = [];
  while (acts.length < count) {
    const drawn = drawAct(model, calls, random, 'one of them', now);
    const isSecond =
      isAboutSettings(drawn) && acts.some((one) => isAboutSettings(one) && !excludes(drawn, one));
    if (!isInParts(drawn) && !isSecond) acts.push(drawn);
    const twin = { ...drawn, by: drawn.by === 'parent' ? 'spouse' : 'parent' } as const;
    if (acts.includes(drawn) && excludes(drawn, twin)) acts.push(twin);
  }
  return acts;
}

const ENCRYPTING = ['encryptExisting', 'saveVault', 'saveVaultWithLightning', 'forgetVault'];

/** Both change the encrypted data of the same version: one comes too late. */
const excludes = (one: Act, other: Act): boolean =>
  [one, other].every(({ call }) => ENCRYPTING.includes(call)) &&
  'version' in one &&
  'version' in other &&
  one.version === other.version;

const isInParts = (one: Act) =>
  'mood' in one ||
  one.call === 'sendBitcoin' ||
  one.call === 'eraseAgain' ||
  one.call === 'beginPayout';

/** @param ends its possible outcomes, by its reply */
type Raced = { act: Act; name: string; ends: readonly Outcome[] };

/**
 * The distinct models of all orders in which each act has its outcome. Other orders of the same
 * acts mostly give the same model, which is followed once.
 */
export function endsOfRace(model: Model, raced: readonly Raced[], now: number): Model[] {
  const all = 2 ** raced.length - 1;
  const after = new Map<number, Model[]>([[0, [model]]]);
  for (let done = 0; done < all; done++)
    for (const before of after.get(done) ?? [])
      for (const [i, { act, name, ends }] of raced.entries()) {
        if (done & (1 << i)) continue;
        const { next, outcome } = apply(before, act, name, now);
        if (ends.includes(outcome)) addTo(after, done | (1 << i), next);
      }
  return after.get(all) ?? [];
}

function addTo(after: Map<number, Model[]>, done: number, model: Model): void {
  const known = after.get(done) ?? [];
  const found = inOneOrder(model);
  if (!known.some((one) => isDeepStrictEqual(inOneOrder(one), found)))
    after.set(done, [...known, model]);
}

/** Shares apply in order of creation; messages have no order. */
const inOneOrder = (model: Model) => ({
  ...model,
  order: [...model.shares.keys()],
  told: model.told.map((one) => JSON.stringify(one)).toSorted(),
});
