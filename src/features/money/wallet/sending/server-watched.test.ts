/** How long a send is watched on the chain. */
import { expect, test } from 'vitest';
import { startApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { CANCELLED } from './outcomes.ts';
import { addSend, setStanding, watchedSends } from './store.ts';
import { lookUpSends } from './watch.ts';

const DAY_MS = 86_400_000;

test('a send is watched while it waits, for seven days after a block has it, and for fourteen after it was cancelled', async () => {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users`;
  const { familyId, userId: madeBy } = row as { familyId: string; userId: string };
  const now = app.clock.now;
  const paymentId = childId;
  const send = { paymentId, childId, address: 'tb1q', scriptHash: 'ab'.repeat(32), madeBy };
  const rest = { amountSats: 1_000n, holdId: null, pays: null, knownTxids: [] };
  await app.db.changeFamily(familyId, (tx) =>
    addSend(tx, familyId, { purpose: 'send', ...send, ...rest }, now),
  );
  const after = (days: number, ms = 0) => new Date(now.getTime() + days * DAY_MS + ms);
  const isWatched = (days: number, ms = 0) =>
    app.db.readFamily(familyId, async (tx) => {
      const at = after(days, ms);
      return (await watchedSends(tx, familyId, at)).length === 1;
    });
  expect(await isWatched(400)).toBe(true);
  const paid = { state: 'paid', failure: null, txid: 'cd'.repeat(32), vout: 0 } as const;
  // From the block on, however long it took.
  await app.db.changeFamily(familyId, (tx) =>
    setStanding(tx, familyId, paymentId, paid, after(400)),
  );
  expect([await isWatched(407, -1), await isWatched(407)]).toEqual([true, false]);
  const waits = { state: 'open', failure: null, txid: null, vout: null } as const;
  for (const standing of [waits, CANCELLED])
    await app.db.changeFamily(familyId, (tx) =>
      setStanding(tx, familyId, paymentId, standing, after(500)),
    );
  expect([await isWatched(514, -1), await isWatched(514)]).toEqual([true, false]);
  await app.close();
});

test('of several sends to one address each is shown what came after it (WALL-31)', async () => {
  const scriptHash = 'ab'.repeat(32);
  const history = ['aa', 'bb'].map((byte) => ({ txid: byte.repeat(32), height: 100 }));
  const outputs = [{ scriptHash, vout: 0, sats: 1_000n }];
  const chain = { history: async () => history, transaction: async () => ({ outputs }) };
  const [old = '', late = ''] = history.map(({ txid }) => txid);
  const sends = [[old, late], [old], [old, late]].map((knownTxids) => ({ scriptHash, knownTxids }));
  const seen = await lookUpSends(chain as never, sends as never);
  expect(seen.map((one) => one.outputs.map(({ txid }) => txid))).toEqual([[late], [late], [late]]);
});
