/** Every two things that a thief can do, in both orders, and many more orders at random. */
import { afterAll, beforeAll, test } from 'vitest';
import { startHub } from '#tests/support/money-acts.ts';
import { type PayoutWorld, startPayoutWorld } from '#tests/support/payouts.ts';
import { dice, doable, steal } from '#tests/support/thief-orders.ts';

const SEEDS = 60;

let world: PayoutWorld;
let hub: Awaited<ReturnType<typeof startHub>>;
beforeAll(async () => {
  world = await startPayoutWorld();
  hub = await startHub();
});
afterAll(async () => {
  await hub.close();
  await world.close();
});

const FIRST = (['plain', 'vault'] as const).flatMap((form) =>
  Object.keys(doable(form)).map((first) => ({ form, first })),
);

test.each(FIRST)(
  'A1 T19b T25 T59 “$first” and then each other act, with a $form wallet',
  async ({ form, first }) => {
    for (const [at, second] of Object.keys(doable(form)).entries()) {
      const name = `${form}-${first}-${at}`.toLowerCase().replaceAll(/\W+/g, '-');
      await steal(world, hub.url, { name, form, steps: [first, second] });
    }
  },
);

test('A1 T19b T25 T59 everything once, in many orders', async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const form = seed % 2 ? 'plain' : 'vault';
    const roll = dice(seed);
    const left = Object.keys(doable(form));
    const steps: string[] = [];
    while (left.length > 0) steps.push(...left.splice(roll(left.length), 1));
    await steal(world, hub.url, { name: `all-${seed}`, form, steps });
  }
});
