/** Sends: each has its own payment, is booked by each block that has it, never moved otherwise. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentEraser } from '#features/book/payments/store.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { nameSend, recordSend } from './outcomes.ts';
import {
  claimedOutputs,
  findSend,
  setKnown,
  setStanding,
  shownSends,
  watchedSends,
} from './store.ts';

const DAY_MS = 86_400_000;
const TXID = 'ab'.repeat(32);
let app: TestApp;
let anna: Visitor;
let familyId: string;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
  anna = await app.signIn('anna@example.com');
  const [row] = await app.db.owner<{ familyId: string }[]>`SELECT family_id FROM users`;
  familyId = String(row?.familyId);
});
afterAll(() => app.close());

const booking = () => ({
  ...{ jobs: app.services.jobs, clock: () => app.clock.now, hooks: [] },
});
type Tx = Parameters<Parameters<TestApp['db']['changeFamily']>[1]>[0];
const change = <Told>(act: (tx: Tx) => Promise<Told>) => app.db.changeFamily(familyId, act);

/** A child with two equal, unpaid sends of 1,000 sats. */
async function twoSends(name: string) {
  const { id } = await addChild(anna, { name });
  await anna.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.00005' });
  const wish = { childId: id, toAddress: newWallet().address(0), amount: '0.00001' };
  const ids: string[] = [];
  for (const _ of ['first', 'second']) {
    const { body } = await anna.send('POST', '/api/bitcoin/send', wish);
    const sendId = (body as { send: { id: string } }).send.id;
    await change((tx) => setKnown(tx, familyId, sendId, []));
    ids.push(sendId);
  }
  return { childId: id, ids: ids as [string, string] };
}
const output = (txid: string, height: number | null = null) => ({
  ...{ txid, vout: 0, amountSats: 1_000n, height },
});
const find = async (id: string) => {
  const send = await change((tx) => findSend(tx, familyId, id));
  if (!send) throw new Error('There is no send');
  return send;
};

test('a send that has its transaction keeps it, whatever is named; its output is taken for the others, not for itself', async () => {
  const { ids } = await twoSends('Named');
  const [first, second] = ids;
  const other = 'ef'.repeat(32);
  const name = async (id: string, txid: string) => {
    const send = await find(id);
    const result = { isKnown: true, outputs: [output(txid)] };
    await change((tx) => nameSend(booking(), tx, familyId, { send, transactionId: txid, result }));
    const { state, failure, txid: kept } = await find(id);
    return [state, failure, kept];
  };
  expect(await name(first, TXID)).toEqual(['open', null, TXID]);
  expect(await name(first, other)).toEqual(['open', null, TXID]);
  expect(await name(second, TXID)).toEqual(['open', 'claimed', null]);
  const claimed = (id: string) => change((tx) => claimedOutputs(tx, familyId, id));
  expect([await claimed(first), await claimed(second)]).toEqual([
    new Set(),
    new Set([`${TXID}:0`]),
  ]);
  // Earlier payments of the address are set once.
  await change((tx) => setKnown(tx, familyId, second, [other]));
  expect((await find(second)).knownTxids).toEqual([]);
});

const isWaiting = (childId: string) =>
  change(async (tx) => paymentEraser.isWaiting?.({ tx, familyId, childId } as never));

test('a cancelled send stays so until a block has it; a book is closed when none waits, and when one was first seen and confirmed stays', async () => {
  const { childId, ids } = await twoSends('Times');
  const [first, second] = ids;
  const settle = (id: string, height: number | null) =>
    change((tx) => recordSend(booking(), tx, familyId, id, [output('ba'.repeat(32), height)]));
  await anna.send('DELETE', `/api/bitcoin/sends/${first}`);
  await settle(first, null);
  expect(await find(first)).toMatchObject({ state: 'declined', txid: null });
  const seenAt = app.clock.now;
  await settle(second, null);
  expect(await isWaiting(childId)).toBe(true);
  expect((await anna.send('DELETE', `/api/bitcoin/sends/${second}`)).status).toBe(409);
  app.clock.advance(1_000);
  const confirmedAt = app.clock.now;
  await settle(second, 100);
  expect(await find(second)).toMatchObject({ state: 'paid', seenAt, endedAt: confirmedAt });
  expect(await isWaiting(childId)).toBe(false);
  app.clock.advance(1_000);
  const { state, failure, txid, vout } = await find(second);
  const standing = { state, failure, txid, vout };
  await change((tx) => setStanding(tx, familyId, second, standing, app.clock.now));
  expect(await find(second)).toMatchObject({ seenAt, endedAt: confirmedAt });
  expect((await getChild(anna, childId)).savingsBalance).toBe('0.00004000');
  const shown = (ms: number) =>
    change(async (tx) => {
      const now = new Date(confirmedAt.getTime() - 1_000 + 30 * DAY_MS + ms);
      return (await shownSends(tx, familyId, now, childId)).length;
    });
  expect([await shown(-1), await shown(0)]).toEqual([2, 0]);
});

test.each([
  ['and is seen anew', []],
  ['and is paid at last by what somebody else had named first', ['pays_another']],
] as const)(
  'a send that a block has lost %s is booked again by the next one',
  async (_, notices) => {
    const { childId, ids } = await twoSends('Lost');
    const [id, other] = ids;
    await anna.send('DELETE', `/api/bitcoin/sends/${other}`);
    const settle = (outputs: ReturnType<typeof output>[]) =>
      change((tx) => recordSend(booking(), tx, familyId, id, outputs));
    const savings = async () => (await getChild(anna, childId)).savingsBalance;
    const txid = notices.length ? 'da'.repeat(32) : 'db'.repeat(32);
    await settle([output(txid, 100)]);
    expect(await savings()).toBe('0.00004000');
    await settle([]);
    expect([(await find(id)).failure, await savings()]).toEqual(['reorganised', '0.00005000']);
    for (const notice of notices) {
      const standing = { state: 'open', failure: notice, txid: null, vout: null } as const;
      await change((tx) => setStanding(tx, familyId, id, standing, app.clock.now));
    }
    if (notices.length === 0) await settle([output(txid)]);
    await settle([output(txid, 101)]);
    expect([(await find(id)).state, await savings()]).toEqual(['paid', '0.00004000']);
    await settle([]);
    expect(await savings()).toBe('0.00005000');
  },
);

const lateMessages = async () =>
  ((await anna.get('/api/messages')).body as { kind: string; childName: string }[])
    .filter(({ kind }) => kind === 'send_late' || kind === 'send_stuck')
    .map(({ kind, childName }) => `${childName}: ${kind}`);
const savingsOf = async (childId: string) => (await getChild(anna, childId)).savingsBalance;

test('a send that was cancelled and is in a block all the same is booked once, and the parents are told', async () => {
  const { childId, ids } = await twoSends('Late');
  const [cancelled, open] = ids;
  await anna.send('DELETE', `/api/bitcoin/sends/${cancelled}`);
  const settle = (id: string, height: number | null) =>
    change((tx) => recordSend(booking(), tx, familyId, id, [output('ce'.repeat(32), height)]));
  // A block pays the earliest send; an open equal one precedes a canceled one.
  const sends = await change((tx) => watchedSends(tx, familyId, app.clock.now));
  const order = sends.flatMap(({ paymentId }) => (ids.includes(paymentId) ? [paymentId] : []));
  expect(order).toEqual([open, cancelled]);
  await anna.send('DELETE', `/api/bitcoin/sends/${open}`);
  await settle(cancelled, null);
  expect([(await find(cancelled)).state, await savingsOf(childId)]).toEqual([
    ...['declined', '0.00005000'],
  ]);
  for (const height of [100, 100, 101]) await settle(cancelled, height);
  await settle(open, 101);
  expect([(await find(open)).state, await savingsOf(childId)]).toEqual([
    ...['declined', '0.00004000'],
  ]);
  expect(await find(cancelled)).toMatchObject({ state: 'paid', entryId: cancelled });
  expect(await lateMessages()).toEqual(['Late: send_late']);
});

test('a cancelled send that a block has is not booked where the savings are too low: the parents correct the book', async () => {
  const { childId, ids } = await twoSends('Short');
  for (const id of ids) await anna.send('DELETE', `/api/bitcoin/sends/${id}`);
  const savings = `/api/children/${childId}/update-savings`;
  await anna.send('POST', savings, { newBalance: '0.00000999' });
  const settle = (outputs: ReturnType<typeof output>[]) =>
    change((tx) => recordSend(booking(), tx, familyId, ids[0], outputs));
  const found = output('fe'.repeat(32), 100);
  await settle([found]);
  await settle([found]);
  expect(await find(ids[0])).toMatchObject({ state: 'paid', entryId: null });
  expect([await savingsOf(childId), (await lateMessages()).at(0)]).toEqual([
    ...['0.00000999', 'Short: send_stuck'],
  ]);
  expect(await lateMessages()).toHaveLength(2);
  // The block is gone: canceled again as before.
  await settle([]);
  expect(await find(ids[0])).toMatchObject({ state: 'declined', txid: null });
});

test('a cancelled send that the savings cover to the sat is booked when a block has it', async () => {
  const { childId, ids } = await twoSends('Exact');
  for (const id of ids) await anna.send('DELETE', `/api/bitcoin/sends/${id}`);
  const savings = `/api/children/${childId}/update-savings`;
  await anna.send('POST', savings, { newBalance: '0.00001000' });
  const found = output('fb'.repeat(32), 100);
  await change((tx) => recordSend(booking(), tx, familyId, ids[0], [found]));
  expect(await find(ids[0])).toMatchObject({ state: 'paid', entryId: ids[0] });
  expect([await savingsOf(childId), (await lateMessages()).at(0)]).toEqual([
    ...['0.00000000', 'Exact: send_late'],
  ]);
});

test('a send of a book that was closed stays as it is', async () => {
  const { childId, ids } = await twoSends('Closed');
  const close = (at: Date | null) =>
    app.db.owner`UPDATE child SET removed_at = ${at} WHERE child_id = ${childId}`;
  const outputs = [output('fa'.repeat(32), 100)];
  const settle = () => change((tx) => recordSend(booking(), tx, familyId, ids[0], outputs));
  await close(app.clock.now);
  await settle();
  expect((await find(ids[0])).state).toBe('open');
  await close(null);
  await settle();
  expect((await find(ids[0])).state).toBe('paid');
});
