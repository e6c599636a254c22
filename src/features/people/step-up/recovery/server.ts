/** Recovery codes on the server: creating and using them. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { notify } from '#features/notices/messages/store.ts';
import { type SignInTools, signIn } from '#features/people/auth/signing-in.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';
import { transaction } from '#server/db/database.ts';
import { lockForChange } from '#server/db/revision.ts';
import type { Tx } from '#server/db/sql.ts';
import { sha256 } from '#server/http/actor.ts';
import type { Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { meantLetters, newLetters, spelled } from '#server/letters.ts';
import { recoveryMadeMail, recoveryUsedMail } from '../mails.ts';
import { STEP_UP_LIMITS as LIMITS } from '../rules.ts';
import { RECOVERY_CODES, recovery } from './contract.ts';
import * as store from './store.ts';

/** 80 random bits. */
const LENGTH = 16;

type Person = { familyId: string; firstName: string | null; email: string };

export function recoveryHandlers(
  services: Services,
  tools: SignInTools,
): Handlers<typeof recovery> {
  const { db, publicUrl } = services;
  return {
    state: async (_, { actor }) => {
      const { left, madeAt } = await store.recoveryState(db.app, actor.userId);
      return { left, madeAt: madeAt?.toISOString() ?? null };
    },

    make: async (_, { actor, now }) => {
      const codes = Array.from({ length: RECOVERY_CODES }, () => spelled(newLetters(LENGTH)));
      await transaction(db.app, 'BEGIN', async (tx) => {
        await store.replaceCodes(tx, actor.userId, codes.map(hashOf), now);
        await tell(services, tx, actor, recovery.make, recoveryMadeMail(publicUrl), now);
      });
      db.notifyChange([actor.familyId]);
      return { codes };
    },

    confirm: async ({ code }, { actor, now }) => {
      if (!(await tools.limit('recovery', actor.userId, LIMITS.tries)))
        throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
      await transaction(db.app, 'BEGIN', async (tx) => {
        const spent = await store.spendRecoveryCode(tx, hashOf(code));
        // Another person's code is invalid here, but not used up: the transaction is rolled back.
        if (spent?.userId !== actor.userId)
          throw new Refusal('VALIDATION_ERROR', because('WRONG_RECOVERY_CODE'), 'code');
        await store.confirmSession(tx, actor.sessionId, now);
        await tell(services, tx, actor, recovery.confirm, recoveryUsedMail(publicUrl), now);
      });
      db.notifyChange([actor.familyId]);
      return { success: true };
    },

    signIn: async ({ code, timeZone }, context) => {
      const answer = await signIn(services, tools, context, {
        ...{ timeZone, refusal: because('WRONG_RECOVERY_CODE') },
        spend: async (tx) => (await store.spendRecoveryCode(tx, hashOf(code)))?.email,
        alsoDo: (tx, user) =>
          tell(services, tx, user, recovery.signIn, recoveryUsedMail(publicUrl), context.now),
      });
      db.notifyChange([answer.user.familyId]);
      return answer;
    },
  };
}

const hashOf = (code: string) => sha256(`recovery ${meantLetters(code)}`);

/** Notifies all adults, including the one acting: someone else may have had the paper. */
async function tell(
  { jobs }: Services,
  tx: Tx,
  { familyId, firstName, email }: Person,
  { method, path }: { method: string; path: string },
  mail: Letters,
  now: Date,
): Promise<void> {
  await tx`SELECT set_config('app.family_id', ${familyId}, true)`;
  // The adults' displayed data changes, so the family gets a new revision.
  await lockForChange(tx, familyId);
  const data = { call: `${method} ${path}`, by: firstName ?? email };
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'money_changed', data, mail }], now);
}
