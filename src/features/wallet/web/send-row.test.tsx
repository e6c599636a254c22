/** How a send is shown in the list. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SendNotice } from '#features/wallet/sending/contract.ts';
import { serve, show } from '#tests/web/support.tsx';
import { aSend } from '#tests/web/wallet.ts';
import { SendRow } from './send-row.tsx';

const showRow = (notice: SendNotice | null) => {
  serve({});
  show(
    <ul>
      <SendRow send={aSend({ notice })} onOpen={() => undefined} />
    </ul>,
  );
};

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
