/** A family that can't be paid doesn't hold up the others' pay. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { settleAutomatic } from './settling.ts';

let app: TestApp;
let parents: Visitor[];
beforeEach(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  parents = [];
  for (const name of ['anna', 'zoe', 'ida']) {
    const parent = await app.signIn(`${name}@example.com`);
    const body = { name: 'Kim', age: 9, weeklyAllowance: '0.00002', allowanceDay: 3 };
    await parent.send('POST', '/api/children', body);
    await parent.send('PATCH', '/api/family/settings', { payAutomatically: true });
    parents.push(parent);
  }
});
afterEach(() => app.close());

const children = async (parent: Visitor) =>
  (await parent.get('/api/children')).body as { id: string; savingsBalance: string }[];

/** More for the first family's child. */
async function give(amount: string) {
  const [anna] = parents as [Visitor];
  const [child] = await children(anna);
  const all = { childId: child?.id, type: 'bonus', amount, description: 'All there is' };
  return anna.send('POST', '/api/transactions', all);
}

test('no account takes more than 21,000,000 BTC (HOUSE-16)', async () => {
  expect((await give('21000000')).status).toBe(200);
  const more = await give('0.00000001');
  expect([more.status, (more.body as { message: string }).message]).toEqual([
    409,
    'No account can hold more than 21,000,000 BTC',
  ]);
});

test('the worker pays the families after one that it cannot pay, and says which (CHILD-12)', async () => {
  expect((await give('21000000')).status).toBe(200);
  await expect(settleAutomatic(app.db.owner, app.clock.now)).rejects.toThrow(
    /^1 families were not paid, the first is [0-9a-f-]{36}: No account can hold/,
  );
  for (const parent of parents.slice(1))
    expect((await children(parent))[0]?.savingsBalance).toBe('0.00002000');
});
