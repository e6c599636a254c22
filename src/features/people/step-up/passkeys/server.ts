/** Passkeys on the server: adding, listing, removing, and confirming with one. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { accountNews, type Notice, notify } from '#features/notices/messages/store.ts';
import { pendingNonce } from '#features/people/auth/links.ts';
import { deviceName } from '#features/people/auth/rules.ts';
import { type SignInTools, signIn } from '#features/people/auth/signing-in.ts';
import type { Tx } from '#server/db/sql.ts';
import { deriveKey } from '#server/env.ts';
import { newToken } from '#server/http/actor.ts';
import type { Services, UserContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../mails.ts';
import { STEP_UP_LIMITS as LIMITS } from '../rules.ts';
import { readAdded, readConfirmed } from './ceremony.ts';
import { CHALLENGE_MINUTES, MAX_PASSKEYS, type passkeys } from './contract.ts';
import * as store from './store.ts';
import { challengeIn, isOurs, strangersChallenge } from './strangers.ts';

type All = Handlers<typeof passkeys>;

const REFUSED = because('PASSKEY_REFUSED');

export const passkeyHandlers = (services: Services, tools: SignInTools): All => ({
  ...keepingHandlers(services),
  ...signingInHandlers(services, tools),

  startConfirming: async (_, context) => ({
    challenge: await newChallenge(services, context),
    known: (await store.passkeysOf(services.db.app, context.actor.userId)).map(asKnown),
  }),

  confirm: async (signed, { actor, now }) => {
    const { db, publicUrl } = services;
    if (!(await tools.limit('step-up', actor.userId, LIMITS.tries)))
      throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
    const challenge = await store.takeChallenge(db.app, actor.sessionId, now);
    const mine = await store.passkeysOf(db.app, actor.userId);
    const passkey = mine.find(({ credentialId }) => credentialId === signed.id);
    const counter =
      challenge && passkey && (await readConfirmed(signed, passkey, { publicUrl, challenge }));
    if (!passkey || counter === undefined || typeof counter !== 'number')
      throw new Refusal('VALIDATION_ERROR', REFUSED);
    const { passkeyId } = passkey;
    if (!(await store.confirmBy(db.app, { passkeyId, counter }, actor.sessionId, now)))
      throw new Refusal('VALIDATION_ERROR', REFUSED);
    return { success: true };
  },
});

function signingInHandlers(
  services: Services,
  tools: SignInTools,
): Pick<All, 'startSigningIn' | 'signIn'> {
  const { db, publicUrl, cookies } = services;
  const key = deriveKey(services.sealKey, 'passkey challenge');
  return {
    startSigningIn: async (_, { request, reply, now }) => {
      const nonce = pendingNonce(services, request) ?? newToken();
      cookies.setPending(reply, nonce);
      return { challenge: strangersChallenge(key, nonce, now) };
    },

    signIn: async ({ timeZone, ...signed }, context) => {
      const { request, now } = context;
      const nonce = pendingNonce(services, request);
      const challenge = challengeIn(signed.clientDataJSON);
      const isMeant = nonce && challenge && isOurs(key, challenge, nonce, now);
      const passkey = isMeant ? await store.passkeyBy(db.app, signed.id) : undefined;
      const counter =
        challenge && passkey && (await readConfirmed(signed, passkey, { publicUrl, challenge }));
      // Accepts a right answer once: many passkeys always report 0 uses.
      const isFirst =
        typeof counter === 'number' && (await tools.limit('passkey-once', signed.signature, ONCE));
      return signIn(services, tools, context, {
        ...{ timeZone, refusal: REFUSED },
        spend: async (tx) =>
          passkey && isFirst
            ? store.signInBy(tx, { passkeyId: passkey.passkeyId, counter }, now)
            : undefined,
      });
    },
  };
}

const ONCE = { points: 1, seconds: CHALLENGE_MINUTES * 60 };

const keepingHandlers = (
  services: Services,
): Pick<All, 'list' | 'startAdding' | 'add' | 'remove'> => ({
  list: async (_, { actor }) =>
    (await store.passkeysOf(services.db.app, actor.userId)).map(asPasskey),

  startAdding: async (_, context) => ({
    challenge: await newChallenge(services, context),
    userId: Buffer.from(context.actor.userId).toString('base64url'),
    email: context.actor.email,
    known: (await store.passkeysOf(services.db.app, context.actor.userId)).map(asKnown),
  }),

  add: async (made, context) => {
    const { actor, now, request } = context;
    const { db, publicUrl } = services;
    const challenge = await store.takeChallenge(db.app, actor.sessionId, now);
    const credential = challenge && (await readAdded(made, { publicUrl, challenge }));
    if (!credential) throw new Refusal('VALIDATION_ERROR', REFUSED);
    const row = {
      passkeyId: newId(now.getTime()),
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: made.transports.join(' '),
      hasPrf: made.hasPrf,
      device: deviceName(request.headers['user-agent']),
      createdAt: now,
    };
    const news = { ...accountNews('passkey_added'), mail: passkeyAddedMail(publicUrl) };
    await changeAndTell(services, context, news, async (tx) => {
      if (!(await store.addPasskey(tx, actor.userId, row)))
        throw new Refusal('CONFLICT', because('AT_MOST_PASSKEYS', { most: MAX_PASSKEYS }));
    });
    return asPasskey({ ...row, lastUsedAt: null });
  },

  remove: async ({ id }, context) => {
    const mail = passkeyRemovedMail(services.publicUrl);
    await changeAndTell(
      services,
      context,
      { ...accountNews('passkey_removed'), mail },
      async (tx) => {
        if (!(await store.removePasskey(tx, context.actor.userId, id)))
          throw new Refusal('NOT_FOUND', because('NO_PASSKEY'));
      },
    );
    return { success: true };
  },
});

/** Notifies the acting person of the addition or removal, in the same transaction. */
const changeAndTell = (
  { db, jobs }: Services,
  { actor: { familyId, userId }, now }: UserContext,
  news: Pick<Notice, 'kind' | 'data' | 'mail'>,
  change: (tx: Tx) => Promise<void>,
) =>
  db.changeFamily(familyId, async (tx) => {
    await change(tx);
    await notify(jobs, tx, [{ familyId, to: { userId }, ...news }], now);
  });

/** 256 random bits; invalidates the previous one. */
async function newChallenge({ db }: Services, { actor, now }: UserContext): Promise<string> {
  const challenge = newToken();
  await store.keepChallenge(db.app, actor.sessionId, challenge, now);
  return challenge;
}

const asPasskey = (row: Omit<store.PasskeyRow, 'publicKey' | 'counter' | 'hasPrf'>) => ({
  id: row.passkeyId,
  device: row.device,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

type Transports = Awaited<ReturnType<All['startConfirming']>>['known'][number]['transports'];

const asKnown = ({ credentialId, transports }: store.PasskeyRow) => ({
  id: credentialId,
  transports: transports.split(' ').filter(Boolean) as Transports,
});
