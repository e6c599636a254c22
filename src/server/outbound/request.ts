/** One HTTP request to an address supplied by others: no redirects, a short reply, a time limit. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { lookupFor, type OutboundRules, targetOfUrl } from './reach.ts';

export type Outgoing = {
  method: string;
  headers: Readonly<Record<string, string | number>>;
  body: Uint8Array | string | null;
  /** Limit for the whole reply; 10 s by default. */
  patienceMs?: number;
};

export type Incoming = { status: number; type: string; body: Buffer };

export const PATIENCE_MS = 10_000;
export const MAX_BODY_BYTES = 256 * 1024;

/** The reply has more bytes than are read. */
export class TooLong extends Error {
  constructor() {
    super('The reply is too long');
  }
}

/**
 * @throws RefusedTarget before anything is dialed; TooLong beyond 256 KiB
 * @throws Error without a whole reply in time; the request may have arrived
 */
export async function sendOut(
  text: string,
  { method, headers, body, patienceMs = PATIENCE_MS }: Outgoing,
  rules: OutboundRules,
): Promise<Incoming> {
  const { url, target } = targetOfUrl(text, rules);
  const send = target.tls ? httpsRequest : httpRequest;
  const lookup = lookupFor(target);
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs);
    const request = send(url, { method, headers, signal, agent: false, ...(lookup && { lookup }) });
    request.on('error', reject);
    request.on('response', (reply) => {
      const parts: Buffer[] = [];
      let length = 0;
      reply.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length > MAX_BODY_BYTES) request.destroy(new TooLong());
      });
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          type: reply.headers['content-type'] ?? '',
          body: Buffer.concat(parts),
        }),
      );
    });
    request.end(body);
  });
}
