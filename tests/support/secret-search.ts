/**
 * Searches everything a browser sent, stored or showed for secrets, in plain and in every form in
 * which programs write bytes. Pure.
 */
import { bech32 } from '@scure/base';

/** A text or a key of at least eight bytes, because a shorter one would be found by chance. */
export type Secret = { name: string; bytes: Uint8Array };

const FEWEST_BYTES = 8;

export const secretText = (name: string, text: string): Secret => ({
  name,
  bytes: Buffer.from(text),
});

/** As descriptions: `the passphrase, as base64, in localStorage`. */
export function findSecrets(
  places: Readonly<Record<string, string | Uint8Array>>,
  secrets: readonly Secret[],
): string[] {
  const looked = Object.entries(places).map(([place, what]) => ({ place, all: Buffer.from(what) }));
  return secrets.flatMap(({ name, bytes }) => {
    if (bytes.length < FEWEST_BYTES) throw new Error(`${name} would be found by chance`);
    return formsOf(Buffer.from(bytes)).flatMap(({ form, needle }) =>
      looked
        .filter(({ all }) => all.includes(needle))
        .map(({ place }) => `${name}, as ${form}, in ${place}`),
    );
  });
}

/** Each form once. */
function formsOf(bytes: Buffer): { form: string; needle: Buffer }[] {
  const text = bytes.toString();
  const isText = Buffer.from(text).equals(bytes);
  const forms: [string, Buffer | string][] = [
    ['it is', bytes],
    ['a byte for each letter', bytes.toString('latin1')],
    ['hex', bytes.toString('hex')],
    ['capital hex', bytes.toString('hex').toUpperCase()],
    ['numbers', [...bytes].join(',')],
    ['bech32', bech32Digits(bytes)],
    ...inBase64(bytes).flatMap((digits): [string, string][] => [
      ['base64', digits],
      ['base64url', digits.replaceAll('+', '-').replaceAll('/', '_')],
    ]),
    ...(isText ? inText(text) : []),
  ];
  const needles = new Map<string, string>();
  for (const [form, what] of forms) {
    const hex = Buffer.from(what).toString('hex');
    if (!needles.has(hex)) needles.set(hex, form);
  }
  return [...needles].map(([hex, form]) => ({ form, needle: Buffer.from(hex, 'hex') }));
}

function inText(text: string): [string, Buffer | string][] {
  const utf16 = Buffer.from(text, 'utf16le');
  return [
    ['UTF-16', utf16],
    ['UTF-16, the high byte first', Buffer.from(utf16).swap16()],
    ['hex of UTF-16', utf16.toString('hex')],
    ...inBase64(utf16).map((digits): [string, string] => ['base64 of UTF-16', digits]),
    ['part of an address', encodeURIComponent(text)],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['HTML', text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  ];
}

/**
 * A digit is six bits, so the digits depend on how many bytes precede: three ways. Digits at the
 * edges also depend on other bytes and are omitted.
 */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const bits = (before + bytes.length) * 8;
    return digits.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  });

/** Without checksum, and without a last digit of fewer than five bits. */
function bech32Digits(bytes: Buffer): string {
  const whole = bech32.encode('x', bech32.toWords(bytes), false);
  return whole.slice(2, 2 + Math.floor((bytes.length * 8) / 5));
}
