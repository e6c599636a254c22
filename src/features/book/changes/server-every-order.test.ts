/** Some orders in which a thief does everything; the long test next to it covers all pairs. */
import { expect, test } from 'vitest';
import { actsWorld } from '#tests/support/money-acts.ts';
import { dice, doable, steal } from '#tests/support/thief-orders.ts';

const { world, hub } = await actsWorld();

test('a thief with a fresh code, in many orders: messages lead back, and what exceeds the ceiling is reported (T19b T25 T59)', async () => {
  let moved = 0;
  for (let seed = 1; seed <= 4; seed++) {
    const form = seed % 4 ? 'plain' : 'vault';
    const names = Object.keys(doable(form));
    const roll = dice(seed);
    const steps = Array.from({ length: 16 }, () => names[roll(names.length)] as string);
    moved += await steal(world, hub.url, { name: `order-${seed}`, form, steps });
  }
  expect(moved).toBeGreaterThan(0);
});

// The worst first: each was a hole once, or looks like one.
const ORDERS = [
  ['remove Tom', 'ceiling.save', 'pay much with an old sign-in', 'forget all', 'pay a little'],
  ['ceiling.save', 'pay much with a new sign-in', 'remove Tom', 'invite Eve', 'forget all'],
  ['ceiling.save', 'aim the pay day', 'let a pay day come', 'pay much with an old sign-in'],
  ['aim the pay day', 'remove Tom', 'undo back and forth', 'let a pay day come', 'pay a little'],
  ['wallet.remove', 'undo back and forth', 'undo back and forth', 'undo back and forth'],
];

test('removing the other adult first, raising the ceiling first, letting a pay day come (T19b T25 T59)', async () => {
  const moved: number[] = [];
  for (const [at, steps] of ORDERS.entries())
    moved.push(await steal(world, hub.url, { name: `worst-${at}`, form: 'plain', steps }));
  const [little, much, aimed = 0, mixed = 0, nothing] = moved;
  expect([little, much, nothing]).toEqual([9_000, 50_000, 0]);
  // A pay day that was due before is below the ceiling; the thief's own waits for a press.
  expect([aimed <= 20_000, mixed <= 20_000]).toEqual([true, true]);
});
