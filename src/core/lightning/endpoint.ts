/**
 * URLs that strangers provide: LNURL servers and Nostr relays. This checks the form only; whether a
 * host name leads into a private network is checked when it is dialled.
 */
import { LightningError, type LightningErrorCode } from './error.ts';

/** Allows unencrypted connections to the same machine, for tests and local programs. */
export type Reach = { readonly allowLoopback?: boolean };

const MAX_CHARS = 2000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const INSECURE = { 'https:': 'http:', 'wss:': 'ws:' } as const;

/**
 * `what` starts the messages: "The callback".
 * @throws LightningError unless it is a URL of this scheme without user name and fragment
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
  // URL silently drops line breaks and tabs, so check the text itself.
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return fail('is not a web address');
  const url = new URL(text);
  const isInsecure =
    allowLoopback && url.protocol === INSECURE[scheme] && LOOPBACK.has(url.hostname);
  if (url.protocol !== scheme && !isInsecure) fail(`does not begin with ${scheme}//`);
  if (url.hostname.endsWith('.onion'))
    fail('is an onion address, which cannot be reached from here');
  if (url.username !== '' || url.password !== '') fail('contains a user name');
  if (url.hash !== '') fail('contains a #');
  return url;
}
