/** A new family's initial time zone. */

/** The browser's IANA zone. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
