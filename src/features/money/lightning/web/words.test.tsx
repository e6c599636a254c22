/** Each state of a payment and of an invoice has its sentence. */

import { expect, test } from 'vitest';
import { FAILURES } from '#features/book/payments/contract.ts';
import {
  PAYMENT_STATES,
  type PaymentRecord,
  PROOFS,
} from '#features/money/lightning/paying/contract.ts';
import { type ChildInvoice, INVOICE_STATES } from '#features/money/lightning/receiving/contract.ts';
import { invoiceWords, paymentWords } from '#tests/support/payment-words.ts';
import { invoiceText, stateText } from './words.ts';

test.each(PAYMENT_STATES)('a payment that is %s (T28)', (state) => {
  for (const failure of [null, ...FAILURES])
    for (const proof of PROOFS) {
      const payment = { state, failure, proof, provider: 'CoinOS', decidedBy: 'Anna' };
      expect(stateText(payment as PaymentRecord)).toBe(paymentWords(payment));
    }
});

test.each(INVOICE_STATES)(
  'an invoice that is %s, before and after it has expired (T28)',
  (state) => {
    const expiresAt = '2026-11-22T12:00:00Z';
    const invoice = { state, amount: 2_100, expiresAt } as ChildInvoice;
    const end = Date.parse(expiresAt);
    expect(invoiceText(invoice, end - 1)).toBe(invoiceWords(state, false));
    expect(invoiceText(invoice, end)).toBe(invoiceWords(state, true));
  },
);
