/** A send refused by the form or the server, in the specified form. */
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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
import { MIA, SIXTH, VPUB } from '#tests/web/wallet.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { SendForm } from './send-form.tsx';

const SEND = 'POST /api/bitcoin/send';

beforeEach(() => {
  clearToasts();
  stubWorkers();
});

const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function send(to: string, replies: Record<string, Reply>) {
  const sent = serve(replies);
  const fail = () => expect.unreachable('nothing was sent');
  show(<SendForm childId={MIA} network="testnet" availableSats={142_300n} onSent={fail} />);
  enter('Amount', '5000');
  enter('To this Bitcoin address', to);
  // Read by the worker, right or wrong.
  await screen.findAllByText(/Checksum right|does not match|Native SegWit/);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  return sent;
}

const TOO_LITTLE = 'Not enough Bitcoin in savings account';
test.each<[string, Reply, string]>([
  [
    'what the server refuses is a failed transaction, in its words',
    refusal(409, 'Open requests hold this money'),
    'Transaction Failed. Open requests hold this money',
  ],
  [
    'what the server finds wrong in the address',
    refusal(400, 'A character is mistyped', 'toAddress'),
    'Invalid Address. A character is mistyped',
  ],
  [
    'what was spent meanwhile',
    [409, { message: TOO_LITTLE, code: 'CONFLICT', reason: 'SEND_ABOVE_SAVINGS' }],
    `Insufficient Funds. ${TOO_LITTLE}`,
  ],
  [
    'a server that fails has refused nothing',
    [500, { message: 'Something went wrong', code: 'INTERNAL' }],
    'Error. Failed to send Bitcoin transaction',
  ],
])('%s (WALL-27 WALL-28 WALL-32 WALL-33)', async (_, reply, words) => {
  await send(SIXTH, { [SEND]: reply });
  await toasted(words);
});

test('all of the savings can be sent, once the address has been read', async () => {
  const sent = serve({ [SEND]: refusal(409, 'Open requests hold this money') });
  show(
    <SendForm childId={MIA} network="testnet" availableSats={5_000n} onSent={() => undefined} />,
  );
  enter('Amount', '5000');
  enter('To this Bitcoin address', SIXTH);
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  press();
  expect(sentTo(sent, SEND), 'while it is read').toEqual([]);
  await screen.findAllByText(/Native SegWit/);
  await noneSent(sent, SEND);
  press();
  await toasted('Transaction Failed. Open requests hold this money');
  expect(sentTo(sent, SEND)[0]?.body).toMatchObject({ amount: '0.00005000' });
});

const MISTYPED = `${SIXTH.slice(0, -1)}${SIXTH.endsWith('q') ? 'p' : 'q'}`;
test.each([
  ['a key', VPUB, 'Please enter a valid Bitcoin address'],
  ['a mistyped address', MISTYPED, 'A character is mistyped or missing'],
])('%s is an invalid address, and nothing is sent (WALL-27)', async (_, to, words) => {
  const sent = await send(to, {});
  await toasted(`Invalid Address. ${words}`);
  expect(sentTo(sent, SEND)).toEqual([]);
});
