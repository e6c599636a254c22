/**
 * Closes the server gracefully: calls in flight get a few seconds to finish; slower and new ones
 * are refused. Every caller gets an answer.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';

/** The whole shutdown has 15 seconds (app/stopping.ts). */
const FINISH_MS = 3_000;
/** How long the last replies may take to send. */
const SEND_MS = 500;

/**
 * A refused change may still be committed, as when the database is lost: repeating it with the same
 * Idempotency-Key returns the stored reply.
 */
export function drainOnClose(app: FastifyInstance, finishMs = FINISH_MS): void {
  const open = new Set<FastifyReply>();
  let isClosing = false;
  app.addHook('onRequest', (_, reply, done) => {
    if (isClosing) return done(stopping());
    open.add(reply);
    reply.raw.once('close', () => open.delete(reply));
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const reply of open) if (!reply.raw.headersSent) reply.header('connection', 'close');
    setTimeout(() => {
      for (const reply of open) if (!reply.sent && !reply.raw.headersSent) reply.send(stopping());
      setTimeout(() => app.server.closeAllConnections(), SEND_MS).unref();
    }, finishMs).unref();
    done();
  });
}

const stopping = () => new Refusal('TRY_AGAIN', because('STOPPING'));
