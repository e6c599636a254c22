/** After a change of hands: nothing of who was there stays in this tab, and Back finds nothing. */
import type { QueryClient } from '@tanstack/react-query';
import { forgetPerson } from '#web/forget.ts';
import { clearPage } from '#web/page-root.ts';
import { THEME_KEY } from '#web/ui/theme-boot.ts';

export function startAfresh(
  queries: QueryClient,
  leave = (path: string) => location.replace(path),
) {
  // Light or dark is a matter of the device: it says nothing of a person.
  forgetPerson(queries, [THEME_KEY]);
  // A browser may keep a left page as it was drawn, for Back; this one is empty.
  clearPage();
  leave('/dashboard');
}
