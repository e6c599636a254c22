/** An encrypted wallet on its card: scanned once unlocked; the server's view of it. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  fakeApi,
  noneSent,
  type Reply,
  refusal,
  type Sent,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import {
  aCoverage,
  anInfo,
  aSource,
  FIRST,
  knows,
  knowsNothing,
  noWallet,
  SIXTH,
  TPUB,
  VPUB,
} from '#tests/web/wallet.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { sealSecrets } from '#web/vault/cipher.ts';
import { lockVault, openIsVersion, openVault } from '#web/vault/vault.ts';
import { VaultWatch } from './vault-watch.tsx';

const INFO = 'GET /api/wallet/family-info';
const KNOWN = 'GET /api/wallet/prepared-addresses';
const ADD = 'POST /api/wallet/prepared-addresses';
const FORGET = 'POST /api/wallet/prepared-addresses/forget';
const SCAN = 'POST /api/wallet/scan-balance';
const binding = { purpose: 'wallet', familyId: '01a1fca1-0000-7000-8000-000000000001' } as const;
const passphrase = 'maple-orbit-lantern-pebble-cactus-violin-417';

/** The test's clock: two-second waits last until the test ends them. */
let held: (() => void)[] = [];
beforeEach(() => {
  held = [];
  const real = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== 2_000) return real(run, ms, ...rest);
    return held.push(run);
  });
});
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});

const twoSecondsLater = () =>
  act(async () => {
    for (const run of held.splice(0)) run();
  });

const scan: Reply = [200, { totalBalance: '0.00000000', addresses: [], scan: null }];

type Replies = Record<string, Reply | readonly Reply[]>;

const usual = {
  [INFO]: [200, anInfo({ xpub: null })],
  [KNOWN]: knows(),
  [ADD]: knows(),
  [SCAN]: scan,
  'GET /api/wallet/coverage': [200, aCoverage()],
  'GET /api/wallet/deposits': [200, []],
  'GET /api/children': [200, []],
} satisfies Record<string, Reply>;

function open(replies: Replies = {}) {
  const sent = serve({ ...usual, ...replies });
  show(<VaultWatch />);
  return sent;
}

const unlock = async (secrets: object) => {
  const payload = await sealSecrets(secrets, passphrase, binding);
  await act(() => openVault(4, { payload, passphrase, binding, network: 'testnet' }));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** No request contained any of them. */
const expectUnsent = (sent: readonly Sent[], secrets: readonly string[]) => {
  const all = sent.map(({ url, init, body }) => url + JSON.stringify([init, body])).join('\n');
  for (const secret of secrets) expect(all).not.toContain(secret);
};

test('a scan while the wallet is locked is refused, and nothing is asked (WALL-12)', async () => {
  stubVaultWorkers();
  const sent = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Scan' }));
  await toasted('Wallet Locked');
  await toasted('Please decrypt your wallet first to scan balance');
  await noneSent(sent, SCAN);
  expect(held).toEqual([]);
  // The watched parts need no key.
  screen.getByText(/look them up even while the wallet is locked/);
  screen.getByText('Covered');
});

test('two seconds after it was opened missing addresses are prepared and scanned; the key is not sent (WALL-11)', async () => {
  stubVaultWorkers();
  const sent = open({
    [INFO]: [
      [200, noWallet()],
      [200, anInfo({ xpub: null })],
    ],
    [KNOWN]: [knowsNothing],
    [ADD]: knows(),
  });
  await screen.findByText(/The wallet itself stays locked/);
  await unlock({ walletXpub: VPUB });
  await waitFor(() => expect(held).toHaveLength(1));
  expect([sentTo(sent, ADD), sentTo(sent, SCAN)]).toEqual([[], []]);
  await twoSecondsLater();
  await waitFor(() => expect(sentTo(sent, SCAN)).toHaveLength(1));
  const [body] = sentTo(sent, ADD).map((one) => one.body as Record<string, unknown>);
  expect(body).toMatchObject({ version: 4, scriptType: 'p2wpkh', firstAddress: FIRST });
  const { receive, change } = body as Record<'receive' | 'change', { addresses: string[] }>;
  expect([receive.addresses.length, change.addresses.length]).toEqual([20, 20]);
  expect([receive.addresses[0], receive.addresses[5]]).toEqual([FIRST, SIXTH]);
  expect(sentTo(sent, SCAN)[0]?.body).toEqual({});
  expectUnsent(sent, [VPUB, passphrase]);
  await screen.findByText('Covered');
});

test('what is refused as old is sent again once this tab has saved a newer version (WALL-11)', async () => {
  stubVaultWorkers();
  const versions: number[] = [];
  const sent = fakeApi(({ call, body }) => {
    if (call === KNOWN) return knowsNothing;
    if (call !== ADD) return (usual as Record<string, Reply>)[call];
    versions.push((body as { version: number }).version);
    if (versions.length > 1) return knows();
    openIsVersion(5);
    return refusal(409, 'The wallet has been changed meanwhile');
  });
  show(<VaultWatch />);
  await unlock({ walletXpub: VPUB });
  await waitFor(() => expect(held).toHaveLength(1));
  await twoSecondsLater();
  await waitFor(() => expect(sentTo(sent, SCAN)).not.toEqual([]));
  expect(versions.slice(0, 2)).toEqual([4, 5]);
  expect(screen.queryByText('The wallet has been changed meanwhile')).toBeNull();
});

test('what the scan finds to be missing is prepared too, and pressing scans again (WALL-11)', async () => {
  stubVaultWorkers();
  const missing = { receive: { first: 20, count: 7 }, change: { first: 20, count: 0 } };
  const all = { receive: { first: 27, count: 0 }, change: { first: 20, count: 0 } };
  const done: string[] = [];
  const sent = fakeApi(({ call }) => {
    if (call === SCAN || call === ADD) done.push(call);
    if (call === ADD || (call === KNOWN && done.includes(ADD))) return knows({ missing: all });
    if (call === KNOWN && done.includes(SCAN)) return knows({ missing });
    return (usual as Record<string, Reply>)[call];
  });
  show(<VaultWatch />);
  await screen.findByText('Covered');
  await unlock({ walletXpub: VPUB });
  await waitFor(() => expect(held).toHaveLength(1));
  await twoSecondsLater();
  await waitFor(() => expect(sentTo(sent, ADD)).toHaveLength(1));
  expect(sentTo(sent, ADD)[0]?.body).toMatchObject({ receive: { first: 20 } });
  await waitFor(() => expect(sentTo(sent, SCAN)).toHaveLength(2));
  press('Scan');
  await waitFor(() => expect(sentTo(sent, SCAN)).toHaveLength(3));
  expect(sentTo(sent, ADD)).toHaveLength(1);
});

test('a wallet that is locked within the two seconds is not scanned (WALL-11)', async () => {
  stubVaultWorkers();
  const sent = open();
  await screen.findByText('Covered');
  await unlock({ walletXpub: VPUB });
  await waitFor(() => expect(held).toHaveLength(1));
  act(() => lockVault());
  await twoSecondsLater();
  press('Scan');
  await toasted('Wallet Locked');
  expect([sentTo(sent, ADD), sentTo(sent, SCAN)]).toEqual([[], []]);
});

test('a key that does not say its kind of addresses prepares none before a parent has (WALL-01)', async () => {
  stubVaultWorkers();
  const sent = open({ [INFO]: [200, noWallet()], [KNOWN]: knowsNothing });
  await screen.findByText(/The wallet itself stays locked/);
  await unlock({ walletXpub: TPUB });
  await screen.findByText('Which is the first receive address in your wallet?');
  expect(held).toEqual([]);
  press('This is my wallet');
  await screen.findAllByText('Please choose the address that your wallet shows.');
  fireEvent.click(screen.getByRole('radio', { name: new RegExp(FIRST) }));
  press('This is my wallet');
  await waitFor(() => expect(held).toHaveLength(1));
  await twoSecondsLater();
  await waitFor(() =>
    expect(sentTo(sent, ADD)[0]?.body).toMatchObject({
      ...{ scriptType: 'p2wpkh', firstAddress: FIRST },
    }),
  );
  expectUnsent(sent, [TPUB]);
});

test('without a source nobody is asked; a refusal is said (WALL-11)', async () => {
  stubVaultWorkers();
  const none = anInfo({ xpub: null, state: 'no_source', source: aSource({ server: null }) });
  const sent = open({
    [INFO]: [200, none],
    [KNOWN]: knowsNothing,
    [ADD]: refusal(409, 'The wallet has been changed meanwhile'),
  });
  await screen.findByText('Nobody looks anything up until you choose whom to ask.');
  await unlock({ walletXpub: VPUB });
  await waitFor(() => expect(held).toHaveLength(1));
  await twoSecondsLater();
  await screen.findByText('The wallet has been changed meanwhile');
  await noneSent(sent, SCAN);
});

test('a wallet that is one address is sent only when a parent says so (WALL-11 VAULT-01)', async () => {
  stubVaultWorkers();
  const one = knows({ scriptType: null });
  let isAllowed = false;
  const sent = fakeApi(({ call }) => {
    if (call === ADD) isAllowed = true;
    if (call === INFO) return [200, isAllowed ? anInfo({ xpub: null }) : noWallet()];
    if (call === ADD || call === KNOWN) return isAllowed ? one : knowsNothing;
    return (usual as Record<string, Reply>)[call];
  });
  show(<VaultWatch />);
  await screen.findByText(/The wallet itself stays locked/);
  await unlock({ walletAddress: FIRST });
  await screen.findByText(/It is a single address/);
  expect(screen.queryByRole('button', { name: 'Scan' })).toBeNull();
  expect(held).toEqual([]);
  expectUnsent(sent, [FIRST]);
  press('Let this server look it up');
  await screen.findByText(/^You’ve given this server the address/);
  expect(sentTo(sent, ADD).map(({ body }) => body)).toEqual([
    {
      ...{ version: 4, scriptType: null, firstAddress: FIRST },
      receive: { first: 0, addresses: [FIRST] },
      change: { first: 0, addresses: [] },
    },
  ]);
  await waitFor(() => expect(sentTo(sent, SCAN)).toHaveLength(1));
  press('Scan');
  await waitFor(() => expect(sentTo(sent, SCAN)).toHaveLength(2));
});

test.each([
  ['another address', { walletAddress: SIXTH }],
  ['only a Lightning connection', { nwcConnectionString: 'nostr+walletconnect://secret' }],
])('the server forgets what it knew of the wallet before: %s (VAULT-01)', async (_, secrets) => {
  stubVaultWorkers();
  let isForgotten = false;
  const sent = fakeApi(({ call }) => {
    if (call === FORGET) isForgotten = true;
    if (call === INFO) return [200, isForgotten ? noWallet() : anInfo({ xpub: null })];
    if (call === FORGET || call === KNOWN) return isForgotten ? knowsNothing : knows();
    return (usual as Record<string, Reply>)[call];
  });
  show(<VaultWatch />);
  await screen.findByText('Covered');
  await noneSent(sent, FORGET);
  await unlock(secrets);
  await waitFor(() => expect(screen.queryByText('Covered')).toBeNull());
  await waitFor(() => expect(isForgotten).toBe(true));
  expect(sentTo(sent, FORGET).map(({ body }) => body)).toEqual([
    { version: 4, firstAddress: FIRST },
  ]);
  expect(screen.queryByText(/still looks up/)).toBeNull();
  expectUnsent(sent, Object.values(secrets));
});

test.each([
  [503, 'Please try again in a moment', 1],
  // This tab has an older wallet open: the new one is not forgotten.
  [409, 'The wallet has been changed meanwhile', 0],
])('what could not be forgotten is said: %i (VAULT-01)', async (status, why, known) => {
  stubVaultWorkers();
  open({ [FORGET]: refusal(status, why) });
  await screen.findByText('Covered');
  await unlock({ walletAddress: SIXTH });
  await screen.findByText(why);
  expect(screen.queryAllByText(/^This server still looks up the wallet/)).toHaveLength(known);
});
