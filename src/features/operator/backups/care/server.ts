/** Operators' calls about backups. Showing the sheet notifies all operators. */
import { createHash, randomInt } from 'node:crypto';
import { nameOf } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { sheetText, sheetWords } from '#core/restore-sheet.ts';
import { notify } from '#features/notices/messages/store.ts';
import { isPlaceSet } from '#server/backup-place.ts';
import { backupState, isTroubled, makesBackups } from '#server/backup-runs.ts';
import { transaction } from '#server/db/database.ts';
import type { Pool, Tx } from '#server/db/sql.ts';
import { type Erasure, isUnchecked, noteChecked } from '#server/erasures.ts';
import type { Services, UserContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { sheetMail } from '../mails.ts';
import { tellOperators } from '../telling.ts';
import { backupCare, WORDS, WORDS_ASKED } from './contract.ts';
import * as store from './store.ts';

/** Repeats an act; false if it would leave the family empty. Passed in by `app`. */
export type Repeat = (
  tx: Tx,
  erasure: Pick<Erasure, 'kind' | 'subjectId' | 'ofFamily'>,
  now: Date,
) => Promise<boolean>;

export function backupCareHandlers(
  services: Services,
  repeat: Repeat,
): Handlers<typeof backupCare> {
  const { db, settings } = services;
  return {
    read: async (_, { now }) => {
      const found = await backupState(db.owner);
      const { last, provenAt } = found;
      return {
        makes: makesBackups(settings.environment),
        provenAt: provenAt?.toISOString() ?? null,
        isTroubled: isTroubled(found, now),
        isSheetKept: await isKept(services),
        place: isPlaceSet(settings.environment)
          ? { sentAt: last?.placedAt?.toISOString() ?? null, problem: last?.placeProblem ?? null }
          : null,
        unchecked: await uncheckedIn(db.owner),
      };
    },

    showSheet: async (_, context) => {
      const sheet = sheetOf(services);
      await transaction(db.owner, 'BEGIN', (tx) => noteShown(services, tx, context));
      return {
        text: sheetText(sheet),
        words: sheetWords(sheet.secretKey),
        openingWords: sheet.passphrase ?? null,
        asked: threeOf(WORDS),
      };
    },

    keepSheet: async ({ words }) => {
      const right = sheetWords(sheetOf(services).secretKey);
      const places = new Set(words.map(({ at }) => at));
      const isRight = words.every(({ at, word }) => right[at - 1] === word.trim().toLowerCase());
      if (places.size < WORDS_ASKED || !isRight)
        throw new Refusal('VALIDATION_ERROR', because('SHEET_WORDS_WRONG'));
      await store.keepSheet(db.owner, printOf(services), services.clock());
      return { success: true };
    },

    eraseAgain: async ({ kind, id, ofFamily }, { now, request, actor }) => {
      const done = await transaction(db.owner, 'BEGIN', async (tx) => {
        if (!(await isUnchecked(tx))) throw NOT_WAITING;
        // A second press, or another family's id, changes nothing and sends no notification.
        const isThere = await store.isIn(tx, ofFamily, id);
        const isDone = await repeat(tx, { kind, subjectId: id, ofFamily }, now);
        if (isDone && isThere) await tellFamily(services, tx, ofFamily, { actor, now });
        return isDone;
      });
      if (!done) throw new Refusal('CONFLICT', because('ONLY_PARENT'));
      request.log.warn({ id: request.id, operator: actor.userId, kind }, 'erased after a restore');
      return { success: true };
    },

    open: async (_, { now, request, actor }) => {
      if (!(await isUnchecked(db.owner))) throw NOT_WAITING;
      await noteChecked(db.owner, now);
      request.log.warn({ id: request.id, operator: actor.userId }, 'restore checked');
      return { success: true };
    },
  };
}

/** Without a name: messages never mention an erased person. */
async function tellFamily(
  { jobs }: Services,
  tx: Tx,
  familyId: string,
  { actor, now }: Pick<UserContext, 'actor' | 'now'>,
): Promise<void> {
  const data = { call: nameOf(backupCare.eraseAgain), by: actor.email };
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'money_changed', data }], now);
}

const NOT_WAITING = new Refusal('CONFLICT', because('RESTORE_CHECKED'));

function sheetOf({ restoring }: Services) {
  if (!restoring) throw new Refusal('CONFLICT', because('NO_SHEET_HERE'));
  return restoring.sheet();
}

/** Changes with either key, and reveals nothing about them. */
const printOf = (services: Services) =>
  createHash('sha256')
    .update(sheetText(sheetOf(services)))
    .digest('hex');

const isKept = async (services: Services) =>
  services.restoring !== undefined &&
  (await store.keptSheet(services.db.owner)) === printOf(services);

async function noteShown(
  { jobs, admins, publicUrl }: Services,
  tx: Tx,
  { actor, now, request }: UserContext,
): Promise<void> {
  await store.spendSignIn(tx, actor.sessionId);
  const about = { kind: 'sheet_shown', mail: sheetMail(publicUrl), by: actor.email } as const;
  await tellOperators(tx, jobs, { admins, now, about });
  request.log.warn({ id: request.id, operator: actor.userId }, 'restore sheet shown');
}

function threeOf(most: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < WORDS_ASKED) chosen.add(randomInt(1, most + 1));
  return [...chosen].sort((a, b) => a - b);
}

async function uncheckedIn(owner: Pool) {
  const copiedAt = await store.uncheckedCopy(owner);
  if (!copiedAt) return null;
  return {
    copiedAt: copiedAt.toISOString(),
    families: await store.familiesToCheck(owner),
    count: await store.countFamilies(owner),
  };
}
