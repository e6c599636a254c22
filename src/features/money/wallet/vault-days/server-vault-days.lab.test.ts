/** Vault days on a real chain: every possible course, and the vault's content afterwards. */
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { formatBtc } from '#core/money.ts';
import { electrumSource } from '#server/adapters/chain/electrum.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import type { Tx } from '#server/db/sql.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp } from '#tests/support/app.ts';
import { getChild, message } from '#tests/support/family.ts';
import { meanwhile } from '#tests/support/lock-waits.ts';
import { payoutsOf, settle } from '#tests/support/payouts.ts';
import { COLLECTED, type CollectingHome, collectingHome } from '#tests/support/vault-days.ts';
import { kinds, newWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import type { Coverage } from '../coverage/contract.ts';
import type { WalletInfo } from '../watched/contract.ts';
import type { VaultDay } from './contract.ts';
import { setFeeWait } from './store.ts';
import { tellOfLowFee } from './waiting.ts';

const lab = inject('lab');
const [host = '', port] = lab.electrum.split(':');
const [MIA, LEO] = COLLECTED;
let app: TestApp;
beforeAll(async () => {
  const server = readChainServer(`tcp://${lab.electrum}`);
  app = await startApp({ chain: { network: 'regtest', server, hosts: [] } });
});
afterAll(() => app.close());

let stories = 0;
function story(): Promise<CollectingHome> {
  stories += 1;
  return collectingHome(app, lab, `vault-day-${stories}@example.com`);
}

type Shown = [state: string, notice: string | null];

const all = (state: string, notice: string | null = null): Shown[] => [
  [state, notice],
  [state, notice],
];
const CHECKING = ['checking', 'checking'];
const PAID = ['paid', 'paid'];

const STATES: [string, Shown[], string[], (home: CollectingHome) => Promise<unknown>][] = [
  ['nothing was seen', all('waiting'), CHECKING, ({ begin }) => begin()],
  [
    'seen',
    all('seen'),
    CHECKING,
    async ({ begin, pay, look }) => {
      await pay(await begin());
      await look();
    },
  ],
  [
    'confirmed',
    all('confirmed'),
    PAID,
    async ({ begin, pay, mine }) => {
      await pay(await begin());
      await mine();
    },
  ],
  [
    'replaced',
    all('seen', 'replaced'),
    CHECKING,
    async ({ begin, pay, look }) => {
      const day = await begin();
      const txid = await pay(day);
      await look();
      await press(lab, 'evict', { txid });
      await pay(day);
      await look();
    },
  ],
  [
    'evicted',
    all('waiting', 'evicted'),
    CHECKING,
    async ({ begin, pay, look }) => {
      const txid = await pay(await begin());
      await look();
      await press(lab, 'evict', { txid });
      await look();
    },
  ],
  [
    'reorganised',
    all('seen', 'reorganised'),
    CHECKING,
    async ({ begin, pay, mine, reorg }) => {
      await pay(await begin());
      await mine();
      await reorg();
    },
  ],
  [
    'reorganised and confirmed again',
    all('confirmed'),
    PAID,
    async ({ begin, pay, mine, reorg }) => {
      await pay(await begin());
      await mine();
      await reorg();
      await mine();
    },
  ],
  [
    'a stranger’s txid',
    all('waiting', 'pays_another'),
    CHECKING,
    async ({ begin, name }) => {
      const address = newWallet('regtest').address(0);
      const { txid } = await press(lab, 'send', { payments: [{ address, sats: MIA }] });
      await name(await begin(), String(txid));
    },
  ],
  [
    'its own txid, named before anybody looked',
    all('seen'),
    CHECKING,
    async ({ begin, pay, name }) => {
      const day = await begin();
      await name(day, await pay(day));
    },
  ],
  [
    'a wrong amount to one child',
    [
      ['waiting', 'another_amount'],
      ['confirmed', null],
    ],
    ['checking', 'paid'],
    async ({ begin, pay, mine }) => {
      await pay(await begin(), [MIA - 1, LEO]);
      await mine();
    },
  ],
  [
    'a wrong amount to one child, which is then given up',
    [
      ['cancelled', null],
      ['confirmed', null],
    ],
    ['due', 'paid'],
    async ({ begin, pay, mine, cancel }) => {
      const day = await begin();
      await pay(day, [MIA - 1, LEO]);
      await mine();
      await cancel(day);
    },
  ],
  [
    'given up, paid all the same, and found by the next one',
    all('confirmed'),
    PAID,
    async ({ begin, pay, mine, cancel }) => {
      const day = await begin();
      await cancel(day);
      const next = await begin();
      expect(next.parts.map((part) => part.toAddress)).toEqual(
        day.parts.map((part) => part.toAddress),
      );
      await pay(day);
      await mine();
    },
  ],
];

/** Only amounts once in a block are reported lost. */
const LOST = ['reorganised', 'reorganised and confirmed again'];

test.each(STATES)('a vault day: %s (T23 T28)', async (name, shown, owed, play) => {
  const told = await story();
  await play(told);
  const { parent } = told;
  const { days } = (await parent.get('/api/vault-days')).body as { days: VaultDay[] };
  const parts = days[0]?.parts.toSorted((a, b) => (a.childName < b.childName ? 1 : -1)) ?? [];
  expect(parts.map(({ state, notice }) => [state, notice])).toEqual(shown);
  const payouts = (await payoutsOf(parent)).toSorted((a, b) => a.amount - b.amount);
  expect(payouts.map(({ state }) => state)).toEqual(owed);
  // Nothing is posted or held, and no arrival is offered as new money.
  for (const [at, sats] of ['0.00010000', '0.00025000'].entries())
    expect(await getChild(parent, told.kids[at] as string)).toMatchObject({
      savingsBalance: sats,
      availableSavings: sats,
      spendingBalance: '0.00000000',
    });
  expect((await parent.get('/api/wallet/deposits')).body).toEqual([]);
  const losses = (await kinds(parent)).filter((kind) => kind === 'vault_day_undone');
  expect(losses).toHaveLength(LOST.includes(name) ? COLLECTED.length : 0);
  const { children } = (await parent.get('/api/wallet/coverage')).body as Coverage;
  const inVault = (state: string | undefined, sats: string) =>
    state === 'paid' ? sats : '0.00000000';
  expect(children.map((child) => child.inVault)).toEqual([
    inVault(owed[0], '0.00010000'),
    inVault(owed[1], '0.00025000'),
  ]);
});

test('a vault day begins with a key, with what was read, and once; what it has taken is not settled or undone (T23)', async () => {
  const { kids, wish, begin, parent } = await story();
  const refused = async (body: object) =>
    message(await parent.send('POST', '/api/vault-days', body));
  for (const sats of [MIA + 1, MIA - 1]) {
    const other = { children: [{ childId: kids[0], seenAmount: formatBtc(BigInt(sats)) }] };
    expect(await refused(other), `${sats} sats were read`).toContain('amount');
  }
  await parent.send('POST', '/api/wallet/configure', {
    walletAddress: newWallet('regtest').address(0),
  });
  expect(await refused(wish)).toContain('public key');
  await parent.send('POST', '/api/wallet/configure', { walletXpub: newWallet('regtest').vpub });
  const { id } = await begin();
  expect(await refused(wish)).toContain('still waits');
  const [payout] = await payoutsOf(parent);
  if (!payout) throw new Error('Nothing is collected');
  const home = { parent, childId: payout.childId, address: '' };
  expect((await settle(home, payout.id, { how: 'paid' })).status).toBe(409);
  expect((await parent.send('POST', `/api/transactions/${payout.id}/undo`)).status).toBe(409);
  expect((await parent.send('DELETE', `/api/vault-days/${id}`)).status).toBe(200);
  expect((await parent.send('DELETE', `/api/vault-days/${id}`)).status).toBe(409);
  expect((await payoutsOf(parent)).map(({ state }) => state)).toEqual(['due', 'due']);
  // A send is no vault day, nor a part of one a send.
  expect((await parent.get(`/api/bitcoin/sends/${id}`)).status).toBe(404);
  expect((await parent.get('/api/bitcoin/sends')).body).toEqual([]);
});

test('a parent who stops waiting while the fee is asked about is told nothing of it (T23)', async () => {
  const { wallet, mine, parent } = await story();
  await press(lab, 'send', { payments: [{ address: wallet.address(3), sats: 37_000 }] });
  await mine();
  await parent.send('PUT', '/api/vault-days/wait', { waits: true });
  const { familyId } = (await parent.get('/api/auth/user')).body as { familyId: string };
  const stop = (tx: Tx) => setFeeWait(tx, familyId, null);
  const context = { ...app.services, hooks: [] };
  await meanwhile(app.db, familyId, stop, () => tellOfLowFee(context, familyId));
  expect(await kinds(parent)).not.toContain('vault_fee_low');
});

test('one PSBT pays two children; its change is asked about as little, and the fee is a share (WALL-29 T23)', async () => {
  const { wallet, begin, mine, parent } = await story();
  const scanned = async () =>
    ((await parent.get('/api/wallet/family-info')).body as WalletInfo).scan?.state;
  await expect.poll(scanned).toBe('done');
  await press(lab, 'send', { payments: [{ address: wallet.address(3), sats: 37_000 }] });
  await mine();
  const estimate = (await parent.send('POST', '/api/vault-days/fee')).body;
  expect(estimate).toMatchObject({ obstacle: null, fee: expect.stringMatching(/^0\.00000\d{3}$/) });
  // A parent waits, and reads of a low fee after the next block; then nobody waits any more.
  expect((await parent.send('PUT', '/api/vault-days/wait', { waits: true })).status).toBe(200);
  await mine();
  const kinds = async () =>
    ((await parent.get('/api/messages')).body as { kind: string }[]).map(({ kind }) => kind);
  expect(await kinds()).toContain('vault_fee_low');
  expect((await parent.get('/api/vault-days')).body).toMatchObject({ waitsForFee: false });
  const day = await begin();
  const made = (await parent.send('POST', `/api/vault-days/${day.id}/psbt`)).body as {
    psbt: string;
    fee: string;
    feePercent: number;
  };
  const read = Transaction.fromPSBT(base64.decode(made.psbt));
  expect(read.outputsLength).toBe(3);
  read.sign(wallet.privateKey(3));
  read.finalize();
  expect(made.fee).toBe(`0.00000${read.fee}`);
  expect(made.feePercent).toBe(Math.ceil((Number(read.fee) * 1_000) / (MIA + LEO)) / 10);
  const source = electrumSource({ host, port: Number(port), tls: false }, { trusted: [host] });
  await source.broadcast(read.hex);
  source.close();
  await mine();
  const { days } = (await parent.get('/api/vault-days')).body as { days: VaultDay[] };
  expect(days[0]?.parts.map(({ state, transactionId }) => [state, transactionId])).toEqual([
    ['confirmed', read.id],
    ['confirmed', read.id],
  ]);
  expect((await parent.get('/api/wallet/deposits')).body).toEqual([]);
  expect(await kinds()).not.toContain('deposit_seen');
  // The vault's money pays for no further vault day, which takes more than the rest.
  app.clock.advance(7 * 86_400_000);
  await parent.send('POST', '/api/process-allowances');
  const next = await begin();
  const again = (await parent.send('POST', `/api/vault-days/${next.id}/psbt`)).body;
  expect(again).toMatchObject({ psbt: null, obstacle: 'not_enough' });
});

test('after all of this the whole book adds up (T23)', async () => {
  await sealAll(app.db.owner, SEAL_KEY);
  const { problems } = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
  expect(problems).toEqual([]);
});
