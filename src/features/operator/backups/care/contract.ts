/** Backups for operators: their state, the sheet, checking a restore. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, nothing } from '#contract/fields.ts';

/** How many words of the sheet must be typed back. */
export const WORDS_ASKED = 3;
export const WORDS = 24;

const Person = v.object({ id, email: v.string(), isParent: v.boolean() });
const Family = v.object({
  id,
  createdAt: moment,
  adults: v.array(Person),
  children: v.array(v.object({ id, name: v.string() })),
});

const word = v.pipe(v.string('Enter the word'), v.minLength(1, 'Enter the word'), v.maxLength(20));

export const backupCare = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/backups',
    access: 'admin',
    input: nothing,
    output: v.object({
      /** False if the operator makes the backups. */
      makes: v.boolean(),
      provenAt: v.nullable(moment),
      /** True if last night's backup failed, or no proven one is newer than 48 hours. */
      isTroubled: v.boolean(),
      /** True once three words of the current sheet were typed back. */
      isSheetKept: v.boolean(),
      /** Off-site storage; null if none is set. */
      place: v.nullable(v.object({ sentAt: v.nullable(moment), problem: v.nullable(v.string()) })),
      /** For a restore that has to be checked; otherwise null. */
      unchecked: v.nullable(
        v.object({
          copiedAt: moment,
          /** The newest members of all families, who may have left since. */
          families: v.array(Family),
          /** The total number. */
          count: v.number(),
        }),
      ),
    }),
  }),
  /** Requires a new sign-in each time, which showing the sheet uses up. */
  showSheet: endpoint({
    method: 'POST',
    path: '/api/admin/backups/sheet',
    access: 'admin',
    money: 'none',
    fresh: true,
    input: nothing,
    output: v.object({
      text: v.string(),
      words: v.array(v.string()),
      /** The passphrase of the backups; null if they are not encrypted. */
      openingWords: v.nullable(v.string()),
      /** Numbers of the words to type back, from 1. */
      asked: v.array(v.number()),
    }),
  }),
  keepSheet: endpoint({
    method: 'POST',
    path: '/api/admin/backups/sheet/kept',
    access: 'admin',
    money: 'none',
    input: v.strictObject({
      words: v.pipe(
        v.array(
          v.strictObject({
            at: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(WORDS)),
            word,
          }),
        ),
        v.length(WORDS_ASKED),
      ),
    }),
    output: done,
  }),
  /** Only while a restore has to be checked. */
  eraseAgain: endpoint({
    method: 'POST',
    path: '/api/admin/backups/erased',
    access: 'admin',
    money: 'destroys',
    input: v.strictObject({ kind: v.picklist(['family', 'book', 'person']), id, ofFamily: id }),
    output: done,
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/admin/backups/checked',
    access: 'admin',
    money: 'none',
    fresh: true,
    input: nothing,
    output: done,
  }),
};

export const backupCareSummaries: Summaries<typeof backupCare> = {
  read: 'How this server’s backups stand, and whether a restore waits to be checked',
  showSheet: 'The restore sheet, once for each sign-in; every operator is told',
  keepSheet: 'Three words of the restore sheet, to show that it is on paper',
  eraseAgain: 'After a restore: erase again what was erased since the copy was made',
  open: 'After a restore: everything is right, and everybody may sign in again',
};
