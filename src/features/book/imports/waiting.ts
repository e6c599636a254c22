/** A child's file waiting for a parent: approval books it, any other outcome deletes it. */

import { Refusal } from '#contract/errors.ts';
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { because } from '#contract/reasons.ts';
import type { Booking } from '#features/book/approvals/bookings.ts';
import type { Tx } from '#server/db/sql.ts';
import type { ImportLimits } from '#server/http/context.ts';
import { answered, asInput, makePlan } from './plan.ts';
import { type FileInput, type ReadFile, readFile } from './read-file.ts';
import { countsOf } from './record.ts';
import { findFile, forgetFiles } from './store.ts';
import { writeImport } from './write.ts';

export const fileBooking = (limits: ImportLimits = DEFAULT_LIMITS): Booking => ({
  prepare: async (db, { familyId, payloadId: importId }, now) => {
    const waiting = await db.readFamily(familyId, (tx) => findFile(tx, familyId, importId));
    if (!waiting) return gone;
    const input = asInput(waiting);
    const file = await readFile(db, familyId, input, limits, now);
    return (tx, by) => bookWaiting(tx, { familyId, importId }, { input, file }, by);
  },
  forget: async (tx, payloads) => {
    if (payloads.length === 0) return;
    await forgetFiles(
      tx,
      payloads.map(({ familyId, payloadId }) => ({ familyId, importId: payloadId })),
    );
  },
});

const gone = () => Promise.reject(new Refusal('CONFLICT', because('FILE_GONE')));

/**
 * Books a child's file after approval, in the current state of the book; the file is deleted.
 * @throws Refusal if it can no longer be imported
 */
async function bookWaiting(
  tx: Tx,
  { familyId, importId }: { familyId: string; importId: string },
  { input, file }: { input: FileInput; file: ReadFile },
  by: { userId: string; now: Date },
): Promise<void> {
  if (!(await findFile(tx, familyId, importId))) return gone();
  const plan = await makePlan(tx, familyId, input, file, by.now);
  answered(plan);
  const counts = countsOf(plan);
  const { filename } = input;
  if (counts.imported > 0)
    await (await writeImport(tx, plan, { ...counts, filename }, by, importId)).sent;
  await forgetFiles(tx, [{ familyId, importId }]);
}
