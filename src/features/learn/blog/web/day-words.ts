/** Formats an article's date: `November 8, 2026`. */
import type { CivilDate } from '#core/calendar.ts';
import { localeTag } from '#web/messages/i18n.ts';

export const dayWords = (date: CivilDate): string =>
  new Intl.DateTimeFormat(localeTag(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
