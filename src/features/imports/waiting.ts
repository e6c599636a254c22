/** A child's file that waits for a parent: approval books it, any other end deletes it. */

import { Refusal } from '#contract/errors.ts';
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { because } from '#contract/reasons.ts';
import type { Booking } from '#features/approvals/bookings.ts';
import type { Tx } from '#server/db/database.ts';
import type { ImportLimits } from '#server/http/mount.ts';
import { answered, planWaiting } from './plan.ts';
import { countsOf } from './record.ts';
import { findFile, forgetFiles } from './store.ts';
import { writeImport } from './write.ts';

export const fileBooking = (limits: ImportLimits = DEFAULT_LIMITS): Booking => ({
  book: (tx, { familyId, payloadId }, by) =>
    bookWaiting(tx, { familyId, importId: payloadId }, limits, by),
  forget: async (tx, payloads) => {
    if (payloads.length === 0) return;
    await forgetFiles(
      tx,
      payloads.map(({ familyId, payloadId }) => ({ familyId, importId: payloadId })),
    );
  },
});

/**
 * Books a child's file after approval, in the current state of the book; the file is deleted.
 * @throws Refusal when it cannot come in any more.
 */
async function bookWaiting(
  tx: Tx,
  { familyId, importId }: { familyId: string; importId: string },
  limits: ImportLimits,
  by: { userId: string; now: Date },
): Promise<void> {
  const file = await findFile(tx, familyId, importId);
  if (!file) throw new Refusal('CONFLICT', because('FILE_GONE'));
  const plan = await planWaiting(tx, familyId, file, limits, by.now);
  answered(plan);
  const counts = countsOf(plan);
  const { filename } = file;
  if (counts.imported > 0)
    await (await writeImport(tx, plan, { ...counts, filename }, by, importId)).sent;
  await forgetFiles(tx, [{ familyId, importId }]);
}
