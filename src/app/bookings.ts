/** Which feature books an approved request with a payload. */
import type { Bookings } from '#features/approvals/bookings.ts';
import { allocationBooking } from '#features/goals/allocations/booking.ts';
import { fileBooking } from '#features/imports/waiting.ts';
import type { ImportLimits } from '#server/http/mount.ts';

/** @param importLimits limits of a file; defaults if undefined */
export const bookings = (importLimits?: ImportLimits): Bookings => ({
  import: fileBooking(importLimits),
  allocation: allocationBooking,
});
