/** Checks a restore's requirements before closing or writing anything, and hands it over. */
import { readFileSync, statSync } from 'node:fs';
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type RestoreSheet, readSheet, readWords } from '#core/restore-sheet.ts';
import { checkClaimCode, isClaimed } from '#features/people/auth/claiming.ts';
import type { Sql } from '#server/db/sql.ts';
import { keyFromText } from '#server/env.ts';
import { newToken, sha256 } from '#server/http/actor.ts';
import type { Services } from '#server/http/context.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import { uploadIn } from '#server/restoring.ts';
import type { restoring } from './contract.ts';

/** Reads backups, in a layer above the features; passed in by `app`. */
export type BackupReader = {
  /** @returns why this can't be restored here; undefined if it can */
  whyNot: (
    files: { backup: string; list: Uint8Array | undefined },
    sheet: RestoreSheet,
  ) => Promise<Sentence | undefined>;
};

export const restoringHandlers = (
  services: Services,
  limit: Limiter,
  { whyNot }: BackupReader,
): Handlers<typeof restoring> => ({
  state: async () => ({
    isPossible: services.restoring !== undefined && (await isEmpty(services.db.owner)),
    isClaimed: await isClaimed(services),
    failure: services.restoring?.failure ?? null,
  }),

  begin: async ({ code, sheet: given, openingWords, hasList }, context) => {
    const { folder, begin } = await requireRestoring(services, limit, code, context);
    const sheet = sheetOf(given, openingWords);
    refuseOtherKey(services, sheet.secretKey);
    const backup = uploadIn(folder, 'backup');
    if (!statSync(backup, { throwIfNoEntry: false })?.size)
      throw new Refusal('VALIDATION_ERROR', because('RESTORE_NO_FILE'), 'file');
    const list = hasList ? readFileSync(uploadIn(folder, 'erasures')) : undefined;
    const wrong = await whyNot({ backup, list }, sheet);
    if (wrong) throw new Refusal('VALIDATION_ERROR', wrong);
    context.request.log.warn({ id: context.request.id }, 'restore begun');
    const [token, nonce] = [newToken(), newToken()];
    // Lets the link sign in this browser without a question.
    services.cookies.setPending(context.reply, nonce);
    const hashes = { tokenHash: sha256(token), pendingHash: sha256(nonce) };
    const asked = { ...sheet, ...hashes, hasList };
    // Replies first, because the server is about to close.
    setTimeout(() => begin(asked), REPLIED_MS);
    return { token };
  },
});

const REPLIED_MS = 100;

/** @throws Refusal for a wrong code, or if a book exists */
export async function requireRestoring(
  services: Services,
  limit: Limiter,
  code: string,
  context: Parameters<typeof checkClaimCode>[3],
): Promise<NonNullable<Services['restoring']>> {
  await checkClaimCode(services, limit, code, context);
  if (!services.restoring || !(await isEmpty(services.db.owner)))
    throw new Refusal('CONFLICT', because('RESTORE_NOT_EMPTY'));
  return services.restoring;
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql`SELECT FROM users LIMIT 1`;
  return row === undefined;
}

function sheetOf(given: string, passphrase: string | undefined): RestoreSheet {
  const sheet = readSheet(given);
  if (sheet) return { ...sheet, passphrase: sheet.passphrase ?? (passphrase || undefined) };
  const secretKey = readWords(given);
  if (secretKey) return { secretKey, passphrase: passphrase || undefined };
  throw new Refusal('VALIDATION_ERROR', because('RESTORE_NO_SHEET'), 'sheet');
}

/** A key in the environment would override the one stored by the program. */
function refuseOtherKey({ settings }: Services, secretKey: Uint8Array): void {
  const set = settings.environment.SECRET_KEY;
  if (set && !Buffer.from(keyFromText('SECRET_KEY', set)).equals(secretKey))
    throw new Refusal('CONFLICT', because('RESTORE_OTHER_SET', { setting: 'SECRET_KEY' }));
}
