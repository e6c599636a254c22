/**
 * Serves a text made at start like a file: with an ETag, and compressed once for each encoding, on
 * its first request.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Revalidated each time; a client that has it gets 304. */
export function textFile(text: string, type: string): Handler {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const made = new Map<string, Promise<Uint8Array>>();
  return async ({ headers }, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (headers['if-none-match']?.replaceAll('W/', '').includes(etag))
      return reply.code(304).send();
    const encoding = chooseEncoding(headers['accept-encoding']);
    if (!encoding) return reply.type(type).send(text);
    const bytes = made.get(encoding) ?? COMPRESSORS[encoding](text);
    made.set(encoding, bytes);
    return reply
      .type(type)
      .header('content-encoding', encoding)
      .send(await bytes);
  };
}

/** The smaller encoding that the client accepts. */
function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const taken = String(accepted ?? '')
    .split(',')
    .map((one) => one.replaceAll(' ', ''))
    .filter((one) => !/;q=0(\.0+)?$/.test(one))
    .map((one) => one.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}
