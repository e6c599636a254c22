/** Every course of a send on a real chain, and the child's exact book after it. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { formatBtc } from '#core/money.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import { scanContext } from '../../../../app/workers.ts';
import { watchChain } from '../watch.ts';
import type { Send } from './contract.ts';

const lab = inject('lab');
const shop = newWallet('regtest');
const START = 100_000n;
const SATS = 10_000;
let app: TestApp;
let anna: Visitor;
beforeAll(async () => {
  const server = readChainServer(`tcp://${lab.electrum}`);
  app = await startApp({ chain: { network: 'regtest', server, hosts: [] } });
  anna = await app.signIn('anna@example.com');
  await anna.send('POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
});
afterAll(() => app.close());

/** A child, a send of its savings, and possible events. */
async function story(index: number) {
  const { id } = await addChild(anna, { name: `Kid ${index}` });
  await anna.send('POST', `/api/children/${id}/update-savings`, { newBalance: formatBtc(START) });
  const address = shop.address(index);
  const make = async () => {
    app.clock.advance(1_000);
    const wish = { childId: id, toAddress: address, amount: formatBtc(BigInt(SATS)) };
    return ((await anna.send('POST', '/api/bitcoin/send', wish)).body as { send: Send }).send;
  };
  const pay = async (sats = SATS, to = address) =>
    String((await press(lab, 'send', { payments: [{ address: to, sats }] })).txid);
  /** Opens the child's wallet for a moment. */
  const look = () => {
    app.clock.advance(10_000);
    return anna.send('POST', `/api/wallet/sync/${id}`);
  };
  const watch = () => {
    app.clock.advance(1_000);
    return watchChain(scanContext(app.services, app.services.jobs));
  };
  const mine = async () => {
    await press(lab, 'mine', {});
    await watch();
  };
  const reorg = async (forget: boolean) => {
    await press(lab, 'reorg', { forget });
    await watch();
  };
  const evict = (txid: string) => press(lab, 'evict', { txid });
  const name = (send: Send, transactionId: string) =>
    anna.send('POST', `/api/bitcoin/sends/${send.id}/transaction`, { transactionId });
  const cancel = (send: Send) => anna.send('DELETE', `/api/bitcoin/sends/${send.id}`);
  return { id, make, pay, look, mine, reorg, evict, name, cancel };
}
type Story = Awaited<ReturnType<typeof story>>;

/** `held` and `booked` are sats; `entries` those written since the send. */
type Outcome = { state: string; notice?: string; held?: number; entries?: number[] };
const HELD = { held: SATS };
const PAID = { state: 'confirmed', entries: [-SATS] };

const STATES: [string, Outcome, (story: Story) => Promise<Send>][] = [
  ['nothing was seen', { state: 'waiting', ...HELD }, ({ make }) => make()],
  [
    'seen',
    { state: 'seen', ...HELD },
    async ({ make, pay, look }) => {
      const send = await make();
      await pay();
      await look();
      return send;
    },
  ],
  [
    'confirmed',
    PAID,
    async ({ make, pay, mine }) => {
      const send = await make();
      await pay();
      await mine();
      return send;
    },
  ],
  [
    'paid two days late',
    PAID,
    async ({ make, pay, mine }) => {
      const send = await make();
      app.clock.advance(48 * 3_600_000);
      anna = await app.signIn('anna@example.com');
      await pay();
      await mine();
      return send;
    },
  ],
  [
    'replaced',
    { state: 'seen', notice: 'replaced', ...HELD },
    async ({ make, pay, look, evict }) => {
      const send = await make();
      const first = await pay();
      await look();
      await evict(first);
      await pay();
      await look();
      return send;
    },
  ],
  [
    'replaced and confirmed',
    { ...PAID, notice: 'replaced' },
    async ({ make, pay, look, evict, mine }) => {
      const send = await make();
      const first = await pay();
      await look();
      await evict(first);
      await pay();
      await mine();
      return send;
    },
  ],
  [
    'evicted',
    { state: 'waiting', notice: 'evicted', ...HELD },
    async ({ make, pay, look, evict }) => {
      const send = await make();
      const txid = await pay();
      await look();
      await evict(txid);
      await look();
      return send;
    },
  ],
  [
    'reorganised',
    { state: 'seen', notice: 'reorganised', held: SATS, entries: [-SATS, SATS] },
    async ({ make, pay, mine, reorg }) => {
      const send = await make();
      await pay();
      await mine();
      await reorg(false);
      return send;
    },
  ],
  [
    'reorganised and confirmed again',
    { state: 'confirmed', entries: [-SATS, SATS, -SATS] },
    async ({ make, pay, mine, reorg }) => {
      const send = await make();
      await pay();
      await mine();
      await reorg(false);
      await mine();
      return send;
    },
  ],
  [
    'gone with its block',
    { state: 'waiting', notice: 'reorganised', held: SATS, entries: [-SATS, SATS] },
    async ({ make, pay, mine, reorg }) => {
      const send = await make();
      await pay();
      await mine();
      await reorg(true);
      return send;
    },
  ],
  [
    'too small',
    { state: 'waiting', notice: 'another_amount', ...HELD },
    async ({ make, pay, mine }) => {
      const send = await make();
      await pay(SATS - 1);
      await mine();
      return send;
    },
  ],
  [
    'a stranger’s txid',
    { state: 'waiting', notice: 'pays_another', ...HELD },
    async ({ make, pay, name }) => {
      const send = await make();
      await name(send, await pay(SATS, shop.address(500)));
      return send;
    },
  ],
  [
    'a txid that nobody has seen yet',
    { state: 'waiting', notice: 'unknown', ...HELD },
    async ({ make, name }) => {
      const send = await make();
      await name(send, 'ab'.repeat(32));
      return send;
    },
  ],
  [
    'an older payment',
    { state: 'waiting', notice: 'too_old', ...HELD },
    async ({ make, pay, name }) => {
      const txid = await pay();
      const send = await make();
      await name(send, txid);
      return send;
    },
  ],
  [
    'two equal requests, one payment: the first is paid',
    { state: 'confirmed', held: SATS, entries: [-SATS] },
    async ({ make, pay, mine }) => {
      const send = await make();
      await make();
      await pay();
      await mine();
      return send;
    },
  ],
  [
    'two equal requests, one payment: the second waits',
    { state: 'waiting', notice: 'claimed', held: 2 * SATS },
    async ({ make, pay, name }) => {
      const [first, second] = [await make(), await make()];
      const txid = await pay();
      await name(first, txid);
      await name(second, txid);
      return second;
    },
  ],
  [
    'cancelled, and paid all the same',
    { state: 'confirmed', entries: [-SATS] },
    async ({ make, pay, mine, cancel }) => {
      const send = await make();
      await cancel(send);
      await pay();
      await mine();
      return send;
    },
  ],
];

let stories = 0;
test.each(STATES)(
  'a send: %s (T23 T28)',
  async (_, { state, notice = null, held = 0, entries = [] }, play) => {
    stories += 1;
    const told = await story(stories);
    const send = await play(told);
    expect((await anna.get(`/api/bitcoin/sends/${send.id}`)).body).toMatchObject({ state, notice });
    const balance = entries.reduce((sum, one) => sum + BigInt(one), START);
    expect(await getChild(anna, told.id)).toMatchObject({
      savingsBalance: formatBtc(balance),
      availableSavings: formatBtc(balance - BigInt(held)),
    });
    const written = await app.db.owner<{ amountSats: bigint }[]>`
      SELECT p.amount_sats FROM posting p
      JOIN entry e ON e.family_id = p.family_id AND e.entry_id = p.entry_id
      JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
      WHERE a.child_id = ${told.id} AND a.kind = 'savings' ORDER BY e.recorded_at`;
    expect(written.map(({ amountSats }) => Number(amountSats))).toEqual([
      Number(START),
      ...entries,
    ]);
  },
);

test('after all of this the whole book adds up', async () => {
  await sealAll(app.db.owner, SEAL_KEY);
  const { problems } = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
  expect([stories, problems]).toEqual([STATES.length, []]);
});
