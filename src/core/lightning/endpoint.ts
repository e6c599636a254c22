/**
 * Addresses on the internet that strangers name: LNURL servers and Nostr relays. This is the shape
 * only; whether a name leads to a machine in the own network is asked when it is dialled.
 */
import { LightningError, type LightningErrorCode } from './error.ts';

/** Tests and a program on the same machine may talk without encryption, when they say so. */
export type Reach = { readonly allowLoopback?: boolean };

const MAX_CHARS = 2000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const INSECURE = { 'https:': 'http:', 'wss:': 'ws:' } as const;

/**
 * `what` begins the messages: "The callback".
 * @throws LightningError unless it is `https:` or `wss:`, as asked, without a user name and fragment.
 */
export function readEndpoint(
  text: string,
  scheme: keyof typeof INSECURE,
  what: string,
  code: LightningErrorCode,
  { allowLoopback = false }: Reach,
): URL {
  const fail = (why: string): never => {
    throw new LightningError(code, `${what} ${why}`);
  };
  if (text.length > MAX_CHARS) fail(`has more than ${MAX_CHARS} characters`);
  // URL drops line breaks and tabs without a word, so look at the text itself.
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return fail('is not a web address');
  const url = new URL(text);
  const isInsecure =
    allowLoopback && url.protocol === INSECURE[scheme] && LOOPBACK.has(url.hostname);
  if (url.protocol !== scheme && !isInsecure) fail(`does not begin with ${scheme}//`);
  if (url.hostname.endsWith('.onion'))
    fail('is an onion address, which cannot be reached from here');
  if (url.username !== '' || url.password !== '') fail('has a user name in it');
  if (url.hash !== '') fail('has a # in it');
  return url;
}

/** The same host, or one below it: `pay.example.org` belongs to `example.org`. */
export const belongsTo = (hostname: string, owner: string): boolean =>
  hostname === owner || hostname.endsWith(`.${owner}`);
