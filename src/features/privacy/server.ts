/** Privacy on the server: retention, pruning, backup and export, the end of a family. */

import type { FastifyReply } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { because } from '#contract/reasons.ts';
import { isFresh } from '#features/auth/rules.ts';
import { signedInAt } from '#features/auth/store.ts';
import { type Letters, mailTo } from '#server/adapters/mail/mail.ts';
import { asOwner } from '#server/db/as-owner.ts';
import type { FamilyContext, Handlers, Services } from '#server/http/mount.ts';
import { type PruneHook, pruneFamily } from '#server/ledger/prune.ts';
import { KEEP_FOREVER, type privacy } from './contract.ts';
import { pruneHistory, readHistory, returnHistory } from './history.ts';
import { autoPruneMail, deletionMail, keptMail, prunedMail } from './mails.ts';
import {
  backupName,
  cutFor,
  deletionDue,
  exportName,
  keepsForever,
  pruneMonths,
  removesMore,
} from './rules.ts';
import * as store from './store.ts';

const FOREVER = because('KEPT_FOREVER');
const SIGN_IN_AGAIN = because('DELETION_NEEDS_SIGN_IN');

export function privacyHandlers(
  services: Services,
  hooks: readonly PruneHook[],
): Handlers<typeof privacy> {
  return {
    stats: async (_, { tx, actor }) => {
      const { totalCount, oldestAt } = await store.readStats(tx, actor.familyId);
      return { totalCount, oldestDate: oldestAt?.toISOString() ?? null };
    },

    settings: async (choice, context) => {
      const { tx, actor } = context;
      const { dataRetentionMonths: months, autoDataPruningEnabled: automatic } = choice;
      const before = await store.retentionOf(tx, actor.familyId);
      await store.changeRetention(tx, actor.familyId, { months, automatic });
      if (removesMore({ months, automatic }, before))
        await mailAdults(services, context, autoPruneMail(months, services.publicUrl));
      return choice;
    },

    backup: async (_, { tx, actor, calendar, reply }) => {
      const { today } = await calendar();
      nameFile(reply, backupName(today));
      return store.readBackup(tx, actor.familyId);
    },

    prune: ({ months }, context) => prune(services, hooks, months, context),

    history: (_, { tx, actor }) => readHistory(tx, actor.familyId),

    returnHistory: (input, context) =>
      returnHistory(input, context, services.importLimits ?? DEFAULT_LIMITS),

    exportFamily: async (_, { tx, actor, now, calendar, reply }) => {
      const { today } = await calendar();
      nameFile(reply, exportName(today));
      return store.readExport(tx, actor.familyId, { exportedAt: now, today });
    },

    deletion: (_, context) => readDeletion(context),

    deleteFamily: (_, context) => deleteFamily(services, context),

    keepFamily: async (_, { tx, actor }) => {
      if (!(await store.takeDeletionBack(tx, actor.familyId)))
        throw new Refusal('CONFLICT', because('NO_DELETION'));
      await mailAdults(services, { tx, actor }, keptMail());
      return { success: true };
    },
  };
}

const nameFile = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`);

async function prune(
  services: Services,
  hooks: readonly PruneHook[],
  sent: string | number,
  context: FamilyContext,
) {
  const { tx, actor, now, calendar } = context;
  const { familyId } = actor;
  if (keepsForever(sent)) throw new Refusal('VALIDATION_ERROR', FOREVER, 'months');
  const months = pruneMonths(sent);
  if (!months) throw new Refusal('VALIDATION_ERROR', because('EXPECTED_MONTHS'), 'months');
  // A family that keeps everything must first change that choice, whatever this call names.
  if ((await store.retentionOf(tx, familyId)).months === KEEP_FOREVER)
    throw new Refusal('CONFLICT', FOREVER, 'months');
  const { today, timeZone } = await calendar();
  const before = cutFor(months, today, timeZone);
  const pruned = await asOwner(tx, () =>
    pruneFamily(tx, familyId, { before, now, key: services.sealKey, hooks }),
  );
  const deletedCount = pruned.deletedCount + (await pruneHistory(tx, familyId, before));
  if (deletedCount > 0) await mailAdults(services, context, prunedMail(months, deletedCount));
  return { ...pruned, deletedCount };
}

async function readDeletion({ tx, actor, now }: FamilyContext) {
  const dueAt = await store.deletionDueAt(tx, actor.familyId);
  const since = await signedInAt(tx, actor.sessionId);
  return {
    dueAt: dueAt?.toISOString() ?? null,
    freshSignIn: since !== undefined && isFresh(since, now),
  };
}

/** @throws Refusal SIGN_IN_AGAIN when the sign-in is too old; asking twice changes nothing. */
async function deleteFamily(services: Services, context: FamilyContext) {
  const { tx, actor, now, calendar } = context;
  const since = await signedInAt(tx, actor.sessionId);
  if (!since || !isFresh(since, now)) throw new Refusal('SIGN_IN_AGAIN', SIGN_IN_AGAIN);
  const dueAt = deletionDue(now);
  if (await store.askDeletion(tx, actor.familyId, { userId: actor.userId, now, dueAt })) {
    const { timeZone } = await calendar();
    await mailAdults(services, context, deletionMail(dueAt, timeZone, services.publicUrl));
  }
  return readDeletion(context);
}

async function mailAdults(
  { jobs }: Services,
  { tx, actor }: Pick<FamilyContext, 'tx' | 'actor'>,
  letters: Letters,
): Promise<void> {
  for (const reader of await store.adultsOf(tx, actor.familyId))
    await jobs.mail(mailTo(reader, letters), tx);
}
