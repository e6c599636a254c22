/** Help for an adult without any working sign-in. Why it is slow: docs/decisions/0102. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { UserRow } from '#features/people/auth/store.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';
import { transaction } from '#server/db/database.ts';
import { lockForChange } from '#server/db/revision.ts';
import type { Tx } from '#server/db/sql.ts';
import { type Actor, newToken, sha256 } from '#server/http/actor.ts';
import type { Services } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import { STEP_UP_LIMITS as LIMITS } from '../rules.ts';
import { help } from './contract.ts';
import { helpAskedMail, helpStoppedMail, helpUsedMail } from './mails.ts';
import * as store from './store.ts';

export function helpHandlers(services: Services, limit: Limiter): Handlers<typeof help> {
  return {
    list: async (_, { tx, actor, now }) =>
      (await store.helpsOf(tx, actor.familyId, now)).map((row) => ({
        ...row,
        opensAt: row.opensAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      })),

    ask: async ({ email }, { tx, actor, now }) => {
      // If mail is configured, a mailed link proves more, and immediately.
      if (services.checkMail) throw new Refusal('CONFLICT', because('HELP_BY_MAIL'), 'email');
      await countAsk(limit, actor);
      const by = actor.firstName ?? actor.email;
      const { familyId, ...made } = await make(services, tx, help.ask, { email, actor, now, by });
      return made;
    },

    askAsOperator: async ({ email }, { actor, now }) => {
      await countAsk(limit, actor);
      const { familyId, ...made } = await transaction(services.db.app, 'BEGIN', (tx) =>
        make(services, tx, help.askAsOperator, { email, actor, now }),
      );
      services.db.notifyChange([familyId]);
      return made;
    },

    stop: async ({ id }, { tx, actor, now }) => {
      const email = await store.endHelp(tx, actor.familyId, id);
      if (email === undefined) throw new Refusal('NOT_FOUND', because('NO_HELP'));
      const by = actor.firstName ?? actor.email;
      await tell(services, tx, actor.familyId, {
        ...{ call: help.stop, facts: { email, by }, mail: helpStoppedMail, now },
      });
      return { success: true };
    },
  };
}

async function countAsk(limit: Limiter, { userId }: Actor): Promise<void> {
  if (!(await limit('sign-in-help', userId, LIMITS.help)))
    throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
}

type Asked = {
  email: string;
  actor: Actor;
  now: Date;
  /** Undefined for the operator, whose name means nothing to another family. */
  by?: string;
};

async function make(
  services: Services,
  tx: Tx,
  call: typeof help.ask | typeof help.askAsOperator,
  { email, actor, now, by }: Asked,
) {
  const adult = await store.lockAdult(tx, email);
  const isKnown = adult !== undefined && (by === undefined || adult.familyId === actor.familyId);
  if (!isKnown || adult.userId === actor.userId)
    throw new Refusal('VALIDATION_ERROR', because('NO_SUCH_ADULT'), 'email');
  const token = newToken();
  const askedBy = by === undefined ? null : actor.userId;
  const opensAt = await store.addHelp(tx, adult, { tokenHash: sha256(token), askedBy, now });
  if (!opensAt) throw new Refusal('CONFLICT', because('HELPED_ALREADY'), 'email');
  const facts = { email, ...(by !== undefined && { by }) };
  await tell(services, tx, adult.familyId, { call, facts, mail: helpAskedMail, now });
  return {
    familyId: adult.familyId,
    link: `${services.publicUrl}/auth/verify?token=${token}`,
    opensAt: opensAt.toISOString(),
  };
}

/** For `auth`: the effects of using a help link, in the sign-in's transaction. */
export const onHelpUsed =
  (services: Services) =>
  async (tx: Tx, user: UserRow, now: Date): Promise<void> => {
    await store.limitRights(tx, user.userId, now);
    // As displayed in this sign-in's reply.
    Object.assign(user, { role: 'spouse', isHelped: true });
    await tell(services, tx, user.familyId, {
      ...{ call: USED, facts: { email: user.email }, mail: helpUsedMail, now },
    });
  };

const USED = { method: 'POST', path: '/api/auth/verify' };

type Told = {
  call: { method: string; path: string };
  facts: Readonly<Record<string, string>>;
  mail: (publicUrl: string) => Letters;
  now: Date;
};

/** Notifies all adults, including the one acting: only they can judge the request. */
async function tell(
  { jobs, publicUrl }: Services,
  tx: Tx,
  familyId: string,
  { call, facts, mail, now }: Told,
): Promise<void> {
  await tx`SELECT set_config('app.family_id', ${familyId}, true)`;
  await lockForChange(tx, familyId);
  const data = { call: `${call.method} ${call.path}`, ...facts };
  const notice = { familyId, to: 'adults', kind: 'money_changed', data } as const;
  await notify(jobs, tx, [{ ...notice, mail: mail(publicUrl) }], now);
}
