/** A send in the list, and opened. */
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SendNotice } from '#features/money/wallet/sending/contract.ts';
import { serve, show } from '#tests/web/support.tsx';
import { aSend } from '#tests/web/wallet.ts';
import { PaySend } from './pay-send.tsx';
import { SendRow } from './send-row.tsx';

const showRow = (notice: SendNotice | null) => {
  serve({});
  show(
    <ul>
      <SendRow send={aSend({ notice })} onOpen={() => undefined} />
    </ul>,
  );
};

test.each([
  ['waiting', ['Pay']],
  ['seen', ['Show']],
  ['confirmed', []],
  ['cancelled', []],
] as const)('a send that is %s can be opened while it is under way', (state, buttons) => {
  show(
    <ul>
      <SendRow send={aSend({ state })} onOpen={() => undefined} />
    </ul>,
  );
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

test.each(['unknown', 'not_asked'] as const)(
  'a named payment that is %s is neither paid nor refused: "Still checking"',
  (notice) => {
    showRow(notice);
    expect(screen.getByText('Still checking')).toBeTruthy();
    expect(screen.queryByText('Waiting for your payment')).toBeNull();
  },
);

test.each([null, 'pays_another', 'evicted'] as const)(
  'with the notice %s a send waits for a payment',
  (notice) => {
    showRow(notice);
    expect(screen.getByText('Waiting for your payment')).toBeTruthy();
    expect(screen.queryByText('Still checking')).toBeNull();
  },
);

test('a payment that was seen is not shown to be paid again', async () => {
  const send = aSend();
  const one = `GET /api/bitcoin/sends/${send.id}`;
  serve({ [one]: [200, send] });
  show(<PaySend send={send} onClose={() => undefined} />);
  await screen.findByRole('img', { name: 'QR code of this payment' });
  cleanup();
  serve({ [one]: [200, { ...send, state: 'seen' }] });
  show(<PaySend send={send} onClose={() => undefined} />);
  await screen.findByText('Seen, waits for a block');
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Back']);
});
