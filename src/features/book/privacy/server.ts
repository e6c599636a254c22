/** Privacy on the server: retention, pruning, backup and export, and deleting a family. */

import type { FastifyReply } from 'fastify';
import { nameOf } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { because } from '#contract/reasons.ts';
import { tellChange } from '#features/book/changes/telling.ts';
import type { AccountNews } from '#features/notices/messages/contract.ts';
import { accountNews, notify } from '#features/notices/messages/store.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { type Handlers, preparedBy } from '#server/http/mount.ts';
import { BookNotVerified, type PruneHook, pruneFamily } from '#server/ledger/prune.ts';
import { KEEP_FOREVER, privacy } from './contract.ts';
import { pruneHistory, readHistory, readReturning, returnHistory } from './history.ts';
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
        await tell(services, context, 'prune_automatic', autoPruneMail(months, services.publicUrl));
      return choice;
    },

    backup: async (_, { tx, actor, calendar, reply }) => {
      const { today } = await calendar();
      nameFile(reply, backupName(today));
      return store.readBackup(tx, actor.familyId);
    },

    prune: ({ months }, context) => prune(services, hooks, months, context),

    history: (_, { tx, actor }) => readHistory(tx, actor.familyId),

    returnHistory: preparedBy(
      (input) => readReturning(input, services.importLimits ?? DEFAULT_LIMITS),
      (_, context, rows) => returnHistory(rows, context),
    ),

    exportFamily: async (_, { tx, actor, now, calendar, reply }) => {
      const { today } = await calendar();
      nameFile(reply, exportName(today));
      return store.readExport(tx, actor.familyId, { exportedAt: now, today });
    },

    deletion: (_, context) => readDeletion(context),

    deleteFamily: (_, context) => deleteFamily(services, context),

    keepFamily: async (_, context) => {
      if (!(await store.takeDeletionBack(context.tx, context.actor.familyId)))
        throw new Refusal('CONFLICT', because('NO_DELETION'));
      await tell(services, context, 'family_kept', keptMail());
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
  const { tx, actor, now, calendar, request } = context;
  const { familyId } = actor;
  if (keepsForever(sent)) throw new Refusal('VALIDATION_ERROR', FOREVER, 'months');
  const months = pruneMonths(sent);
  if (!months) throw new Refusal('VALIDATION_ERROR', because('EXPECTED_MONTHS'), 'months');
  // The setting to keep everything overrides this call, and must be changed first.
  if ((await store.retentionOf(tx, familyId)).months === KEEP_FOREVER)
    throw new Refusal('CONFLICT', FOREVER, 'months');
  const { today, timeZone } = await calendar();
  const before = cutFor(months, today, timeZone);
  const by = { before, now, key: services.sealKey, hooks };
  const pruned = await pruneFamily(tx, familyId, by).catch((error) => {
    if (error instanceof BookNotVerified)
      request.log.error({ id: request.id, fault: error.problem }, 'a book does not verify');
    throw error;
  });
  const deletedCount = pruned.deletedCount + (await pruneHistory(tx, familyId, before));
  if (deletedCount > 0) await tell(services, context, 'pruned', prunedMail(months, deletedCount));
  return { ...pruned, deletedCount };
}

async function readDeletion({ tx, actor }: FamilyContext) {
  const dueAt = await store.deletionDueAt(tx, actor.familyId);
  return { dueAt: dueAt?.toISOString() ?? null };
}

/** Repeated requests have no further effect. */
async function deleteFamily(services: Services, context: FamilyContext) {
  const { tx, actor, now, calendar } = context;
  const dueAt = deletionDue(now);
  if (await store.askDeletion(tx, actor.familyId, { userId: actor.userId, now, dueAt })) {
    const { timeZone } = await calendar();
    const mail = deletionMail(dueAt, timeZone, services.publicUrl);
    await tellChange(services, context, { call: nameOf(privacy.deleteFamily), mail });
  }
  return readDeletion(context);
}

const tell = (
  { jobs }: Services,
  { tx, actor: { familyId }, now }: FamilyContext,
  what: AccountNews,
  mail: Letters,
) => notify(jobs, tx, [{ familyId, to: 'adults', ...accountNews(what), mail }], now);
