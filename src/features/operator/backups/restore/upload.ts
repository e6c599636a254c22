/** Receives a restore's files in pieces and writes them to disk: never whole in memory. */
import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isDiskFull } from '#server/db/away.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { UPLOADS, type Upload, uploadIn } from '#server/restoring.ts';
import { CODE_HEADER, PIECE_BYTES, UPLOAD_PATH } from './contract.ts';
import { requireRestoring } from './server.ts';

/** The list of erasures contains only ids. */
const MOST: Readonly<Record<Upload, number>> = { backup: 2 ** 40, erasures: 16 * 1024 * 1024 };

/** PUT …/upload/{what}?at=OFFSET: each piece starts at the end of the last; 0 starts over. */
export function mountRestoreUpload(app: FastifyInstance, services: Mounted, limit: Limiter): void {
  void app.register((scope, _, done) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: PIECE_BYTES },
      (_, body, done) => done(null, body),
    );
    scope.route({
      method: 'PUT',
      url: `${UPLOAD_PATH}/:what`,
      bodyLimit: PIECE_BYTES,
      // Before the body is read: without the code, nobody can send us four megabytes.
      onRequest: async (request, reply) => {
        const code = String(request.headers[CODE_HEADER] ?? '');
        const context = { request, reply, now: services.clock() };
        await requireRestoring(services, limit, code, context);
      },
      handler: async (request) => {
        const { what, at } = pieceOf(request);
        const folder = services.restoring?.folder ?? '';
        await keep(uploadIn(folder, what), at, request.body as Buffer).catch(roomless);
        return { success: true };
      },
    });
    done();
  });
}

function pieceOf({ params, query }: FastifyRequest): { what: Upload; at: number } {
  const named = (params as { what: string }).what;
  const what = UPLOADS.find((one) => one === named);
  const at = Number((query as { at?: string }).at);
  if (!what || !Number.isSafeInteger(at) || at < 0 || at + PIECE_BYTES > MOST[what])
    throw new Refusal('VALIDATION_ERROR', because('RESTORE_DAMAGED'));
  return { what, at };
}

/** @throws Refusal for a piece that doesn't follow the previous one */
async function keep(file: string, at: number, piece: Buffer): Promise<void> {
  const handle = await open(file, at === 0 ? 'w' : 'r+', 0o600).catch(gap);
  try {
    const { size } = await handle.stat();
    if (size < at) throw new Refusal('CONFLICT', because('RESTORE_DAMAGED'));
    // A piece sent again, because its reply was lost, overwrites itself.
    await handle.write(piece, 0, piece.length, at);
  } finally {
    await handle.close();
  }
}

function gap(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new Refusal('CONFLICT', because('RESTORE_DAMAGED'));
  throw error;
}

function roomless(error: Error): never {
  if (isDiskFull(error)) throw new Refusal('CONFLICT', because('RESTORE_TOO_LARGE'));
  throw error;
}
