/** "Configure Bitcoin wallet": allowed pastes, their descriptions, and the calls. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import {
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import {
  aSaved,
  aSource,
  DESCRIPTOR,
  FIRST,
  noWallet,
  SIXTH,
  TPUB,
  VPUB,
  XPRV,
} from '#tests/web/wallet.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { ConfigureDialog } from './configure-dialog.tsx';

const CONFIGURE = 'POST /api/wallet/configure';
const PREFERENCES = 'GET /api/wallet/preferences';
const prefers = (prefersEncryption: boolean): Reply => [
  200,
  { prefersEncryption, hasLegacyWallet: false, hasEncryptedWallet: false },
];
let workers = stubWorkers();
const onClose = vi.fn();

beforeEach(() => {
  workers = stubWorkers();
  clearToasts();
  onClose.mockClear();
});

function open(replies: Record<string, Reply> = {}, info = noWallet()) {
  const sent = serve({ [PREFERENCES]: prefers(false), ...replies });
  show(
    <>
      <ConfigureDialog info={info} encrypted={() => null} onClose={onClose} />
      <Toaster />
    </>,
  );
  return { sent, dialog: within(screen.getByRole('dialog')) };
}

const paste = (text: string) => {
  fireEvent.click(screen.getByRole('tab', { name: 'XPUB (Advanced)' }));
  const field = screen.getByLabelText(/read-only key/) as HTMLTextAreaElement;
  fireEvent.change(field, { target: { value: text } });
  return field;
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('nothing at all is refused: "Input Required" (WALL-04)', async () => {
  const { sent } = open();
  save();
  await toasted('Input Required. Please enter either a Bitcoin address or XPUB');
  await noneSent(sent);
});

test.each([
  ['an xprv', XPRV, /looks like a private key/],
  ['an xprv over two lines', `${XPRV.slice(0, 40)}\n${XPRV.slice(40)}`, /a private key/],
  ['seed words', `${'abandon '.repeat(11)}about`, /seed words/],
  ['an nsec', 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5', /secret of Nostr/],
])(
  '%s is stopped: the field is emptied, nothing is sent, not even to the worker (T48)',
  async (_, secret, words) => {
    const { sent } = open();
    const field = paste(secret);
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/We deleted it here and sent nothing/)[0]).toBeTruthy();
    expect(field.value).toBe('');
    save();
    await toasted('Input Required. Please enter either a Bitcoin address or XPUB');
    await noneSent(sent);
    expect(workers.started).toBe(0);
  },
);

test('the network of this server is said before anything is pasted (WALL-01)', () => {
  open();
  expect(screen.getByText('This server works with test money only')).toBeTruthy();
  expect(screen.getByText(/refuses a wallet with real bitcoin/)).toBeTruthy();
  // Next to the text it'd squeeze it.
  expect(screen.getByText('Ask whoever runs this server.').closest('.banner-text')).toBeTruthy();
});

test('on the main network the note says that the bitcoin is real (WALL-01)', () => {
  open({}, { ...noWallet(), network: 'mainnet' });
  expect(screen.getByText('This server works with real bitcoin (mainnet).')).toBeTruthy();
  expect(screen.queryByText(/test money/)).toBeNull();
});

test('a real key on a test network: whom to ask, and nothing is saved (WALL-01)', async () => {
  const { sent } = open();
  paste(official.official[2]?.key as string);
  await screen.findAllByText(/belongs to another network.*ask whoever runs this server/);
  save();
  await screen.findByText('Please check');
  await noneSent(sent);
});

test('a key of another network is named as one, and is not saved (WALL-01)', async () => {
  const { sent } = open({}, { ...noWallet(), network: 'mainnet' });
  paste(VPUB);
  await screen.findAllByText(/belongs to a test network/);
  save();
  await screen.findByText('Please check');
  await noneSent(sent);
});

test('a refusal is said in a toast and above the form (WALL-06)', async () => {
  open({ [CONFIGURE]: refusal(409, 'Somebody else has just changed the wallet') });
  paste(VPUB);
  await screen.findAllByText('Extended public key');
  save();
  await toasted('Configuration Error. Somebody else has just changed the wallet');
  expect(onClose).not.toHaveBeenCalled();
});

test('a failure without a reason: "Failed to configure Bitcoin wallet" (WALL-06)', async () => {
  open({ [CONFIGURE]: [500, ''] });
  paste(VPUB);
  await screen.findAllByText('Extended public key');
  save();
  await toasted('Configuration Error. Failed to configure Bitcoin wallet');
});

test('two tabs, what may be pasted, and where to find it (WALL-02 WALL-03)', () => {
  const { dialog } = open();
  expect(dialog.getByRole('heading', { name: 'Configure Bitcoin wallet' })).toBeTruthy();
  expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Bitcoin Address',
    'XPUB (Advanced)',
  ]);
  expect(dialog.getByText('Read-only. We can look, nobody can spend with this.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('tab', { name: 'XPUB (Advanced)' }));
  expect(dialog.getByText('Where do I find this?')).toBeTruthy();
  for (const name of ['Sparrow', 'BlueWallet', 'Ledger', 'Trezor'])
    expect(dialog.getByText(name)).toBeTruthy();
});

test('a vpub shows its type and its first address, and is saved (WALL-01 WALL-05)', async () => {
  const { sent } = open({ [CONFIGURE]: [200, aSaved()] });
  paste(VPUB);
  expect((await screen.findAllByText(FIRST)).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Native SegWit').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Checksum right').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Test money').length).toBeGreaterThan(0);
  save();
  await toasted('Bitcoin Wallet Connected');
  expect(sentTo(sent, CONFIGURE)[0]?.body).toEqual({ walletXpub: DESCRIPTOR });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('an address is saved as an address, whichever tab it is in (WALL-01 WALL-05)', async () => {
  const { sent } = open({ [CONFIGURE]: [200, aSaved({ address: FIRST })] });
  paste(FIRST);
  await screen.findAllByText('Address');
  save();
  await toasted('Bitcoin Wallet Connected');
  expect(sentTo(sent, CONFIGURE)[0]?.body).toEqual({ walletAddress: FIRST });
});

test('a tpub is saved only after the parent has chosen the first address (WALL-01)', async () => {
  const { sent } = open({ [CONFIGURE]: [200, aSaved()] });
  paste(TPUB);
  await screen.findByText('Which is the first receive address in your wallet?');
  expect(screen.getAllByRole('radio')).toHaveLength(4);
  save();
  await screen.findByText('Please check');
  await noneSent(sent);
  fireEvent.click(screen.getByRole('radio', { name: /^tb1q/ }));
  save();
  await toasted('Bitcoin Wallet Connected');
  expect(sentTo(sent, CONFIGURE)[0]?.body).toEqual({ walletXpub: DESCRIPTOR });
});

test('a later address of the wallet decides too; a stranger’s does not (WALL-01)', async () => {
  open();
  paste(TPUB);
  await screen.findByText('My wallet shows another address');
  const look = (address: string) => {
    fireEvent.change(screen.getByLabelText(/Any receive address/), { target: { value: address } });
    fireEvent.click(screen.getByRole('button', { name: 'Look for it' }));
  };
  look('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx');
  await screen.findByText(/isn’t among this key’s first 2,000 addresses/);
  look(SIXTH);
  await screen.findByText('Found: address number 5 of this key, Native SegWit.');
  const chosen = screen.getByRole('radio', { name: /^tb1q/ }) as HTMLInputElement;
  expect(chosen.checked).toBe(true);
});

test('a saved wallet that nobody looks up asks at once who is asked, and what they learn', async () => {
  const none = aSource({ chosen: 'none', server: null });
  const { sent } = open({
    [CONFIGURE]: [200, aSaved({ state: 'no_source', source: none })],
    'PUT /api/wallet/source': [200, aSource({ chosen: 'esplora' })],
  });
  paste(VPUB);
  await screen.findAllByText('Extended public key');
  save();
  await screen.findByRole('heading', { name: 'Who is asked about this wallet?' });
  expect(screen.getByText(/learns every address of your wallet/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /Esplora or mempool/ }));
  fireEvent.change(screen.getByLabelText('Its address'), {
    target: { value: 'https://mempool.space/testnet/api' },
  });
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(sent, 'PUT /api/wallet/source')[0]?.body).toEqual({
    kind: 'esplora',
    url: 'https://mempool.space/testnet/api',
  });
});
