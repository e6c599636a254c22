/** Mails with links and codes, with limits on mails per person and on code attempts. */

import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { acceptedLanguage } from '#core/language.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import { transaction } from '#server/db/database.ts';
import type { Tx } from '#server/db/sql.ts';
import { findActor, newToken, sha256 } from '#server/http/actor.ts';
import type { PublicContext, Services } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import { closedMail, signInMail } from './mails.ts';
import { SIGN_IN_LIMITS as LIMITS, networkOf } from './rules.ts';
import * as store from './store.ts';

/** The nonce that this browser got when it requested a link; ignores anything else. */
export function pendingNonce({ cookies }: Services, request: FastifyRequest): string | undefined {
  const held = cookies.read(request, 'pending');
  return held && /^[\w-]{43}$/.test(held) ? held : undefined;
}

/** Our pages send their own language; otherwise it is the browser's preference. */
export const pageLanguage = ({ headers }: FastifyRequest) =>
  acceptedLanguage(headers['accept-language']);

export const newCode = () => String(randomInt(100_000_000)).padStart(8, '0');

/** The code is worthless without its own request's cookie. */
export const codeHash = (nonce: string, code: string) => sha256(`${nonce} ${code}`);

/** Replies the same for every address, whether known or not, mailed or dropped by a limit. */
export async function sendLink(
  services: Services,
  limit: Limiter,
  openings: store.Openings,
  email: string,
  context: PublicContext,
): Promise<{ success: true; token: string }> {
  const { now, request, reply } = context;
  const nonce = pendingNonce(services, request) ?? newToken();
  services.cookies.setPending(reply, nonce);
  if (await mayMail(services, limit, email, context)) {
    const token = newToken();
    const code = newCode();
    await transaction(services.db.app, 'BEGIN', async (tx) => {
      // Someone else may have requested it, so known people get their own language.
      const language = (await store.languageAt(tx, email)) ?? pageLanguage(request);
      if (!(await mayComeIn(services, openings, tx, email, now)))
        return services.jobs.mail(mailTo({ email, language }, closedMail(services.publicUrl)), tx);
      await store.addLink(tx, {
        email,
        tokenHash: sha256(token),
        pendingHash: sha256(nonce),
        codeHash: codeHash(nonce, code),
        now,
      });
      const link = `${services.publicUrl}/auth/verify?token=${token}`;
      await services.jobs.mail(mailTo({ email, language }, signInMail(link, code)), tx);
    });
  }
  return { success: true, token: newToken() };
}

/** True if this address is known here, or may start or join a family. */
export async function mayComeIn(
  { settings, admins }: Pick<Services, 'settings' | 'admins'>,
  openings: store.Openings,
  tx: Tx,
  email: string,
  now: Date,
): Promise<boolean> {
  if (settings.signups === 'open' || admins.has(email)) return true;
  if (await store.userByEmail(tx, email, now)) return true;
  const { toOpen, toJoin } = await openings.isInvited(tx, email, now);
  return toJoin || (toOpen && settings.signups === 'invited');
}

/** True if this browser may trigger another mail with a link or code; counts it immediately. */
export async function mayMail(
  services: Services,
  limit: Limiter,
  email: string,
  { request, now }: PublicContext,
): Promise<boolean> {
  const device = await knownDevice(services, email, request, now);
  if (device) return limit('mail-d', device, LIMITS.device);
  const network = networkOf(request.ip);
  return (
    (await limit('mail-an', `${email} ${network}`, LIMITS.addressAndNetwork)) &&
    (await limit('mail-n', network, LIMITS.network)) &&
    (await limit('mail-a', email, LIMITS.address)) &&
    (await limit('mail', 'all', LIMITS.everyone))
  );
}

/**
 * The key for counting this browser's own mails; undefined if the browser is unknown for the
 * address, or handed over to a child.
 */
async function knownDevice(
  { cookies, db, admins }: Services,
  email: string,
  request: FastifyRequest,
  now: Date,
): Promise<string | undefined> {
  const device = cookies.read(request, 'device');
  if (!device || !(await store.knowsDevice(db.app, sha256(device), email))) return undefined;
  const actor = await findActor(db.app, cookies.read(request, 'session'), admins, now);
  return actor?.handedOver ? undefined : Buffer.from(sha256(device)).toString('base64url');
}

/**
 * Counts an address's attempt before checking the code, which covers parallel attempts too.
 * @throws Refusal RATE_LIMITED
 */
export async function countCodeTry(
  { db }: Services,
  limit: Limiter,
  nonce: string,
  now: Date,
): Promise<void> {
  for (const email of await store.codeAddresses(db.app, sha256(nonce), now))
    if (!(await limit('code', email, LIMITS.codeTries)))
      throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
}
