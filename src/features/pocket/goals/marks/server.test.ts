/** A mark comes once, to the child with the line or goal; thanks go to the givers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, message, record } from '#tests/support/family.ts';
import type { Goal } from '../contract.ts';

let app: TestApp;
let anna: Visitor;
let mia: Child;
let leo: Child;
let miaReads: Visitor;
let leoReads: Visitor;
beforeAll(async () => {
  app = await startApp();
  anna = await app.signIn('anna-marks@example.com');
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  [mia, leo] = [await addChild(anna, { name: 'Mia' }), await addChild(anna, { name: 'Leo' })];
  miaReads = await joinAsChild(app, anna, mia.id, 'mia-marks@example.com');
  leoReads = await joinAsChild(app, anna, leo.id, 'leo-marks@example.com');
});
afterAll(() => app.close());

const told = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as Message[])
    .filter(({ kind }) => kind === 'well_done' || kind === 'thanks')
    .map(({ kind, data: { mark, what, goal } }) => [kind, mark, what ?? goal]);

async function aGoal(who: Visitor, title: string): Promise<string> {
  const goal = { title, description: 'Nice', targetAmount: '0.00002000' };
  return ((await who.send('POST', '/api/family-goals', goal)).body as { id: string }).id;
}
/** Whether each person sees the request to buy the goal, on the list and on Home alike. */
const readAs = (readers: Visitor[], goalId: string) =>
  Promise.all(
    readers.map(async (reader) => {
      const list = (await reader.get('/api/family-goals')).body as Goal[];
      const { goals } = (await reader.get('/api/dashboard')).body as { goals: Goal[] };
      const [here, there] = [list, goals].map((each) => each.find(({ id }) => id === goalId));
      expect(there).toEqual(here);
      return here?.buyAsked;
    }),
  );
const give = async (goalId: string, amount: string, childId?: string) => {
  const reply = await anna.send('POST', `/api/family-goals/${goalId}/contributions`, {
    ...{ amount, contributionType: childId ? 'savings' : 'gift' },
    ...(childId && { childId }),
  });
  expect(reply.status, reply.text).toBe(200);
};

test('an entry gets one mark, shown to its child only; an undone entry gets none', async () => {
  const { id } = (await record(anna, mia.id, 'bonus', '0.00005', 'Lemonade')).body as Child;
  expect((await anna.send('POST', `/api/transactions/${id}/mark`, { mark: 'gold' })).status).toBe(
    400,
  );
  expect((await anna.send('POST', `/api/transactions/${id}/mark`, { mark: 'proud' })).status).toBe(
    200,
  );
  const again = await anna.send('POST', `/api/transactions/${id}/mark`, { mark: 'star' });
  expect([again.status, message(again)]).toEqual([409, 'This one has a stamp already']);
  expect(await told(miaReads)).toEqual([['well_done', 'proud', 'Lemonade']]);
  expect([await told(leoReads), await told(anna)]).toEqual([[], []]);
  const wrong = (await record(anna, leo.id, 'bonus', '0.00001')).body as Child;
  await anna.send('POST', `/api/transactions/${wrong.id}/undo`);
  expect(
    (await anna.send('POST', `/api/transactions/${wrong.id}/mark`, { mark: 'star' })).status,
  ).toBe(409);
});

test('a personal goal notifies its child, a family goal all of them', async () => {
  const own = await aGoal(leoReads, 'Kite');
  await anna.send('POST', `/api/family-goals/${own}/mark`, { mark: 'kite' });
  const trip = await aGoal(anna, 'Trip');
  await anna.send('POST', `/api/family-goals/${trip}/mark`, { mark: 'keep_going' });
  expect(await told(leoReads)).toEqual([
    ['well_done', 'keep_going', 'Trip'],
    ['well_done', 'kite', 'Kite'],
  ]);
  expect((await told(miaReads)).map(([, , what]) => what)).toEqual(['Trip', 'Lemonade']);
});

test('thanks wait until the goal is full, go to all who gave but oneself, and come once', async () => {
  await record(anna, leo.id, 'bonus', '0.00005');
  const tent = await aGoal(anna, 'Tent');
  await give(tent, '0.00001000', mia.id);
  const thank = () => miaReads.send('POST', `/api/family-goals/${tent}/thanks`, { mark: 'heart' });
  expect(message(await thank())).toBe('This goal is not complete yet');
  await give(tent, '0.00000400');
  await give(tent, '0.00000600', leo.id);
  expect((await thank()).status).toBe(200);
  expect(message(await thank())).toBe('You have said thank you already');
  expect((await told(leoReads))[0]).toEqual(['thanks', 'heart', 'Tent']);
  expect(await told(anna)).toEqual([['thanks', 'heart', 'Tent']]);
  expect((await told(miaReads)).filter(([kind]) => kind === 'thanks')).toEqual([]);
  const toLeo = ((await leoReads.get('/api/messages')).body as Message[])[0];
  // A sibling does not learn who thanked, not even by an id.
  expect([toLeo?.childName, toLeo?.data]).toEqual([
    ...['Leo', { mark: 'heart', goalId: tent, goal: 'Tent' }],
  ]);
});

test('a bought goal can still be thanked for, by a child that gave nothing itself', async () => {
  const ball = await aGoal(leoReads, 'Ball');
  await give(ball, '0.00002000');
  await anna.send('POST', `/api/family-goals/${ball}/bought`);
  const reply = await leoReads.send('POST', `/api/family-goals/${ball}/thanks`, { mark: 'star' });
  expect(reply.status).toBe(200);
  expect((await told(anna))[0]).toEqual(['thanks', 'star', 'Ball']);
});

test('a child asks the parents to buy what a full goal is for: once, and not when it was bought', async () => {
  const book = await aGoal(leoReads, 'Book');
  const ask = () => leoReads.send('POST', `/api/family-goals/${book}/ask-to-buy`);
  expect(message(await ask())).toBe('This goal is not complete yet');
  await give(book, '0.00002000');
  expect(await readAs([leoReads, anna], book)).toEqual([false, false]);
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(409);
  expect(await readAs([leoReads, anna], book), 'it stays said').toEqual([true, true]);
  const [newest] = (await anna.get('/api/messages')).body as Message[];
  expect(newest).toMatchObject({ kind: 'buy_asked', childName: 'Leo', data: { goalId: book } });
  await anna.send('POST', `/api/family-goals/${book}/bought`);
  expect(message(await ask())).toBe('This goal has already been bought');
  expect(await readAs([leoReads, anna], book), 'it is answered').toEqual([false, false]);
});

test('that one child has asked is no sibling’s to read', async () => {
  const boat = await aGoal(anna, 'Boat');
  await give(boat, '0.00002000');
  await leoReads.send('POST', `/api/family-goals/${boat}/ask-to-buy`);
  expect(await readAs([leoReads, miaReads, anna], boat)).toEqual([true, false, true]);
});
