/** The time zone that a new family starts with. */

/** The browser's IANA zone. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
