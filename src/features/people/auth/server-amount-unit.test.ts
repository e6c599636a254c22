/** The unit in which a person types amounts: personal, also on a tablet that changes hands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild } from '#tests/support/family.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const PIN = '2580';
const choose = (who: Visitor, unit: unknown) => who.send('PUT', '/api/auth/amount-unit', { unit });

/** As both calls say it that tell a page who is there. */
async function unitOf(who: Visitor): Promise<string> {
  const user = (await who.get('/api/auth/user')).body as { amountUnit: string };
  const all = (await who.get('/api/dashboard')).body as { user: { amountUnit: string } };
  expect(all.user.amountUnit).toBe(user.amountUnit);
  return user.amountUnit;
}

test('only sats, btc and one’s own money are units', async () => {
  const parent = await app.signIn('units@example.com');
  for (const unit of ['usd', 'BTC', '', null, 1])
    expect([unit, (await choose(parent, unit)).status]).toEqual([unit, 400]);
  expect(await unitOf(parent)).toBe('sats');
  expect((await choose(parent, 'own')).status).toBe(200);
  expect(await unitOf(parent)).toBe('own');
});

test('each person keeps a unit of their own, through a hand-over and back', async () => {
  const parent = await app.signIn('anna@example.com');
  const mia = (await addChild(parent, { name: 'Mia' })).id;
  const leo = (await addChild(parent, { name: 'Leo' })).id;
  await parent.send('PUT', '/api/family/pin', { pin: PIN });
  const handOver = (id: string) => parent.send('POST', `/api/children/${id}/hand-over`);
  const handBack = () => parent.send('POST', '/api/family/hand-back', { pin: PIN });

  expect((await choose(parent, 'btc')).status).toBe(200);
  await handOver(mia);
  expect(await unitOf(parent)).toBe('sats');
  await handBack();
  expect(await unitOf(parent)).toBe('btc');

  await choose(parent, 'sats');
  await handOver(mia);
  expect((await choose(parent, 'btc')).status).toBe(200);
  await handBack();
  expect(await unitOf(parent)).toBe('sats');
  await handOver(leo);
  expect(await unitOf(parent)).toBe('sats');
  await handBack();
  await handOver(mia);
  expect(await unitOf(parent)).toBe('btc');
});

test('a child’s unit is the same on the tablet and where it signs in itself', async () => {
  const parent = await app.signIn('berta@example.com');
  const { id } = await addChild(parent, { name: 'Kim' });
  const kim = await joinAsChild(app, parent, id, 'kim@example.com');
  await choose(kim, 'own');
  expect(await unitOf(kim)).toBe('own');
  await parent.send('PUT', '/api/family/pin', { pin: PIN });
  await parent.send('POST', `/api/children/${id}/hand-over`);
  expect(await unitOf(parent)).toBe('own');
});
