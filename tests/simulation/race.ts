/** Several at once: which, and how they may end. */
import { isDeepStrictEqual } from 'node:util';
import type { Act, Outcome } from './act.ts';
import { drawAct } from './acts.ts';
import { chance, oneOf, type Random } from './chance.ts';
import { isAboutSettings } from './made.ts';
import { apply } from './model.ts';
import type { Model } from './model-types.ts';

const FEW = [2, 3, 4];
const MANY = [5, 6, 7, 8];

/**
 * What is one transaction: a payment is several, and holds more meanwhile than it takes. At most
 * one is about settings: which change is whose would not be known.
 */
export function drawTogether(model: Model, random: Random, now: number): Act[] {
  const count = oneOf(random, chance(random, 0.15) ? MANY : FEW);
  const acts: Act[] = [];
  while (acts.length < count) {
    const drawn = drawAct(model, random, 'one of them', now);
    const isSecond =
      isAboutSettings(drawn) && acts.some((one) => isAboutSettings(one) && !excludes(drawn, one));
    if (!isInParts(drawn) && !isSecond) acts.push(drawn);
    const twin = { ...drawn, by: drawn.by === 'parent' ? 'spouse' : 'parent' } as const;
    if (acts.includes(drawn) && excludes(drawn, twin)) acts.push(twin);
  }
  return acts;
}

const ENCRYPTING = ['encryptExisting', 'saveVault', 'saveVaultWithLightning', 'forgetVault'];

/** Both change what is encrypted, and have seen the same version: one of them comes too late. */
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

/** @param ends how it may have ended, by its reply */
type Raced = { act: Act; name: string; ends: readonly Outcome[] };

/**
 * What each order gives in which all of them end as they did; none twice. After the same acts in
 * another order the model is mostly the same, and is followed once.
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

/** Shares take part in the order in which they were made; what was told has none. */
const inOneOrder = (model: Model) => ({
  ...model,
  order: [...model.shares.keys()],
  told: model.told.map((one) => JSON.stringify(one)).toSorted(),
});
