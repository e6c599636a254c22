/** Chain sources by their address: `https://…/api` (Esplora), `ssl://host:50002` (Electrum). */
import type { OutboundRules } from '../../outbound/reach.ts';
import { targetOf, targetOfUrl } from '../../outbound/reach.ts';

export type ChainServer =
  | { protocol: 'esplora'; url: string }
  | { protocol: 'electrum'; host: string; port: number; tls: boolean };

/** The default ports of Electrum servers. */
const ELECTRUM_PORTS: Readonly<Record<string, number>> = { 'ssl:': 50_002, 'tcp:': 50_001 };

/** Undefined unless it is the address of a chain source. */
export function readChainServer(text: string): ChainServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(text);
  if (hostname === '' || username !== '' || password !== '') return undefined;
  if (protocol === 'https:' || protocol === 'http:') return { protocol: 'esplora', url: text };
  const usual = ELECTRUM_PORTS[protocol];
  if (usual === undefined) return undefined;
  const tls = protocol === 'ssl:';
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return { protocol: 'electrum', host, port: port === '' ? usual : Number(port), tls };
}

/** For display: the host, plus the port if it isn't the default. Never a path or a query. */
export function hostOf(server: ChainServer): string {
  if (server.protocol === 'esplora') return new URL(server.url).host;
  const { host, port, tls } = server;
  return port === ELECTRUM_PORTS[tls ? 'ssl:' : 'tcp:'] ? host : `${host}:${port}`;
}

/** `host:port`, the form used in the operator's list of trusted hosts. */
export function trustedNameOf(server: ChainServer): string {
  if (server.protocol === 'electrum') return `${server.host}:${server.port}`;
  const { hostname, port, protocol } = new URL(server.url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** @throws RefusedTarget unless the rules allow it */
export function requireReach(server: ChainServer, rules: OutboundRules): void {
  if (server.protocol === 'esplora') targetOfUrl(server.url, rules);
  else targetOf(server, rules);
}
