/** Confirming on the server that it is still the same person. Threats: SECURITY.md. */
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { codeHash, mayMail, newCode } from '#features/people/auth/links.ts';
import { languageAt } from '#features/people/auth/store.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import { transaction } from '#server/db/database.ts';
import type { Services, UserContext } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { stepUp } from './contract.ts';
import { stepUpMail } from './mails.ts';
import { STEP_UP_LIMITS as LIMITS } from './rules.ts';
import * as store from './store.ts';

export const stepUpHandlers = (services: Services, limit: Limiter): Handlers<typeof stepUp> => ({
  sendCode: (_, context) => sendCode(services, limit, context),

  confirm: async ({ code }, context) => {
    await confirm(services, limit, code, context);
    return { success: true };
  },
});

/** Sends a new code, which replaces the previous one. */
async function sendCode(services: Services, limit: Limiter, context: UserContext) {
  const { email, sessionId } = context.actor;
  if (!(await mayMail(services, limit, email, context)))
    throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
  const code = newCode();
  await transaction(services.db.app, 'BEGIN', async (tx) => {
    await store.keepCode(tx, sessionId, hashOf(services, context, code), context.now);
    const language = await languageAt(tx, email);
    await services.jobs.mail(mailTo({ email, language }, stepUpMail(code)), tx);
  });
  return { email, onConsole: services.checkMail === undefined };
}

/** Counts the attempt for the session and the person, before comparing the code. */
async function confirm(services: Services, limit: Limiter, code: string, context: UserContext) {
  const { actor, now } = context;
  const { db } = services;
  if (!(await limit('step-up', actor.userId, LIMITS.tries)))
    throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
  const kept = await store.takeTry(db.app, actor.sessionId, now);
  const isRight = kept && timingSafeEqual(kept, hashOf(services, context, code));
  // Only one of two simultaneous right attempts uses up the code.
  if (!isRight || !(await store.spendCode(db.app, actor.sessionId, kept, now)))
    throw new Refusal('VALIDATION_ERROR', because('INVALID_CODE'), 'code');
}

/** Includes the cookie's token, which the database lacks: a stolen row reveals no code. */
const hashOf = ({ cookies }: Services, { request }: UserContext, code: string): Uint8Array =>
  codeHash(cookies.read(request, 'session') ?? '', code);
