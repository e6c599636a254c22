/**
 * The four calls that backups need from an S3-compatible server, signed with AWS Signature Version
 * 4 (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). Path style; one object
 * per request, up to 5 GB, S3's limit for a single upload.
 */
import { createHash, createHmac } from 'node:crypto';
import type { BackupPlace } from '../../backup-place.ts';

/** `refused`: the server answered with an error; `unreachable`: with nothing, or too late. */
export class PlaceError extends Error {
  readonly kind: 'refused' | 'unreachable';
  constructor(kind: PlaceError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export type Content = {
  /** SHA-256 in hex; the server checks it too. */
  sha256: string;
  bytes: number;
  read: () => AsyncIterable<Uint8Array>;
};

export type Place = {
  put(name: string, content: Content): Promise<void>;
  /** Streams an object. */
  get(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** Names below the prefix. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
};

const NO_BODY = createHash('sha256').update('').digest('hex');
/** For a request and its reply; a large file takes a while on a slow line. */
const PATIENCE_MS = 30 * 60_000;
const MOST_PAGES = 100;

type Call = {
  method: 'PUT' | 'GET' | 'DELETE';
  key: string;
  query?: Readonly<Record<string, string>>;
  content?: Content;
};

export function openPlace(at: BackupPlace, clock: () => Date, patienceMs = PATIENCE_MS): Place {
  const ask = (call: Call) => send(at, call, clock(), patienceMs);
  const keyOf = (name: string) => `${at.prefix}${name}`;
  return {
    put: async (name, content) => {
      await textOf(await ask({ method: 'PUT', key: keyOf(name), content }));
    },
    get: async (name) => {
      const { body } = await ask({ method: 'GET', key: keyOf(name) });
      return (body ?? []) as unknown as AsyncIterable<Uint8Array>;
    },
    list: async () => {
      const names: string[] = [];
      let token: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = { 'list-type': '2', prefix: at.prefix };
        const more = token === undefined ? {} : { 'continuation-token': token };
        const reply = await ask({ method: 'GET', key: '', query: { ...query, ...more } });
        const xml = await textOf(reply);
        names.push(...valuesOf(xml, 'Key').map((key) => key.slice(at.prefix.length)));
        token = valuesOf(xml, 'NextContinuationToken')[0];
        if (token === undefined) break;
      }
      return names;
    },
    remove: async (name) => {
      await textOf(await ask({ method: 'DELETE', key: keyOf(name) }));
    },
  };
}

/** Our names contain no characters that XML escapes. */
const valuesOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value = '']) => value);

/** A page of a list has a thousand names of at most a kilobyte. */
const MOST_TEXT = 2 * 1024 * 1024;

/** @throws PlaceError for a reply that never ends or breaks off */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > MOST_TEXT) throw new PlaceError('refused', 'The place answers without an end');
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof PlaceError) throw error;
    throw new PlaceError('unreachable', 'The place breaks off its answer', { cause: error });
  }
  return Buffer.concat(parts).toString('utf8');
}

/** @throws PlaceError */
async function send(at: BackupPlace, call: Call, now: Date, patienceMs: number): Promise<Response> {
  const { method, key, query = {}, content } = call;
  const path = `/${at.bucket}/${key}`;
  const headers = signed(at, { method, path, query, hash: content?.sha256 ?? NO_BODY, now });
  const parameters = canonicalQuery(query);
  const url = `${at.origin}${escaped(path, '/')}${parameters && `?${parameters}`}`;
  const reply = await fetch(url, {
    ...{ method, redirect: 'error', signal: AbortSignal.timeout(patienceMs) },
    headers: { ...headers, ...(content && { 'content-length': String(content.bytes) }) },
    ...(content && { body: ReadableStream.from(content.read()), duplex: 'half' }),
  } as RequestInit).catch((cause: Error) => {
    throw new PlaceError('unreachable', `The place does not answer: ${cause.message}`, { cause });
  });
  if (reply.ok) return reply;
  const [code = ''] = valuesOf(await textOf(reply).catch(() => ''), 'Code');
  throw new PlaceError('refused', `The place refuses ${method}: ${reply.status} ${code}`);
}

type ToSign = {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  hash: string;
  now: Date;
};

/** The headers of Signature Version 4, derived as in the document above. */
export function signed(
  { origin, region, keyId, secret }: BackupPlace,
  { method, path, query, hash, now }: ToSign,
): Record<string, string> {
  const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = moment.slice(0, 8);
  const { host } = new URL(origin);
  const signs = { host, 'x-amz-content-sha256': hash, 'x-amz-date': moment };
  const names = Object.keys(signs).join(';');
  const lines = Object.entries(signs).map(([name, value]) => `${name}:${value}\n`);
  const request = [
    ...[method, escaped(path, '/'), canonicalQuery(query), lines.join('')],
    ...[names, hash],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', moment, scope, digest].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Uint8Array>(
    hmac,
    Buffer.from(`AWS4${secret}`),
  );
  const signature = Buffer.from(hmac(key, text)).toString('hex');
  const { host: _, ...sent } = signs;
  const proof = `Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization: `AWS4-HMAC-SHA256 ${proof}` };
}

const hmac = (key: Uint8Array, text: string): Uint8Array =>
  createHmac('sha256', key).update(text).digest();

const canonicalQuery = (query: Readonly<Record<string, string>>) =>
  Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');

/** Escapes everything except RFC 3986's unreserved characters and those in `kept`. */
const escaped = (text: string, kept = '') =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((one) =>
      /[A-Za-z0-9._~-]/.test(one) || (kept !== '' && kept === one)
        ? one
        : `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
