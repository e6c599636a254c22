/**
 * `npm run screens`: the play family with wallets on the lab's chain and Lightning nodes, from the
 * first key to the vault after a parent has left. Some tests need those above them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceUrl, readOfferedInvoice, readPayRequest } from '#core/lightning/lnurl-pay.ts';
import type { Child } from '#features/people/children/contract.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { scanContext } from '../../src/app/workers.ts';
import { watchLightning } from '../../src/features/money/lightning/watch.ts';
import type { VaultDay } from '../../src/features/money/wallet/vault-days/contract.ts';
import { watchChain } from '../../src/features/money/wallet/watch.ts';
import { press as control } from '../../testkit/control.ts';
import type { Reply, Visitor } from '../support/app.ts';
import { newAuthenticator } from '../support/authenticator.ts';
import { originOf } from '../support/browser.ts';
import { record } from '../support/family.ts';
import { startLabProcess } from '../support/lab-process.ts';
import { saveAddresses, setPayoutPlan, watchLater } from '../support/payouts.ts';
import { playPeople } from '../support/play-people.ts';
import { oldPayload } from '../support/vault-secrets.ts';
import { newWallet } from '../support/wallets.ts';
import { appAndBrowser } from '../support/with-browser.ts';
import type { Screen, Step } from './screens.ts';
import { takeSheet } from './take.ts';

const WEEK_MS = 7 * 86_400_000;
const WORDS = 'maple-orbit-lantern-pebble-cactus-violin-417';
const SEED = `${'abandon '.repeat(11)}about`;
const HOME = 'https://book.satling.org';

const { info: lab, stop } = await startLabProcess();
afterAll(stop);
const receiver = lab.lightningAddress.split('@')[1] as string;
const world = await appAndBrowser({
  // Starts a week ago and ends now, because invoices and wallets use the real clock.
  at: new Date(Date.now() - WEEK_MS).toISOString(),
  chain: {
    network: 'regtest',
    server: readChainServer(`tcp://${lab.electrum}`),
    hosts: [...[lab.esplora, lab.relay, lab.hub.url].map((url) => new URL(url).host), receiver],
  },
  // Lightning addresses need a public host name.
  publicUrl: HOME,
});
const { app } = world;
const wallet = newWallet('regtest');
let people: Map<string, Visitor>;
let anna: Visitor;
let kids: Record<string, string>;
beforeAll(async () => {
  people = await playPeople(app);
  anna = people.get('parent') as Visitor;
  const list = (await anna.get('/api/children')).body as Child[];
  kids = Object.fromEntries(list.map(({ id, name }) => [name, id]));
}, 300_000);

const must = async (reply: Promise<Reply>): Promise<never> => {
  const { status, text, body } = await reply;
  if (status !== 200) throw new Error(text);
  return body;
};
const post = (path: string, body: object = {}, who = anna) => must(who.send('POST', path, body));
const idOf = (name: string) => kids[name] as string;

type Options = Partial<Screen> & { enter?: () => Promise<Visitor> };

/** @param enter the viewer, if not of the family */
async function sheet(
  name: string,
  path: string,
  presses: readonly Step[] = [],
  { who = 'parent', enter, ...more }: Options = {},
) {
  const screen = { name: `wallet-${name}`, who, path, presses, ...more };
  await takeSheet(world, screen, enter ?? (async () => people.get(who) as Visitor));
}

const connectReceiving = async () => {
  const settings = { type: 'nwc', token: lab.nwc.receiveOnly };
  const connect = async () => (await anna.send('POST', '/api/lightning/connect', settings)).status;
  // A family whose wallet did not answer waits 30 seconds before the next try.
  await expect.poll(connect, { timeout: 60_000, interval: 2_000 }).toBe(200);
};
const changed = () => watchChain(scanContext(app.services, app.services.jobs));
const mine = async () => {
  await control(lab, 'mine', {});
  await changed();
};
const bookOf = (name: string) => `/dashboard?view=child&child=${idOf(name)}`;

test('a key is pasted, and something that must not be pasted', async () => {
  const dialog = ['Configure', 'XPUB'];
  await sheet('configure', '/dashboard', [...dialog, ['Your wallet’s xpub', wallet.vpub]]);
  await sheet('secret-stopped', '/dashboard', [...dialog, ['Your wallet’s xpub', SEED]]);
  await sheet('coverage-without', '/coverage');
});

test('a week later: connected, short, asked about a deposit; a child’s wallet', async () => {
  await post('/api/wallet/configure', { walletXpub: wallet.vpub });
  await saveAddresses(anna, { [idOf('Mia')]: 'mia@nobody.invalid' });
  await setPayoutPlan(anna, idOf('Mia'), 'lightning', 'mia@nobody.invalid');
  for (const name of ['Leo', 'Ida']) await setPayoutPlan(anna, idOf(name), 'vault');
  app.clock.now = new Date();
  await post('/api/process-allowances');
  const { bitcoinAddress } = (await post(`/api/wallet/create/${idOf('Leo')}`)) as {
    bitcoinAddress: string;
  };
  const payments = [
    { address: wallet.address(0), sats: 400_000 },
    { address: bitcoinAddress, sats: 12_000 },
  ];
  await control(lab, 'send', { payments });
  await mine();
  await sheet('connected', '/dashboard');
  await sheet('coverage', '/coverage');
  await sheet('who-is-asked', '/dashboard', ['Who is asked']);
  await sheet('child', bookOf('Leo'), ['Bitcoin wallet', 'Open the wallet']);
  await sheet('child-send', bookOf('Ida'), [
    'Bitcoin wallet',
    'Open the wallet',
    'Send Bitcoin',
    ['Amount', '20000'],
    ['To this Bitcoin address', newWallet('regtest').address(1)],
  ]);
  await sheet('ida-book', '/dashboard', ['Bitcoin wallet', 'Open the wallet'], { who: 'Ida' });
});

test('a vault day', async () => {
  await sheet('vault-day', '/coverage');
  const { collected } = (await must(anna.get('/api/vault-days'))) as {
    collected: { childId: string; amount: string }[];
  };
  const children = collected.map(({ childId, amount }) => ({ childId, seenAmount: amount }));
  const { parts } = (await post('/api/vault-days', { children })) as VaultDay;
  await sheet('vault-day-begun', '/coverage');
  const payments = parts.map(({ toAddress: address, amount }) => ({
    ...{ address, sats: Math.round(Number(amount) * 1e8) },
  }));
  await control(lab, 'send', { payments });
  await changed();
  await mine();
  await sheet('vault-day-done', '/coverage');
});

test('Lightning: connected, paid, asked, owed; addresses, a gift, and children’s own wallets', async () => {
  await sheet('lightning-none', bookOf('Leo'), ['Lightning', 'Open Lightning']);
  await connectReceiving();
  const spend = { type: 'nwc', purpose: 'spend', token: lab.nwc.spending };
  await post('/api/lightning/connect', spend);
  await sheet('lightning-connect', '/lightning-connect', ['To pay as well'], { isWhole: true });
  await sheet('lightning-addresses', '/lightning-connect', ['Address'], { isWhole: true });
  await sheet('lightning-sync', '/lightning-connect', ['Sync'], { isWhole: true });
  await sheet('lightning-advanced', '/lightning-connect', ['Advanced'], { isWhole: true });
  const open = (tab: string): Step[] => ['Lightning', 'Open Lightning', tab];
  const make: Step[] = [['Amount', '2100'], 'Create invoice'];
  await sheet('lightning-receive', bookOf('Leo'), [...open('Receive'), ...make]);
  const invoice = async (sats: number, text: string) =>
    ((await control(lab, 'invoice', { sats, text })) as { bolt11: string }).bolt11;
  const typed: Step[] = [['Invoice or Lightning address', await invoice(1_800, 'Cinema')], 'Check'];
  await sheet('lightning-send', bookOf('Leo'), [...open('Send'), ...typed]);
  await sheet('lightning-pay', bookOf('Leo'), [...open('Send'), ...typed, 'Pay 1,800']);
  await sheet('lightning-transfer', bookOf('Leo'), open('Transfer'));
  await sheet('lightning-leo', '/dashboard', [...open('Send'), ...typed], { who: 'Leo' });

  const pay = async (sats: number, text: string, who?: Visitor) =>
    post(
      '/api/lightning/pay',
      { childId: idOf('Leo'), paymentRequest: await invoice(sats, text) },
      who,
    );
  await pay(1_200, 'Football cards');
  await control(lab, 'fail', { service: 'spending', fault: { kind: 'hang-up' } });
  await pay(900, 'Snack at the pool');
  await pay(700, 'Swimming goggles', people.get('Leo'));
  await sheet('lightning-paid', '/lightning-config', ['Receipt']);
  await sheet('lightning', '/lightning-config');
  await control(lab, 'heal', { service: 'spending' });
  await watchLater(app, 120_000);
  await saveAddresses(anna, { [idOf('Mia')]: `mia@${receiver}` });
  await sheet('settle-up', '/lightning-config', ['Pay it']);
  await sheet('settled-otherwise', '/lightning-config', ['I paid in another way']);
  await sheet('mia-owed', '/dashboard', [], { who: 'Mia' });
});

test('gifts to a child’s own address, and a wallet of a child’s own', async () => {
  await connectReceiving();
  const open = ['Lightning', 'Open Lightning', 'Address'];
  await sheet('address-off', bookOf('Leo'), open);
  await post(`/api/lightning/children/${idOf('Leo')}/gift-address`, { word: 'boots' });
  await sheet('address-on', bookOf('Leo'), open);
  await giveTo(idOf('Leo'), 5_000n);
  await sheet('gift', '/dashboard');

  const { url, token } = lab.hub;
  await post(`/api/lightning/sub-wallets/${idOf('Ida')}`, { url, token, monthlyBudget: 40_000 });
  await sheet('sub-wallet', '/lightning-config', ['Hand it over']);
  await sheet('sub-wallet-form', '/lightning-config', ['Make a wallet']);
});

test('a vault: encrypted, kept on paper, locked, open; and a parent who leaves', async () => {
  let nth = 0;
  const enter = async () => {
    const who = await app.signIn(`vault-${++nth}@example.com`);
    const child = { name: 'Mia', age: 9, weeklyAllowance: '0.0001', allowanceDay: 3 };
    const { id } = (await post('/api/children', child, who)) as Child;
    await record(who, id, 'bonus', '0.0001', 'The first line');
    await post('/api/wallet/configure', { walletXpub: newWallet('regtest').vpub }, who);
    return who;
  };
  const typed: Step[] = [
    ['Passphrase', WORDS],
    ['The same passphrase', WORDS],
  ];
  const dialog = ['Wallet security', 'Encrypt our wallet'];
  await sheet('security', '/dashboard', ['Wallet security'], { enter, isWhole: true });
  await sheet('vault-encrypt', '/dashboard', [...dialog, ...typed], { enter });
  await sheet('vault-kept', '/dashboard', [...dialog, ...typed, 'Encrypt'], { enter });

  for (const path of ['/api/lightning/config', '/api/wallet/configure'])
    await anna.send('DELETE', path);
  const kept = { walletXpub: wallet.vpub, nwcConnectionString: lab.nwc.spending };
  const relays = [lab.relay.replace(/\/?$/, '/')];
  await post('/api/wallet/configure-encrypted', {
    encryptedSecrets: oldPayload({ ...kept, lightningProvider: 'coinos' }, WORDS),
    hasWallet: true,
    spending: { provider: 'CoinOS', relays },
  });
  const unlock: Step[] = [['Passphrase', WORDS], 'Unlock'];
  await sheet('vault-prompt', '/dashboard');
  await sheet('vault-wrong', '/dashboard', [['Passphrase', `${WORDS}0`], 'Unlock']);
  await sheet('vault-locked', '/dashboard', ['Continue without'], { isWhole: true });
  await sheet('vault-open', '/dashboard', unlock, { isWhole: true });
  await sheet('vault-lightning', '/lightning-config');
  const setup: Step[] = ['Continue', ['Passphrase', WORDS]];
  await sheet('vault-lightning-setup', '/lightning-setup', setup);
  await sheet('vault-lightning-step', '/lightning-setup', [...setup, 'Continue', 'Continue']);
  const toPay: Step[] = ['Setup', 'To pay as well'];
  await sheet('vault-lightning-connect', '/lightning-connect', toPay, { isWhole: true });
  await lockWithPasskey();
  await sheet('vault-passkey', '/dashboard', [], { hasPasskeys: true });
  await must(anna.send('DELETE', '/api/family/spouse'));
  await sheet('vault-after-leaving', '/dashboard', ['Continue without'], { isWhole: true });
  await sheet('vault-new-passphrase', '/dashboard', [
    ['Passphrase', WORDS],
    'Unlock$',
    'Choose it now',
  ]);
});

/** Pays like a grandparent's wallet; then the server checks until it has arrived. */
async function giveTo(childId: string, sats: bigint) {
  const { address } = (await must(anna.get(`/api/lightning/children/${childId}/gift-address`))) as {
    address: string;
  };
  const origin = originOf(app);
  const ask = async (url: string) => (await fetch(url.replace(HOME, origin))).json();
  const url = new URL(`${HOME}/.well-known/lnurlp/${address.split('@')[0]}`);
  const request = readPayRequest(url, await ask(url.href));
  const reply = await ask(invoiceUrl(request, sats * 1_000n, 'For your boots'));
  const expected = { network: 'bcrt', nowSeconds: Math.floor(Date.now() / 1_000) } as const;
  const { invoice } = readOfferedInvoice(request, sats * 1_000n, reply, expected);
  await control(lab, 'pay', { bolt11: invoice.text });
  for (let looks = 0; looks < 10; looks++) {
    app.clock.advance(5_000);
    await watchLightning(app.services);
  }
}

/** The server cannot tell it from a real one. */
async function lockWithPasskey() {
  const { challenge } = (await post('/api/auth/passkeys/challenge')) as { challenge: string };
  const made = newAuthenticator().make({ challenge, origin: HOME });
  const { id } = (await post('/api/auth/passkeys', { ...made, hasPrf: true })) as { id: string };
  const base64 = (length: number) => Buffer.alloc(length, 5).toString('base64');
  const { version } = (await must(anna.get('/api/wallet/encrypted-config'))) as { version: number };
  const lock = { salt: base64(32), sealed: base64(72), version };
  await must(anna.send('PUT', `/api/wallet/passkeys/${id}`, lock));
}
