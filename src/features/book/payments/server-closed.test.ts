/** A closed book in the lists of payments. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('payments, sends and answered gifts of a closed book are not listed until it is restored; a gift that came since still asks (T25)', async () => {
  const parent = await app.signIn('anna@example.com');
  const { id } = await addChild(parent);
  const of = await onlyFamily(app);
  const ended = { decidedBy: of.madeBy, decidedAt: app.clock.now, endedAt: app.clock.now };
  const gift = { purpose: 'gift', state: 'paid', connectionId: of.childId } as const;
  await addRow(app, of, { purpose: 'spend', state: 'failed', failure: 'refused', ...ended });
  await addRow(app, of, { purpose: 'send', state: 'declined', ...ended });
  await addRow(app, of, { ...gift, answer: 'nobody', ...ended });
  const listed = async () => {
    const counts = [];
    for (const list of ['lightning/payments', 'bitcoin/sends', 'lightning/gifts'])
      counts.push(((await parent.get(`/api/${list}`)).body as unknown[]).length);
    return counts;
  };
  expect(await listed()).toEqual([1, 1, 1]);
  expect((await parent.send('DELETE', `/api/children/${id}`)).status).toBe(200);
  expect(await listed()).toEqual([0, 0, 0]);
  await addRow(app, of, gift);
  expect(await listed()).toEqual([0, 0, 1]);
  expect((await parent.send('POST', `/api/children/${id}/restore`)).status).toBe(200);
  expect(await listed()).toEqual([1, 1, 2]);
});
