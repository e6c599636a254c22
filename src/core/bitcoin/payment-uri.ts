/** Payment URIs (BIP321, formerly BIP21): `bitcoin:<address>?amount=0.0015&label=Allowance`. */
import { parseBtc, type Sats } from '../money.ts';
import { type Address, readAddress } from './address.ts';
import { BitcoinInputError } from './input-error.ts';

export type PaymentUri = {
  address: Address;
  amountSats: Sats | undefined;
  label: string | undefined;
  message: string | undefined;
};

/** An address, and an amount in BTC. */
export const paymentUri = (address: string, btc: string): string =>
  `bitcoin:${address}?amount=${btc}`;

/** People may write a comma (money.ts); a protocol may not. */
const PLAIN_DECIMAL = /^\d+(\.\d+)?$/;
const ONCE = ['amount', 'label', 'message'];

/** Throws BAD_PAYMENT_URI, or the error of the address. */
export function readPaymentUri(text: string): PaymentUri {
  const [, address = '', query = ''] = /^bitcoin:([^?#]*)(?:\?([^#]*))?$/i.exec(text) ?? [];
  if (address === '') throw bad('Expected bitcoin: and an address');
  const fields = readQuery(query);
  const amount = fields.get('amount');
  const amountSats = amount && PLAIN_DECIMAL.test(amount) ? parseBtc(amount) : undefined;
  if (amount !== undefined && amountSats === undefined)
    throw bad('Expected an amount in bitcoin with at most 8 decimals, such as 0.0015');
  return {
    address: readAddress(address),
    amountSats,
    label: fields.get('label'),
    message: fields.get('message'),
  };
}

function readQuery(query: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = part.split('=');
    const key = decode(name).toLowerCase();
    if (key.startsWith('req-')) throw bad('It requires something that is not supported here');
    if (ONCE.includes(key) && fields.has(key)) throw bad(`Expected ${key} at most once`);
    fields.set(key, decode(value.join('=')));
  }
  return fields;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad('A % in it is not followed by two hexadecimal digits');
  }
}

const bad = (reason: string) =>
  new BitcoinInputError('BAD_PAYMENT_URI', `This payment link cannot be read: ${reason}.`);
