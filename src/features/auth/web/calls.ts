/** The calls about signing in, and the time zone they take along. */
import { auth } from '#features/auth/contract.ts';
import { client } from '#web/api.ts';

export const calls = client(auth);

/** The browser's IANA zone, for a family that is about to be made. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
