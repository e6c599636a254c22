/** Which feature books what a yes to a request with a payload brings. */
import type { Bookings } from '#features/approvals/bookings.ts';
import { fileBooking } from '#features/imports/waiting.ts';
import type { ImportLimits } from '#server/http/mount.ts';

/** @param importLimits what a file may bring; without it, what is usual. */
export const bookings = (importLimits?: ImportLimits): Bookings => ({
  import: fileBooking(importLimits),
});
