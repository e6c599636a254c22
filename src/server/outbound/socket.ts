/** Long-lived connections to addresses supplied by others, under the same rules as requests. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { WebSocket } from 'ws';
import { withTimeout } from '../with-timeout.ts';
import { lookupFor, type OutboundRules, type Target, targetOf, targetOfUrl } from './reach.ts';
import { MAX_BODY_BYTES } from './request.ts';

const CONNECT_MS = 5_000;

/**
 * Opens a TCP or TLS connection.
 * @throws RefusedTarget before anything is dialed; Error if there is no connection within 5 s
 */
export async function openSocket(
  wanted: Omit<Target, 'trusted'>,
  rules: OutboundRules,
): Promise<Socket> {
  const target = targetOf(wanted, rules);
  const { host, port, tls } = target;
  const lookup = lookupFor(target);
  const options = { host, port, ...(lookup && { lookup }) };
  const socket = tls ? connectTls({ ...options, servername: host }) : connect(options);
  // For the connection's whole life: an error without a listener would end the process. Users of
  // the connection listen for `close`.
  socket.on('error', () => socket.destroy());
  if (await withTimeout(CONNECT_MS, once(socket, tls ? 'secureConnect' : 'connect'))) return socket;
  socket.destroy();
  throw new Error('No connection within 5 s');
}

/**
 * Opens a WebSocket: no redirects, no compression, frames of at most 256 KiB.
 * @throws RefusedTarget before anything is dialed; Error if there is no connection within 5 s
 */
export async function openWebSocket(text: string, rules: OutboundRules): Promise<WebSocket> {
  const { url, target } = targetOfUrl(text, rules);
  const lookup = lookupFor(target);
  const socket = new WebSocket(url, {
    followRedirects: false,
    maxPayload: MAX_BODY_BYTES,
    handshakeTimeout: CONNECT_MS,
    perMessageDeflate: false,
    ...(lookup && { lookup }),
  });
  return new Promise((resolve, reject) => {
    // As above, for the connection's whole life.
    socket.on('error', (error) => {
      socket.terminate();
      reject(error);
    });
    socket.once('open', () => resolve(socket));
  });
}
