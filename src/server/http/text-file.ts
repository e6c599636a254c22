/**
 * Serves a text like a file: with an ETag, and compressed once for each encoding, on its first
 * request.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type TextFile = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Compress = (text: Uint8Array) => Promise<Uint8Array>;
type Compressors = Readonly<Record<'br' | 'gzip', Compress>>;

/** For files that every visitor loads: as small as possible. */
const SMALLEST: Compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** For files that few read or that change often: larger, but made in a fraction of the time. */
export const QUICK: Compressors = {
  br: (text) => promisify(brotliCompress)(text, QUICK_BROTLI),
  gzip: SMALLEST.gzip,
};

/** Revalidated each time; a client that has it gets 304. */
export function textFile(text: string, type: string, compressors = SMALLEST): TextFile {
  const plain = Buffer.from(text);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const made = new Map<string, Promise<Uint8Array>>();
  return async ({ headers }, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (headers['if-none-match']?.replaceAll('W/', '').includes(etag))
      return reply.code(304).send();
    const encoding = chooseEncoding(headers['accept-encoding']);
    if (!encoding) return reply.type(type).send(plain);
    const bytes = made.get(encoding) ?? compressors[encoding](plain);
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
