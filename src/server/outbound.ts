/**
 * The only way to call addresses that others supply: https to known hosts, never a private
 * address, no redirects, a short reply within a time limit. The name is checked first, then the
 * address that it resolved to, on the connection itself (security: SSRF).
 */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type OutboundRules = {
  /** Host names that may be called; `*.example.org` stands for every name below example.org. */
  hosts: readonly string[];
  /** For tests with a server on this machine: plain http, any port and private addresses too. */
  local?: boolean;
};

export type Outgoing = {
  method: string;
  headers: Readonly<Record<string, string | number>>;
  body: Uint8Array | null;
};

const PATIENCE_MS = 10_000;
const LONGEST_ANSWER = 64 * 1024;

const refused = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  refused.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** True for a public address; false for unknown forms. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return isIPv6(address) && global6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** The address, if it may be called; undefined otherwise. */
export function allowedUrl(text: string, { hosts, local }: OutboundRules): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, hostname, port, username, password } = url;
  const usual = protocol === 'https:' && port === '';
  const named = hosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
  return named && username === '' && password === '' && (usual || local === true) ? url : undefined;
}

/**
 * Sends the request and returns the status of the reply.
 * @throws Error when it may not be sent, or there is no reply within 10 s.
 */
export async function sendOut(
  text: string,
  { method, headers, body }: Outgoing,
  rules: OutboundRules,
): Promise<number> {
  const url = allowedUrl(text, rules);
  if (!url) throw new Error('This address may not be called');
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const lookup = rules.local ? undefined : publicOnly;
    const request = send(url, { method, headers, signal, agent: false, ...(lookup && { lookup }) });
    request.on('error', reject);
    request.on('response', (answer) => {
      let length = 0;
      answer.on('data', (part: Buffer) => {
        length += part.length;
        if (length > LONGEST_ANSWER) request.destroy(new Error('The answer is too long'));
      });
      answer.on('error', reject);
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    request.end(body);
  });
}

type Looked = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves the name for the connection itself: the address checked is the one connected to. */
function publicOnly(name: string, options: { all?: boolean | undefined }, done: Looked): void {
  dnsLookup(name, { all: true }, (error, found) => {
    if (error) return done(error, '');
    const good = found.filter(({ address }) => isPublicAddress(address));
    const [first] = good;
    // A single private address is enough to refuse: the name cannot be trusted.
    if (!first || good.length < found.length)
      return done(new Error('This name leads to an address that may not be called'), '');
    return options.all ? done(null, good) : done(null, first.address, first.family);
  });
}
