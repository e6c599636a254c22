/** Pasted texts that are no invoice. */
import { expect, test } from 'vitest';
import { givesInvoices, type PastedKind, pastedKind } from './pasted.ts';

test.each<[string, PastedKind | undefined]>([
  ['grandma@example.org', 'address'],
  [' ₿grandma@example.org ', 'address'],
  ['lightning:grandma@example.org', 'address'],
  ['LNURL1DP68GURN8GHJ7', 'lnurl'],
  ['lightning:lnurl1dp68gurn8ghj7', 'lnurl'],
  ['lnurlp://example.org/pay', 'lnurl'],
  ['https://example.org/?lightning=LNURL1DP68GURN8GHJ7', 'lnurl'],
  ['lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7', 'offer'],
  ['bitcoin:?lno=lno1pqps7sjqpgty', 'offer'],
  ['bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.001', 'bitcoin'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bitcoin'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bitcoin'],
  ['lnbc20m1pvjluezpp5qqqsyq', undefined],
  ['lightning:lntb20m1pvjluezpp5', undefined],
  ['hello', undefined],
  ['', undefined],
])('%j is told as %s (LN-22)', (text, kind) => {
  expect(pastedKind(text)).toBe(kind);
});

test.each([
  ['grandma@example.org', true],
  [' LNURL1DP68GURN8GHJ7', true],
  ['lightning:lnurl1dp68gurn8ghj7', true],
  ['lnurlw://example.org/take', false],
  ['https://example.org/?lightning=LNURL1DP68GURN8GHJ7', false],
  ['lntb20m1pvjluezpp5', false],
  ['', false],
])('an invoice of any amount can be asked for at %j: %s', (text, can) => {
  expect(givesInvoices(text)).toBe(can);
});
