/** Edges of an invoice's fields: features, expiry and amount, each with its neighbor. */
import { expect, test } from 'vitest';
import {
  type Draft,
  type Field,
  featureField,
  numberField,
  ORDINARY,
  writeInvoice,
} from '#tests/support/invoice.ts';
import { decodeInvoice } from './bolt11.ts';
import { LightningError } from './error.ts';

/** The refusal's code; undefined if it is readable. */
function codeOf(draft: Draft): string | undefined {
  try {
    decodeInvoice(writeInvoice(draft));
    return undefined;
  } catch (error) {
    if (!(error instanceof LightningError)) throw error;
    return error.code;
  }
}

const withField = (field: Field): Draft => ({
  fields: Object.values({ ...ORDINARY, [field[0]]: field }),
});

test('a required feature is refused unless BOLT 9 has it for invoices; an offered one never (T23)', () => {
  const known = [0, 8, 12, 14, 16, 24, 36, 44, 48];
  const withBit = (bit: number) => codeOf(withField(featureField(8, 14, bit)));
  for (let bit = 0; bit <= 100; bit += 2) {
    const code = known.includes(bit) ? undefined : 'UNSUPPORTED_INVOICE';
    expect([bit, withBit(bit)]).toEqual([bit, code]);
    expect([bit + 1, withBit(bit + 1)]).toEqual([bit + 1, undefined]);
  }
});

test('parts need a payment secret, whether either is required or offered (T23)', () => {
  for (const parts of [16, 17]) {
    expect(codeOf(withField(featureField(8, parts)))).toBe('BAD_INVOICE');
    for (const secret of [14, 15])
      expect(codeOf(withField(featureField(8, secret, parts)))).toBeUndefined();
  }
});

test('an expiry of 2^35 seconds is read, and one more is refused (T23)', () => {
  expect(codeOf(withField(numberField('x', 2 ** 35 + 1)))).toBe('BAD_INVOICE');
  const longest = writeInvoice(withField(numberField('x', 2 ** 35)));
  expect(decodeInvoice(longest).expirySeconds).toBe(2 ** 35);
});

test('an amount of 19 digits and all bitcoin there will be are read, and nothing beyond (T23)', () => {
  for (const prefix of [`lnbc1${'0'.repeat(19)}p`, 'lnbc21000000000000001n'])
    expect([prefix, codeOf({ prefix })]).toEqual([prefix, 'BAD_INVOICE']);
  const amountOf = (prefix: string) => decodeInvoice(writeInvoice({ prefix })).amountMsat;
  expect(amountOf(`lnbc1${'0'.repeat(18)}p`)).toBe(10n ** 17n);
  expect(amountOf('lnbc21000000000000000n')).toBe(21n * 10n ** 17n);
});
