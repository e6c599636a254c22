/** A payment link instead of an address: its amount is filled in, or asked about. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubWorkers } from '#tests/web/bitcoin-worker.ts';
import { sentTo, serve, show, toasted } from '#tests/web/support.tsx';
import { aSend, MIA, SIXTH } from '#tests/web/wallet.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { SendForm } from './send-form.tsx';

const SEND = 'POST /api/bitcoin/send';
const TO = 'To this Bitcoin address';

function open() {
  stubWorkers();
  const reply = { success: true, transactionId: '', error: null, state: 'waiting', send: aSend() };
  const sent = serve({ [SEND]: [200, reply] });
  show(
    <>
      <SendForm childId={MIA} network="testnet" availableSats={142_300n} onSent={() => undefined} />
      <Toaster />
    </>,
  );
  return sent;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const LINK = `bitcoin:${SIXTH}?amount=0.00002&label=Shop`;
const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount');

test('the amount of a pasted payment link is filled in, and the address alone is sent (WALL-26)', async () => {
  const sent = open();
  enter(TO, LINK);
  await screen.findByText('The link asks for 2,000 sats.');
  expect(amountField().value).toBe('2,000');
  press('Send');
  await waitFor(() => expect(sentTo(sent, SEND)).toHaveLength(1));
  const body = { childId: MIA, toAddress: SIXTH, amount: '0.00002000' };
  expect(sentTo(sent, SEND)[0]?.body).toEqual(body);
});

test('an amount that was typed stays; where the link asks for another one, nothing is sent (WALL-26)', async () => {
  const sent = open();
  enter('Amount', '5000');
  enter(TO, LINK);
  await screen.findByText('The link asks for 2,000 sats.');
  expect(amountField().value).toBe('5,000');
  press('Send');
  const words =
    'The payment link asks for 2,000 sats. Enter that amount, or paste the address without the link.';
  await toasted(`Invalid Amount. ${words}`);
  expect(sentTo(sent, SEND)).toEqual([]);
  enter(TO, SIXTH);
  await waitFor(() => expect(screen.queryByText('The link asks for 2,000 sats.')).toBeNull());
  await screen.findByText('Checksum right');
  press('Send');
  await waitFor(() => expect(sentTo(sent, SEND)).toHaveLength(1));
  expect(sentTo(sent, SEND)[0]?.body).toMatchObject({ amount: '0.00005000' });
});
