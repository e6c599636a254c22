/** After 30 days a request is over for everyone, even before the worker runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, message, record } from '#tests/support/family.ts';
import { snapshot } from '#tests/support/world.ts';

const DAY = 86_400_000;
const ENDED = 'This request has ended without an answer';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const signIn = () => app.signIn('anna@example.com');
const idOf = (reply: Reply) => (reply.body as { id: string }).id;
const said = (reply: Reply) => [reply.status, message(reply)];
const answer = (who: Visitor, id: string, approved: boolean) =>
  who.send('PATCH', `/api/requests/${id}`, { approved });

test('a request is answered up to its 30th day, and not a millisecond later (APPR-05)', async () => {
  const { id: childId } = await addChild(await signIn());
  await record(await signIn(), childId, 'bonus', '0.00001');
  const ask = async () => {
    const wish = { childId, amount: '0.000001', reason: 'Boots' };
    return idOf(await (await signIn()).send('POST', '/api/withdrawal-requests', wish));
  };
  const [yes, no, all, kept, late] = [
    await ask(),
    await ask(),
    await ask(),
    await ask(),
    await ask(),
  ];
  app.clock.advance(30 * DAY);
  let anna = await signIn();
  expect((await answer(anna, yes, true)).status).toBe(200);
  expect((await answer(anna, no, false)).status).toBe(200);
  app.clock.advance(1);
  anna = await signIn();
  const before = await snapshot(app);
  expect(said(await answer(anna, kept, true))).toEqual([409, ENDED]);
  expect(said(await answer(anna, kept, false))).toEqual([409, ENDED]);
  expect(said(await anna.send('DELETE', `/api/requests/${late}`))).toEqual([409, ENDED]);
  expect(await snapshot(app)).toBe(before);
  const approved = await anna.send('POST', '/api/requests/approve-all', { ids: [all, kept] });
  expect(approved.body).toEqual({ approved: [] });
  expect(await getChild(anna, childId)).toMatchObject({
    ...{ savingsBalance: '0.00000900', availableSavings: '0.00000600' },
  });
});
