/** Each instance remembers who is signed in, and checks again with every change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse, record } from '#tests/support/family.ts';

let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  one = await startApp();
  two = await startApp({ address: one.address });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** The same browser, at the other instance. */
function atTwo(visitor: Visitor): Visitor {
  const there = newVisitor(two.app);
  for (const [name, value] of visitor.cookies) there.cookies.set(name, value);
  return there;
}

const count = async () =>
  Number((await one.db.owner<{ n: bigint }[]>`SELECT count(*) AS n FROM entry`)[0]?.n);

test('a session ended at one instance changes nothing at another that remembers it (T11)', async () => {
  const anna = await one.signIn('anna@example.com');
  const mia = await addChild(anna);
  const there = atTwo(anna);
  expect((await record(there, mia.id, 'bonus', '0.001')).status).toBe(200);
  expect((await anna.send('POST', '/api/auth/logout')).status).toBe(200);
  const before = await count();
  const reply = await record(there, mia.id, 'bonus', '0.001');
  expect([reply.status, (reply.body as { code: string }).code]).toEqual([401, 'AUTH_ERROR']);
  expect(await count()).toBe(before);
});

test('a spouse removed at one instance loses access at another that has them cached (T11)', async () => {
  const host = await one.signIn('host@example.com');
  const mia = await addChild(host);
  const tom = await joinAsSpouse(one, host, 'tom@example.com');
  const there = atTwo(tom);
  expect((await record(there, mia.id, 'bonus', '0.001')).status).toBe(200);
  await host.send('DELETE', '/api/family/spouse');
  const before = await count();
  expect((await record(there, mia.id, 'bonus', '0.001')).status).not.toBe(200);
  expect(await count()).toBe(before);
});

test('somebody who changed their name elsewhere continues under the new one', async () => {
  const vera = await one.signIn('vera@example.com');
  const mia = await addChild(vera);
  const there = atTwo(vera);
  expect((await record(there, mia.id, 'bonus', '0.001')).status).toBe(200);
  await vera.send('PATCH', '/api/auth/user', { firstName: 'Vera' });
  const before = await count();
  expect((await record(there, mia.id, 'bonus', '0.002')).status).toBe(200);
  expect(await count()).toBe(before + 1);
});
