/** Imports on the server: what a file would do, doing it, the list, and taking one back. */

import { Refusal } from '#contract/errors.ts';
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import { sessionKind } from '#features/approvals/rules.ts';
import { openRequest } from '#features/approvals/store.ts';
import { findChild } from '#features/children/store.ts';
import { isBackup } from '#features/privacy/rules.ts';
import type { FamilyContext, Handlers, ImportLimits, Services } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import type { Imported, ImportPreview, imports } from './contract.ts';
import { answered, type FileInput, makePlan, type Plan, planWaiting } from './plan.ts';
import { asPreview, asRecord, countsOf, DUPLICATE } from './record.ts';
import { countElsewhere, findFile, findImport, keepFile, latestImports } from './store.ts';
import { takeBack, writeImport } from './write.ts';

const REASONS = 100;
const LISTED = 100;

type Needed = Pick<Services, 'jobs' | 'publicUrl' | 'importLimits'>;

export function importHandlers(services: Needed): Handlers<typeof imports> {
  const limits = services.importLimits ?? DEFAULT_LIMITS;
  return {
    preview: async (input, context) => {
      const { tx, actor, now } = context;
      refuseBackup(input, context);
      return preview(context, await makePlan(tx, actor.familyId, input, limits, now));
    },

    importCsv: (input, context) => importFile(services, limits, input, context),

    waiting: async ({ id }, context) => {
      const { tx, actor, now } = context;
      const file = await findFile(tx, actor.familyId, id);
      if (!file) throw new Refusal('NOT_FOUND', because('NO_FILE'));
      return preview(context, await planWaiting(tx, actor.familyId, file, limits, now));
    },

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

/**
 * @throws Refusal that says what to do with it: it is of the whole family and has a call of its
 * own.
 */
function refuseBackup({ csvContent }: FileInput, { actor }: FamilyContext): void {
  if (isBackup(csvContent))
    throw new Refusal(
      'VALIDATION_ERROR',
      because(actor.role === 'child' ? 'NOT_A_WALLET_FILE_CHILD' : 'NOT_A_WALLET_FILE'),
      'csvContent',
    );
}

async function preview({ tx, actor, now }: FamilyContext, plan: Plan): Promise<ImportPreview> {
  const prints = plan.planned.map(({ print }) => print);
  const [child, elsewhere] = await Promise.all([
    findChild(tx, actor.familyId, plan.of.childId, now),
    // A child learns nothing of another one's book.
    actor.role === 'child' ? 0 : countElsewhere(tx, plan.of, prints),
  ]);
  return asPreview(plan, child?.spendingSats ?? 0n, elsewhere);
}

/** An adult's file is imported at once; a child's waits as a whole for approval. */
async function importFile(
  services: Needed,
  limits: ImportLimits,
  input: FileInput,
  context: FamilyContext,
): Promise<Imported> {
  const { tx, actor, now, last } = context;
  refuseBackup(input, context);
  const plan = await makePlan(tx, actor.familyId, input, limits, now);
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
    .map(({ source }) => ({ row: source.row, reason: DUPLICATE }));
  return [...file.skipped, ...duplicates].sort((a, b) => a.row - b.row).slice(0, REASONS);
}
