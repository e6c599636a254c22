/** On-chain sends that count against the ceiling of the adult who made them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCeiling } from '#features/money/ceiling/store.ts';
import { addSend } from '#features/money/wallet/sending/store.ts';
import { ON_REGTEST, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, joinAsSpouse } from '#tests/support/family.ts';
import { keepInVault } from '#tests/support/payouts.ts';
import { counted, isAbove } from './store.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp(ON_REGTEST);
});
afterAll(() => app.close());

test('a send counts for 24 hours, against whoever made it, up to the ceiling, until it is given up (T59)', async () => {
  const anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  await joinAsSpouse(app, anna, 'tom@example.com');
  expect((await keepInVault(anna)).status).toBe(200);
  const people = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users ORDER BY email`;
  const [annas, toms] = people as unknown as [(typeof people)[0], (typeof people)[0]];
  const { familyId } = annas;
  const made = app.clock.now;
  const at = { address: 'tb1q', scriptHash: 'ab'.repeat(32), holdId: null, pays: null };
  const send = (paymentId: string, madeBy: string, amountSats: bigint) =>
    app.db.changeFamily(familyId, (tx) =>
      addSend(
        tx,
        familyId,
        { purpose: 'send', ...at, paymentId, childId, madeBy, amountSats, knownTxids: [] },
        made,
      ),
    );
  await send(annas.userId, annas.userId, 1_000n);
  await send(toms.userId, toms.userId, 20_000n);
  const countedFor = (userId: string, now: Date) =>
    app.db.readFamily(familyId, async (tx) => (await counted(tx, { familyId, userId, now }))?.sats);
  expect([await countedFor(annas.userId, made), await countedFor(toms.userId, made)]).toEqual([
    ...[1_000n, 20_000n],
  ]);
  await app.db.changeFamily(familyId, (tx) => saveCeiling(tx, familyId, 5_000n, made));
  const isAboveWith = (sats: bigint) =>
    app.db.readFamily(familyId, (tx) =>
      isAbove(tx, { familyId, userId: annas.userId, now: made }, sats),
    );
  expect([await isAboveWith(4_000n), await isAboveWith(4_001n)]).toEqual([false, true]);
  const later = (ms: number) => new Date(made.getTime() + ms);
  expect(await countedFor(annas.userId, later(DAY_MS - 1))).toBe(1_000n);
  expect(await countedFor(annas.userId, later(DAY_MS))).toBe(0n);
  await app.db.owner`UPDATE payment SET state = 'declined' WHERE payment_id = ${toms.userId}`;
  expect(await countedFor(toms.userId, made)).toBe(0n);
});
