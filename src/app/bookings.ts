/** The features that book approved requests with a payload. */
import type { Bookings } from '#features/book/approvals/bookings.ts';
import { fileBooking } from '#features/book/imports/waiting.ts';
import { allocationBooking } from '#features/pocket/goals/allocations/booking.ts';
import type { ImportLimits } from '#server/http/context.ts';

/** @param importLimits limits of a file; defaults if undefined */
export const bookings = (importLimits?: ImportLimits): Bookings => ({
  import: fileBooking(importLimits),
  allocation: allocationBooking,
});
