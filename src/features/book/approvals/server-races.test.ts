/** Two parents and a child acting at the same moment. */
import { expect, test } from 'vitest';
import { startApp } from '#tests/support/app.ts';
import { books, decideAtOnce } from '#tests/support/deciders.ts';
import { addChild, joinAsChild, message, record } from '#tests/support/family.ts';

test(
  '100 parallel answers: exactly one outcome, one posting, nothing held (T17 APPR-05)',
  () => decideAtOnce(4),
  60_000,
);

test('ten parallel requests of 60 % of the savings: one is accepted (T18)', async () => {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const { id } = await addChild(anna);
  await record(anna, id, 'bonus', '0.00001000');
  const kid = await joinAsChild(app, anna, id, 'mia@example.com');
  const sent = { childId: id, amount: '0.00000600', reason: 'Boots' };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => kid.send('POST', '/api/withdrawal-requests', sent)),
  );
  const refused = replies.filter(({ status }) => status === 409);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(refused.map(message)).toEqual(
    Array(9).fill("You don't have enough in your savings account"),
  );
  expect(await books(app, id)).toMatchObject({ savings: 1000n, held: 600n, openHolds: 600n });
  await app.close();
});

test('yes to all beside single answers: every request has one outcome (T17 APPR-18)', async () => {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const { id } = await addChild(anna);
  await record(anna, id, 'earned', '0.00001000');
  const kid = await joinAsChild(app, anna, id, 'mia@example.com');
  const ids: string[] = [];
  for (let i = 0; i < 8; i++)
    ids.push(((await record(kid, id, 'savings_deposit', '0.00000100')).body as { id: string }).id);
  const single = (transferId: string, i: number) =>
    anna.send('POST', '/api/savings-transfers/approve', { transferId, approved: i % 2 === 0 });
  const replies = await Promise.all([
    anna.send('POST', '/api/requests/approve-all', { ids }),
    ...ids.map(single),
    anna.send('POST', '/api/requests/approve-all', { ids: ids.toReversed() }),
  ]);
  expect(replies.every(({ status }) => [200, 409].includes(status))).toBe(true);
  const rows = await app.db.owner<{ state: string; booked: boolean }[]>`
    SELECT state, EXISTS (SELECT FROM entry WHERE entry_id = request_id) AS booked
    FROM request WHERE child_id = ${id}`;
  for (const { state, booked } of rows) {
    expect(['approved', 'denied']).toContain(state);
    expect(booked).toBe(state === 'approved');
  }
  const yes = BigInt(rows.filter(({ state }) => state === 'approved').length);
  expect(await books(app, id)).toEqual({
    savings: 100n * yes,
    spending: 1000n - 100n * yes,
    held: 0n,
    openHolds: 0n,
    postings: 2n + 2n * yes,
  });
  await app.close();
});
