/**
 * Decides which addresses supplied by others may be called: public names over TLS, and hosts on the
 * private network that the operator trusts by name. A name is checked before anything is dialed,
 * and the address it resolves to on the connection itself, which leaves no gap between check and
 * use (SSRF and DNS rebinding).
 */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

export type OutboundRules = {
  /**
   * Host names that may be called; `*.example.org` covers every name below example.org. If
   * undefined, every public name may be called.
   */
  hosts?: readonly string[];
  /**
   * Hosts on the operator's private network, `host` or `host:port`, that may be called despite
   * their private address, on any port and without TLS.
   */
  trusted?: readonly string[];
};

export type Target = {
  host: string;
  port: number;
  tls: boolean;
  /** On the operator's list: its address may be private. */
  trusted: boolean;
};

export class RefusedTarget extends Error {
  constructor(message = 'This address may not be called') {
    super(message);
  }
}

/** TLS ports that a service may use: the web's and Electrum's. */
const PORTS = [443, 50_002];

/** Names that, by their form alone, point inside a network. */
const INSIDE = /(^|\.)(local|localhost|internal|home|lan|arpa|onion|test|example|invalid)$/;

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

/** Checks a host, a port and the use of TLS, as typed by a family. @throws RefusedTarget */
export function targetOf(
  { host, port, tls }: Omit<Target, 'trusted'>,
  { hosts, trusted = [] }: OutboundRules,
): Target {
  const name = host.toLowerCase();
  if (trusted.includes(name) || trusted.includes(`${name}:${port}`)) {
    return { host: name, port, tls, trusted: true };
  }
  const listed = hosts?.some((one) =>
    one.startsWith('*.') ? name.endsWith(one.slice(1)) : name === one,
  );
  // A public service has a name with a dot; a bare number is a private machine or a trick.
  const isName =
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) && isIP(name) === 0 && !/\.\d+$/.test(name);
  const usual = tls && (hosts === undefined ? PORTS.includes(port) : port === 443);
  const mayBeCalled = hosts === undefined ? isName && !INSIDE.test(name) : listed;
  if (!usual || !mayBeCalled) throw new RefusedTarget();
  return { host: name, port, tls, trusted: false };
}

const SCHEMES: Readonly<Record<string, { tls: boolean; port: number }>> = {
  'https:': { tls: true, port: 443 },
  'http:': { tls: false, port: 80 },
  'wss:': { tls: true, port: 443 },
  'ws:': { tls: false, port: 80 },
};

/** The same for a URL. @throws RefusedTarget */
export function targetOfUrl(text: string, rules: OutboundRules): { url: URL; target: Target } {
  if (!URL.canParse(text)) throw new RefusedTarget();
  const url = new URL(text);
  const scheme = SCHEMES[url.protocol];
  if (!scheme || url.username !== '' || url.password !== '') throw new RefusedTarget();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? scheme.port : Number(url.port);
  return { url, target: targetOf({ host, port, tls: scheme.tls }, rules) };
}

/**
 * The rules for an address that a server returns. An untrusted server may only point to public
 * hosts; trusted ones are reserved for people who were given them, and for servers that are trusted
 * too.
 * @param asked the URL whose reply contains the returned address
 */
export function rulesFrom(asked: URL, named: string, rules: OutboundRules): OutboundRules {
  const isOwn = URL.canParse(named) && new URL(named).origin === asked.origin;
  return isOwn || targetOfUrl(asked.href, rules).target.trusted ? rules : { ...rules, trusted: [] };
}

/** The address if it may be called; otherwise undefined. */
export function allowedUrl(text: string, rules: OutboundRules): URL | undefined {
  try {
    return targetOfUrl(text, rules).url;
  } catch {
    return undefined;
  }
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * How a connection resolves its name: unchecked for trusted hosts, otherwise public addresses only.
 */
export const lookupFor = ({ trusted }: Target) => (trusted ? undefined : publicOnly);

/** Resolves the name for the connection itself: the address checked is the one connected to. */
function publicOnly(name: string, options: { all?: boolean | undefined }, done: Found): void {
  dnsLookup(name, { all: true }, (error, found) => {
    if (error) return done(error, '');
    const [first] = found;
    if (!first || !areAllPublic(found))
      return done(new RefusedTarget('This name leads to an address that may not be called'), '');
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
}

/** A single private address is enough to refuse: the name cannot be trusted. */
export const areAllPublic = (found: readonly Pick<LookupAddress, 'address'>[]): boolean =>
  found.every(({ address }) => isPublicAddress(address));
