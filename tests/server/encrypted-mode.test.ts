/** While a family’s wallet is encrypted, the server runs the book as usual. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ON_REGTEST, startApp, type TestApp } from '../support/app.ts';
import { addChild, getChild, joinAsChild, record } from '../support/family.ts';
import { addGoal, contribute, getGoal } from '../support/goals.ts';
import { processDue } from '../support/paydays.ts';
import { keepInVault } from '../support/payouts.ts';
import { coinosFile, importFile } from '../support/wallet-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ...ON_REGTEST });
});
afterAll(() => app.close());

/** A family's activity in its book, and the result. */
async function lifeOf(name: string, isEncrypted: boolean) {
  const anna = await app.signIn(`${name}@example.com`);
  if (isEncrypted) expect((await keepInVault(anna)).status).toBe(200);
  const { id } = await addChild(anna, { allowanceDay: app.clock.now.getUTCDay() });
  const kid = await joinAsChild(app, anna, id, `${name}.kid@example.com`);
  const due = await processDue(anna);
  await record(anna, id, 'bonus', '0.0005');
  const wish = { childId: id, amount: '0.0001', reason: 'A book' };
  const asked = (await kid.send('POST', '/api/withdrawal-requests', wish)).body as { id: string };
  const yes = await anna.send('PATCH', `/api/withdrawal-requests/${asked.id}`, { approved: true });
  const goal = await addGoal(anna);
  await contribute(anna, goal.id, { childId: id, amount: '0.0002', type: 'savings' });
  const at = app.clock.now.toISOString();
  await importFile(anna, id, coinosFile([{ id: 'one', at, sats: 3_000 }]));
  const pruned = await anna.send('DELETE', '/api/transactions/prune/12');
  const { savingsBalance, spendingBalance } = await getChild(anna, id);
  const { currentAmount } = await getGoal(anna, goal.id);
  return {
    ...{ booked: due.processedChildren.length, answers: [yes.status, pruned.status] },
    ...{ savingsBalance, spendingBalance, currentAmount },
  };
}

test('allowances, approvals, goals, files and pruning are the same in encrypted mode (VAULT-01)', async () => {
  const encrypted = await lifeOf('anna-encrypted', true);
  expect(encrypted).toMatchObject({ booked: 1, answers: [200, 200] });
  expect(encrypted.spendingBalance).toBe('0.00013000');
  expect(encrypted).toEqual(await lifeOf('anna-standard', false));
});
