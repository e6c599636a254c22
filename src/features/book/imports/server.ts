/** Imports on the server: previewing a file, importing it, listing, and taking back. */

import { Refusal } from '#contract/errors.ts';
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import { sessionKind } from '#features/book/approvals/rules.ts';
import { openRequest } from '#features/book/approvals/store.ts';
import { isBackup } from '#features/book/privacy/rules.ts';
import { findChild } from '#features/people/children/store.ts';
import { hasSubscription } from '#server/billing-settings.ts';
import type { Actor } from '#server/http/actor.ts';
import type { FamilyContext, Services, UserContext } from '#server/http/context.ts';
import { type Handlers, preparedBy } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import type { Imported, ImportPreview, imports } from './contract.ts';
import { answered, asInput, makePlan, type Plan } from './plan.ts';
import { type FileInput, type ReadFile, readFile } from './read-file.ts';
import { asPreview, asRecord, countsOf, duplicateReason } from './record.ts';
import { countElsewhere, findFile, findImport, keepFile, latestImports } from './store.ts';
import { takeBack, writeImport } from './write.ts';

const REASONS = 100;
const LISTED = 100;
/** An import with more rows than this is considered large. */
const LARGE_ROWS = 1_000;

type Needed = Pick<Services, 'db' | 'jobs' | 'publicUrl' | 'importLimits' | 'billing'>;

export function importHandlers(services: Needed): Handlers<typeof imports> {
  const { db, importLimits: limits = DEFAULT_LIMITS } = services;
  const read = (input: FileInput, { actor, now }: UserContext) => {
    refuseBackup(input, actor);
    return readFile(db, actor.familyId, input, limits, now);
  };
  return {
    preview: preparedBy(read, async (input, context: FamilyContext, file) => {
      const { tx, actor, now } = context;
      await refuseLarge(services, file, context);
      return preview(context, await makePlan(tx, actor.familyId, input, file, now));
    }),

    importCsv: preparedBy(read, async (input, context: FamilyContext, file) => {
      await refuseLarge(services, file, context);
      return importFile(services, file, input, context);
    }),

    waiting: preparedBy(
      async ({ id }, { actor, now }) => {
        const { familyId } = actor;
        const found = await db.readFamily(familyId, (tx) => findFile(tx, familyId, id));
        if (!found) throw new Refusal('NOT_FOUND', because('NO_FILE'));
        const input = asInput(found);
        return { input, file: await readFile(db, familyId, input, limits, now) };
      },
      async (_, context, { input, file }) => {
        const { tx, actor, now } = context;
        return preview(context, await makePlan(tx, actor.familyId, input, file, now));
      },
    ),

    list: async ({ id }, { tx, actor, now }) => {
      if (!(await findChild(tx, actor.familyId, id, now)))
        throw new Refusal('NOT_FOUND', because('NO_CHILD'));
      return (await latestImports(tx, actor.familyId, id, LISTED)).map(asRecord);
    },

    undo: async ({ id }, { tx, actor, now }) => {
      const found = await findImport(tx, actor.familyId, id);
      if (!found) throw new Refusal('NOT_FOUND', because('NO_IMPORT'));
      await takeBack(tx, actor.familyId, found, { ...actor, now });
      return asRecord({ ...found, undoneAt: now });
    },
  };
}

/** @throws Refusal with instructions: it covers the whole family and has a separate call */
function refuseBackup({ csvContent }: FileInput, actor: Actor): void {
  if (isBackup(csvContent))
    throw new Refusal(
      'VALIDATION_ERROR',
      because(actor.role === 'child' ? 'NOT_A_WALLET_FILE_CHILD' : 'NOT_A_WALLET_FILE'),
      'csvContent',
    );
}

/** @throws Refusal for a large file if those need a subscription */
async function refuseLarge(
  { billing }: Needed,
  { rows }: ReadFile,
  { tx, actor: { familyId }, now }: FamilyContext,
): Promise<void> {
  if (rows.length <= LARGE_ROWS || (await hasSubscription(billing, tx, familyId, now))) return;
  const why = because('LARGE_FILE_NEEDS_SUBSCRIPTION', { most: LARGE_ROWS });
  throw new Refusal('CONFLICT', why, 'csvContent');
}

async function preview({ tx, actor, now }: FamilyContext, plan: Plan): Promise<ImportPreview> {
  const prints = plan.planned.map(({ print }) => print);
  const [child, elsewhere] = await Promise.all([
    findChild(tx, actor.familyId, plan.of.childId, now),
    // A child learns nothing about another child's book.
    actor.role === 'child' ? 0 : countElsewhere(tx, plan.of, prints),
  ]);
  return asPreview(plan, child?.spendingSats ?? 0n, elsewhere);
}

/** An adult's file is imported immediately; a child's waits for approval as a whole. */
async function importFile(
  services: Needed,
  file: ReadFile,
  input: FileInput,
  context: FamilyContext,
): Promise<Imported> {
  const { tx, actor, now, last } = context;
  const plan = await makePlan(tx, actor.familyId, input, file, now);
  answered(plan);
  const counts = countsOf(plan);
  const { wallet, format, confidence } = plan.file;
  const waits = actor.role === 'child' && counts.imported > 0;
  const reply = {
    importId: null,
    state: waits ? ('waiting' as const) : ('done' as const),
    wallet,
    format,
    confidence,
    ...counts,
    opening: formatBtc(plan.openingSats),
    reasons: reasonsOf(plan),
  };
  if (counts.imported === 0) return reply;
  if (waits) return { ...reply, importId: await askFor(services, input, context) };
  const { filename } = input;
  const written = await writeImport(tx, plan, { ...counts, filename }, { ...actor, now });
  last(written.sent);
  return { ...reply, importId: written.importId };
}

async function askFor(
  services: Needed,
  { csvContent: content, childId, filename, ...answers }: FileInput,
  { tx, actor, now }: FamilyContext,
): Promise<string> {
  const importId = newId(now.getTime());
  await keepFile(tx, actor.familyId, { importId, childId, content, filename, answers });
  await openRequest(services, tx, actor.familyId, {
    kind: 'import',
    payloadId: importId,
    childId,
    reason: filename,
    enteredBy: actor.userId,
    sessionKind: sessionKind(actor),
    now,
  });
  return importId;
}

function reasonsOf({ planned, file }: Plan): { row: number; reason: string }[] {
  const duplicates = planned
    .filter(({ kind }) => kind === 'duplicate')
    .map((one) => ({ row: one.source.row, reason: duplicateReason(one) }));
  return [...file.skipped, ...duplicates].sort((a, b) => a.row - b.row).slice(0, REASONS);
}
