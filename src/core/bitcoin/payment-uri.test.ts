/** Payment URIs: rules of BIP321. */
import { expect, test } from 'vitest';
import fixtures from '#tests/fixtures/bitcoin/addresses.json' with { type: 'json' };
import { readPublicWallet } from './keys.ts';
import { readPaymentUri } from './payment-uri.ts';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test('BIP321: a link that promises what it does not hold is refused', () => {
  for (const [text, message] of [
    ['bitcoin:', 'Expected bitcoin: and an address'],
    ['bitcoin:?lightning=lnbc1', 'Expected bitcoin: and an address'],
    [ADDRESS, 'Expected bitcoin: and an address'],
    [`bitcoin:${ADDRESS}?req-somethingyoudontunderstand=50`, 'not supported'],
    [`bitcoin:${ADDRESS}?REQ-pop=x`, 'not supported'],
    [`bitcoin:${ADDRESS}?amount=1&amount=1`, 'amount at most once'],
    [`bitcoin:${ADDRESS}?label=a&LABEL=b`, 'label at most once'],
    [`bitcoin:${ADDRESS}?amount=50,000.00`, 'at most 8 decimals'],
    [`bitcoin:${ADDRESS}?amount=0.000000001`, 'at most 8 decimals'],
    [`bitcoin:${ADDRESS}?amount=-1`, 'at most 8 decimals'],
    [`bitcoin:${ADDRESS}?amount=21000001`, 'at most 8 decimals'],
    [`bitcoin:${ADDRESS}?amount=`, 'at most 8 decimals'],
    [`bitcoin:${ADDRESS}?label=%E0%A4%A`, 'two hexadecimal digits'],
    [`bitcoin:${ADDRESS.replace('w508', 'w580')}`, 'checksum does not match'],
  ] as const)
    expect(() => readPaymentUri(text), text).toThrow(message);
});

test('BIP321: address, amount, label and message are read; capitals and unknown fields are fine', () => {
  expect(
    readPaymentUri(
      `BITCOIN:${ADDRESS.toUpperCase()}?AMOUNT=20.3&label=L%C3%BCke-Jr&x=1&message=a%26b=c`,
    ),
  ).toMatchObject({
    address: { address: ADDRESS, type: 'p2wpkh' },
    amountSats: 2_030_000_000n,
    label: 'Lüke-Jr',
    message: 'a&b=c',
  });
  for (const { uri, expect: expected } of fixtures.bip21)
    expect(readPaymentUri(uri)).toMatchObject({
      amountSats: BigInt(expected.amountSats),
      label: expected.label,
    });
  expect(readPaymentUri(`bitcoin:${ADDRESS}`)).toMatchObject({ amountSats: undefined });
  expect(readPublicWallet(` bitcoin:${ADDRESS}?label=My%20wallet\n`)).toMatchObject({
    kind: 'address',
    address: { address: ADDRESS },
  });
});
