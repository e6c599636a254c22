/** The clock is set back: the last saved value applies, whatever its id says. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notify } from '#features/notices/messages/store.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { changePlan } from '#tests/support/paydays.ts';

const MINUTE = 60_000;
let app: TestApp;
let parent: Visitor;
beforeAll(async () => {
  app = await startApp();
  parent = await app.signIn('anna@example.com');
});
afterAll(() => app.close());

const allowanceOf = async (id: string) =>
  ((await parent.get(`/api/children/${id}`)).body as { weeklyAllowance: string }).weeklyAllowance;

test('a change of allowance stays, although the clock is set back five minutes (ALLOW-06 T27)', async () => {
  const { id } = await addChild(parent, { weeklyAllowance: '0.00001' });
  app.clock.advance(-5 * MINUTE);
  const changed = await changePlan(parent, id, '0.00002', 5);
  expect(changed.status).toBe(200);
  expect(await allowanceOf(id)).toBe('0.00002000');
  app.clock.advance(-60 * MINUTE);
  await changePlan(parent, id, '0.00003', 5);
  app.clock.advance(65 * MINUTE);
  expect(await allowanceOf(id)).toBe('0.00003000');
});

test('LEDGER T27 entries are sealed in the order in which they were booked, even if the clock is set back', async () => {
  const { id } = await addChild(parent, { weeklyAllowance: '0' });
  const amounts = ['0.00000011', '0.00000012', '0.00000013', '0.00000014'];
  for (const amount of amounts) {
    await record(parent, id, 'bonus', amount);
    app.clock.advance(-30 * MINUTE);
  }
  app.clock.advance(120 * MINUTE);
  await sealAll(app.db.owner, SEAL_KEY);
  const rows = await app.db.owner<{ amountSats: bigint }[]>`
    SELECT e.amount_sats FROM seal s JOIN entry e USING (family_id, entry_id)
    WHERE e.child_id = ${id} ORDER BY s.seal_no`;
  expect(rows.map(({ amountSats }) => amountSats)).toEqual([11n, 12n, 13n, 14n]);
});

test('MSG T27 the newest message comes first, even if the clock is set back', async () => {
  const { id } = await addChild(parent, { weeklyAllowance: '0' });
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users WHERE email = 'anna@example.com'`;
  for (const requestId of ['1', '2', '3']) {
    const data = { requestId: `00000000-0000-4000-8000-00000000000${requestId}` };
    const one = {
      familyId: row?.familyId as string,
      to: 'adults',
      kind: 'request_opened',
    } as const;
    await app.db.changeFamily(one.familyId, (tx) =>
      notify(app.services.jobs, tx, [{ ...one, childId: id, data } as never], app.clock.now),
    );
    app.clock.advance(-5 * MINUTE);
  }
  const { body } = await parent.get('/api/messages');
  const shown = JSON.stringify(body);
  const places = ['1', '2', '3'].map((no) => shown.indexOf(`00000000000${no}"`));
  expect(places).toEqual(places.toSorted((a, b) => b - a));
});
