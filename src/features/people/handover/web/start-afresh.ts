/** After a handover: removes the previous person's data from this tab, even behind Back. */
import type { QueryClient } from '@tanstack/react-query';
import { forgetPerson } from '#web/forget.ts';
import { clearPage } from '#web/page-root.ts';
import { THEME_KEY } from '#web/ui/theme-boot.ts';

export function startAfresh(
  queries: QueryClient,
  leave = (path: string) => location.replace(path),
) {
  // Light or dark mode belongs to the device, and reveals nothing about a person.
  forgetPerson(queries, [THEME_KEY]);
  // A browser may store the rendered page for Back, so it is emptied.
  clearPage();
  leave('/dashboard');
}
