/** The Bitcoin step of the setup. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
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
import { anInfo, aSaved, DESCRIPTOR, FIRST, noWallet, VPUB } from '#tests/web/wallet.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { BitcoinStep } from './bitcoin-step.tsx';

const CONFIGURE = 'POST /api/wallet/configure';
const onDone = vi.fn();

beforeEach(() => {
  stubWorkers();
  clearToasts();
  onDone.mockClear();
});

async function open(replies: Record<string, Reply> = {}) {
  const sent = serve({
    'GET /api/wallet/family-info': [200, noWallet()],
    'GET /api/wallet/preferences': [
      200,
      { prefersEncryption: false, hasLegacyWallet: false, hasEncryptedWallet: false },
    ],
    ...replies,
  });
  show(
    <>
      <BitcoinStep onDone={onDone} />
      <Toaster />
    </>,
  );
  await screen.findByRole('tab', { name: 'Bitcoin Address' });
  return sent;
}

const goOn = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));

test('a refusal is said, and the step stays (SETUP-17 SETUP-26)', async () => {
  await open({ [CONFIGURE]: refusal(409, 'Ben has just connected another wallet') });
  fireEvent.change(screen.getByLabelText('Your wallet’s address'), { target: { value: VPUB } });
  await screen.findByText('Extended public key');
  goOn();
  await toasted('Configuration Error. Ben has just connected another wallet');
  expect(onDone).not.toHaveBeenCalled();
});

test('a failure without a reason: "Failed to configure Bitcoin wallet" (SETUP-26)', async () => {
  await open({ [CONFIGURE]: [400, ''] });
  fireEvent.change(screen.getByLabelText('Your wallet’s address'), { target: { value: FIRST } });
  await screen.findByText('Checksum right');
  goOn();
  await toasted('Configuration Error. Failed to configure Bitcoin wallet');
  expect(onDone).not.toHaveBeenCalled();
});

test('nothing entered: nothing is saved, and the setup goes on (SETUP-13 SETUP-16)', async () => {
  const sent = await open();
  goOn();
  expect(onDone.mock.calls).toEqual([[{ isConnected: false }]]);
  await noneSent(sent, CONFIGURE);
});

test('an address or an xpub is saved: "Bitcoin Wallet Connected" (SETUP-12 SETUP-23)', async () => {
  const sent = await open({ [CONFIGURE]: [200, aSaved()] });
  fireEvent.change(screen.getByLabelText('Your wallet’s address'), { target: { value: VPUB } });
  await screen.findByText('Extended public key');
  goOn();
  await toasted('Bitcoin Wallet Connected');
  await waitFor(() => expect(onDone.mock.calls).toEqual([[{ isConnected: true }]]));
  expect(sentTo(sent, CONFIGURE)[0]?.body).toEqual({ walletXpub: DESCRIPTOR });
});

test('who comes back with a wallet sees that it is connected, and goes on (SETUP-12)', async () => {
  const sent = serve({ 'GET /api/wallet/family-info': [200, anInfo()] });
  show(<BitcoinStep onDone={onDone} />);
  await screen.findByText(/Your Bitcoin wallet is connected/);
  expect(screen.queryByRole('tab')).toBeNull();
  goOn();
  expect(onDone.mock.calls).toEqual([[{ isConnected: true }]]);
  await noneSent(sent, CONFIGURE);
});
