/**
 * URLs that strangers provide: LNURL servers and Nostr relays. This checks the form only; whether a
 * host name leads into a private network is checked when it is dialed.
 */
import { LightningError, type LightningErrorCode } from './error.ts';

export type Reach = {
  /**
   * Hosts that may be reached without encryption, `host` or `host:port`: those the operator trusts.
   * `any` if the caller doesn't decide which hosts are dialed.
   */
  readonly insecure?: 'any' | readonly string[];
};

const MAX_CHARS = 2000;
const INSECURE = { 'https:': 'http:', 'wss:': 'ws:' } as const;
const INSECURE_PORT = '80';

/**
 * `what` starts the messages: "The callback".
 * @throws LightningError unless it is a URL of this scheme without user name and fragment
 */
export function readEndpoint(
  text: string,
  scheme: keyof typeof INSECURE,
  what: string,
  code: LightningErrorCode,
  reach: Reach,
): URL {
  const fail = (why: string): never => {
    throw new LightningError(code, `${what} ${why}`);
  };
  if (text.length > MAX_CHARS) fail(`has more than ${MAX_CHARS} characters`);
  // URL silently drops line breaks and tabs, so check the text itself.
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return fail('is not a web address');
  const url = new URL(text);
  const isInsecure = url.protocol === INSECURE[scheme] && mayBeInsecure(url, reach);
  if (url.protocol !== scheme && !isInsecure) fail(`does not begin with ${scheme}//`);
  if (url.hostname.endsWith('.onion'))
    fail('is an onion address, which cannot be reached from here');
  if (url.username !== '' || url.password !== '') fail('contains a user name');
  if (url.hash !== '') fail('contains a #');
  return url;
}

/** True if the host of this `http:` or `ws:` URL may be reached without encryption. */
export function mayBeInsecure(
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  { insecure = [] }: Reach,
): boolean {
  if (insecure === 'any') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  return insecure.includes(host) || insecure.includes(`${host}:${port || INSECURE_PORT}`);
}
