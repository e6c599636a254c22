/**
 * Everything a thief can do, in pairs, each fourth pair alone; and all of it in many orders,
 * forward and reversed, so each of every two comes first once. Testing all pairs alone would take
 * an hour.
 */
import { test } from 'vitest';
import { actsWorld } from '#tests/support/money-acts.ts';
import { dice, doable, steal } from '#tests/support/thief-orders.ts';

/** Each is walked from both ends. */
const SEEDS = 10;
const PART = 4;

const { world, hub } = await actsWorld();

const FIRST = (['plain', 'vault'] as const).flatMap((form) =>
  Object.keys(doable(form)).map((first, nth) => ({ form, first, nth })),
);

test.each(FIRST)(
  '“$first” and then each fourth other act, with a $form wallet (T19b T25 T59)',
  async ({ form, first, nth }) => {
    for (const [at, second] of Object.keys(doable(form)).entries()) {
      if (at % PART !== nth % PART) continue;
      const name = `${form}-${first}-${at}`.toLowerCase().replaceAll(/\W+/g, '-');
      await steal(world, hub.url, { name, form, steps: [first, second] });
    }
  },
);

test('everything once, in many orders (T19b T25 T59)', async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const form = seed % 2 ? 'plain' : 'vault';
    const roll = dice(seed);
    const left = Object.keys(doable(form));
    const steps: string[] = [];
    while (left.length > 0) steps.push(...left.splice(roll(left.length), 1));
    await steal(world, hub.url, { name: `all-${seed}`, form, steps });
    await steal(world, hub.url, { name: `back-${seed}`, form, steps: steps.toReversed() });
  }
});
