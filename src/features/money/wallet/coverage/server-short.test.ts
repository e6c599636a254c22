/** When adults are notified that the wallet has too little for the books: once, at that time. */
import { expect, test } from 'vitest';
import { JOBS_KEY, ON_REGTEST, startApp } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { noteAllCoverage } from './watch.ts';

test('adults are notified once that the wallet has too little, and not when it has enough again (DASH-22)', async () => {
  const app = await startApp(ON_REGTEST);
  const anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  await anna.send('POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
  // Nothing is judged before a look-up; an empty wallet is.
  await app.db.owner`UPDATE wallet SET checked_at = ${app.clock.now}`;
  const told = async () => {
    app.clock.advance(60_000);
    await noteAllCoverage(app.services);
    const messages = (await anna.get('/api/messages')).body as { kind: string }[];
    const mails = await queuedMails(app.db, JOBS_KEY);
    return [
      messages.filter(({ kind }) => kind === 'coverage_short').length,
      mails.filter(({ subject }) => subject.includes('holds less')).length,
    ];
  };
  expect(await told()).toEqual([0, 0]);
  await record(anna, childId, 'bonus', '0.001');
  expect(await told()).toEqual([1, 1]);
  await record(anna, childId, 'bonus', '0.001');
  expect(await told(), 'still too little').toEqual([1, 1]);
  const wish = { childId, amount: '0.002', reason: 'A bicycle' };
  const { body } = await anna.send('POST', '/api/withdrawal-requests', wish);
  const { id } = body as { id: string };
  await anna.send('PATCH', `/api/withdrawal-requests/${id}`, { approved: true });
  expect(await told(), 'enough again').toEqual([1, 1]);
  await record(anna, childId, 'bonus', '0.001');
  expect(await told(), 'too little anew').toEqual([2, 2]);
  await app.close();
});

test('what lies in goals is promised like savings (DASH-22)', async () => {
  const app = await startApp(ON_REGTEST);
  const anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  const wish = { title: 'A kite', description: 'Red', targetAmount: '0.01' };
  const goal = (await anna.send('POST', '/api/family-goals', wish)).body as { id: string };
  await anna.send('POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
  await app.db.owner`UPDATE wallet SET checked_at = ${app.clock.now}`;
  const part = { childId, amount: '0.001', contributionType: 'gift' };
  await anna.send('POST', `/api/family-goals/${goal.id}/contributions`, part);
  app.clock.advance(60_000);
  await noteAllCoverage(app.services);
  const messages = (await anna.get('/api/messages')).body as { kind: string }[];
  expect(messages.map(({ kind }) => kind)).toContain('coverage_short');
  await app.close();
});

test('a closed book promises nothing, and the next shortfall is reported again (DASH-22)', async () => {
  const app = await startApp(ON_REGTEST);
  const anna = await app.signIn('anna@example.com');
  const [mia, leo] = [await addChild(anna), await addChild(anna, { name: 'Leo' })];
  await anna.send('POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
  await app.db.owner`UPDATE wallet SET checked_at = ${app.clock.now}`;
  const messageCount = async () => {
    app.clock.advance(60_000);
    await noteAllCoverage(app.services);
    const messages = (await anna.get('/api/messages')).body as { kind: string }[];
    return messages.filter(({ kind }) => kind === 'coverage_short').length;
  };
  await record(anna, mia.id, 'bonus', '0.001');
  expect(await messageCount()).toBe(1);
  expect((await anna.send('DELETE', `/api/children/${mia.id}`)).status).toBe(200);
  expect(await messageCount()).toBe(1);
  await record(anna, leo.id, 'bonus', '0.001');
  expect(await messageCount()).toBe(2);
  await app.close();
});
