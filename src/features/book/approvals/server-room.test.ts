/** One limit for all of a child's requests: payments count together with the others. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';
import { requireRoomToAsk } from './room.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let of: Awaited<ReturnType<typeof onlyFamily>>;
let leo: string;
beforeAll(async () => {
  app = await startApp();
  const anna = await app.signIn('anna@example.com');
  await addChild(anna);
  of = await onlyFamily(app);
  ({ id: leo } = await addChild(anna, { name: 'Leo' }));
});
afterAll(() => app.close());
beforeEach(() => app.db.owner`DELETE FROM payment`);

type RowFields = Parameters<typeof addRow>[2];
const add = async (count: number, said: RowFields) => {
  for (let made = 0; made < count; made++) await addRow(app, of, said);
};
const asksOf = (childId: string) =>
  app.db.changeFamily(of.familyId, (tx) =>
    requireRoomToAsk(tx, of.familyId, childId, app.clock.now).then(
      () => 'may ask',
      (error) => error.code,
    ),
  );
const asks = () => asksOf(of.childId);

test('twenty payments that a child waits for are enough, as twenty requests are; a sibling may still ask (T54)', async () => {
  const asked = { purpose: 'spend', state: 'asked', byChild: true } as const;
  await add(19, { ...asked, createdAt: new Date(app.clock.now.getTime() - 3 * DAY_MS) });
  expect(await asks()).toBe('may ask');
  await add(1, asked);
  expect([await asks(), await asksOf(leo)]).toEqual(['CONFLICT', 'may ask']);
});

test('sixty of its own payments are enough for a day; what a parent pays for it does not count (T54)', async () => {
  await add(60, { purpose: 'spend', state: 'paid' });
  await add(59, { purpose: 'spend', state: 'paid', byChild: true });
  expect(await asks()).toBe('may ask');
  await add(1, { purpose: 'spend', state: 'declined', byChild: true });
  expect(await asks()).toBe('RATE_LIMITED');
  await app.db.owner`UPDATE payment SET created_at = ${new Date(app.clock.now.getTime() - DAY_MS)}`;
  expect(await asks()).toBe('may ask');
});
