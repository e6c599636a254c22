/** An S3-compatible server on loopback that checks signatures and can lie, fail and hang up. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signed } from '#server/adapters/place/s3.ts';
import type { BackupPlace } from '#server/backup-place.ts';

/** `lies` stores half, `forgets` nothing, `babbles` never ends a download. */
type Mood = 'honest' | 'lies' | 'forgets' | 'breaks off' | 'babbles';

export type PlaceServer = {
  place: BackupPlace;
  objects: Map<string, Buffer>;
  /** Every byte received: bodies, URLs, headers. */
  heard: () => Buffer;
  mood: Mood;
  close: () => Promise<unknown>;
};

export async function startPlaceServer(): Promise<PlaceServer> {
  const objects = new Map<string, Buffer>();
  const arrived: Buffer[] = [];
  const server = createServer((request, reply) => {
    void serve(request, reply).catch(() => reply.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const place = {
    ...{ origin: `http://127.0.0.1:${port}`, bucket: 'books', prefix: 'home/' },
    ...{ region: 'us-east-1', keyId: 'key', secret: 'the secret' },
  };
  const started: PlaceServer = {
    ...{ place, objects, mood: 'honest', heard: () => Buffer.concat(arrived) },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function serve(request: IncomingMessage, reply: ServerResponse) {
    const { method = '', url = '', headers } = request;
    arrived.push(Buffer.from(`${method} ${url} ${JSON.stringify(headers)}\n`));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    arrived.push(body);
    const { pathname, searchParams } = new URL(url, place.origin);
    const hash = createHash('sha256').update(body).digest('hex');
    const moment = String(headers['x-amz-date']);
    const now = new Date(moment.replace(/(....)(..)(..T..)(..)(..)Z/, '$1-$2-$3:$4:$5Z'));
    const query = Object.fromEntries(searchParams);
    const right = signed(place, { method, path: decodeURIComponent(pathname), query, hash, now });
    if (headers.authorization !== right.authorization)
      return fail(reply, 403, 'SignatureDoesNotMatch');
    const key = decodeURIComponent(pathname).slice(`/${place.bucket}/`.length);
    if (method === 'PUT') {
      if (started.mood === 'breaks off') return request.socket.destroy();
      if (started.mood !== 'forgets')
        objects.set(key, started.mood === 'lies' ? body.subarray(0, body.length / 2) : body);
      return reply.end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return reply.writeHead(204).end();
    }
    if (key === '') return reply.end(listed(searchParams));
    const found = objects.get(key);
    if (found && started.mood === 'babbles') return babble(found, reply);
    return found ? reply.end(found) : fail(reply, 404, 'NoSuchKey');
  }

  /** Two names a page, to make clients page. */
  function listed(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const names = all.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    const more =
      from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    return `<ListBucketResult>${names.join('')}${more}</ListBucketResult>`;
  }
  return started;
}

function babble(found: Buffer, reply: ServerResponse) {
  reply.write(found);
  const more = setInterval(() => reply.write('x'.repeat(64 * 1024)), 5);
  reply.on('close', () => clearInterval(more));
}

function fail(reply: ServerResponse, status: number, code: string) {
  return reply.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}
