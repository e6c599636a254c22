/** Every adapter's checks of an invoice made by a wallet. */
import { expect, test } from 'vitest';
import { CREATED_AT, numberField, ORDINARY, writeInvoice } from '#tests/support/invoice.ts';
import { checkInvoice } from './answers.ts';
import { decodeInvoice } from './bolt11.ts';

const YEAR = 365 * 86_400;
const wanted = { amountSats: 2_100n, about: { text: 'Thank you' }, expirySeconds: 600 };
const at = { network: 'regtest', nowSeconds: CREATED_AT } as const;
const lasting = (seconds: number) =>
  decodeInvoice(
    writeInvoice({
      timestamp: CREATED_AT,
      fields: [...Object.values(ORDINARY), numberField('x', seconds)],
    }),
  );

test('an invoice that a receiving wallet made lasts a year at most (HOUSE-16)', () => {
  for (const seconds of [YEAR + 1, 10 * YEAR, 2 ** 31])
    expect(() => checkInvoice(lasting(seconds), wanted, at), String(seconds)).toThrow(
      expect.objectContaining({ code: 'BAD_ANSWER', message: expect.stringContaining('a year') }),
    );
  for (const seconds of [600, YEAR])
    expect(checkInvoice(lasting(seconds), wanted, at).expiresAt).toBe(CREATED_AT + seconds);
});
