/**
 * Addresses that people paste to receive money: a Lightning address (LUD-16) or an LNURL (LUD-01).
 * Both lead to the URL of a pay request.
 */
import { bech32 } from '@scure/base';
import { mayBeInsecure, type Reach, readEndpoint } from './endpoint.ts';
import { LightningError } from './error.ts';
import { utf8Bytes, utf8Text } from './text.ts';

/** A URL of 2,000 characters takes 3,212 in bech32. */
const MAX_CHARS = 3300;
/** The characters that LUD-16 allows; lengths as in e-mail addresses. */
const LIGHTNING_ADDRESS = /^([a-z0-9._-]{1,64})@(([a-z0-9.-]{1,253})(?::[0-9]{1,5})?)$/;
/** A name with a dot, or this machine, for those who run their own book on it. */
const DOMAIN = /^(localhost|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)$/;

/** A server on this machine, which rarely has a certificate. */
const LOOPBACK = /^(localhost|127\.0\.0\.1)(:|$)/;

const fail = (message: string): never => {
  throw new LightningError('BAD_LNURL', message);
};

/**
 * The URL that answers with the pay request. Accepts `name@domain` in any case, and `LNURL1…`, both
 * with or without `lightning:`.
 * @throws LightningError BAD_LNURL
 */
export function payRequestUrl(input: string, reach: Reach = {}): URL {
  if (input.length > MAX_CHARS) fail(`An LNURL has at most ${MAX_CHARS} characters`);
  const text = input.trim().replace(/^lightning:/i, '');
  return text.includes('@') ? lightningAddressUrl(text, reach) : lnurlUrl(text, reach);
}

/** `LNURL1…`: upper case makes a smaller QR code (LUD-01). */
export const lnurlOf = (url: string): string =>
  bech32.encode('lnurl', bech32.toWords(utf8Bytes(url)), false).toUpperCase();

/** `Mia@Example.org` → `https://example.org/.well-known/lnurlp/mia` */
function lightningAddressUrl(address: string, reach: Reach): URL {
  const [, name, domain, host] = LIGHTNING_ADDRESS.exec(address.toLowerCase()) ?? [];
  if (name === undefined || domain === undefined || !DOMAIN.test(host ?? ''))
    return fail(
      'A Lightning address looks like name@example.org: small letters, digits, - _ and .',
    );
  const url = (scheme: string) => `${scheme}//${domain}/.well-known/lnurlp/${name}`;
  const what = 'The Lightning address';
  // A name made of dots alone would change the path.
  if (/^\.+$/.test(name)) fail('A Lightning address needs a letter or digit before the @');
  const isHere = LOOPBACK.test(domain) && mayBeInsecure(new URL(`http://${domain}`), reach);
  return readEndpoint(url(isHere ? 'http:' : 'https:'), 'https:', what, 'BAD_LNURL', reach);
}

/** @throws LightningError BAD_LNURL */
function lnurlUrl(text: string, reach: Reach): URL {
  const decoded = decodeBech32(text === text.toUpperCase() ? text.toLowerCase() : text);
  if (decoded.prefix !== 'lnurl') fail('An LNURL begins with LNURL1');
  const address = utf8Text(decoded.bytes) ?? fail('The LNURL contains no text');
  const url = readEndpoint(address, 'https:', 'The web address in the LNURL', 'BAD_LNURL', reach);
  const tag = url.searchParams.get('tag');
  if (tag !== null && tag !== 'payRequest')
    fail(tag === 'login' ? 'This LNURL is for signing in' : 'This LNURL is not for paying');
  return url;
}

function decodeBech32(text: string) {
  try {
    const { prefix, words } = bech32.decode(text as `${string}1${string}`, false);
    return { prefix, bytes: bech32.fromWords(words) };
  } catch {
    return fail(
      'This is neither a Lightning address nor an LNURL, or some of its characters are wrong',
    );
  }
}
