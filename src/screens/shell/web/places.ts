/** The always visible places, and the place that a page belongs to. */
import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { IconProps } from '#web/ui/icons.tsx';
import { BookIcon, FlagIcon, HomeIcon, LessonIcon, LinesIcon, MoreIcon } from '#web/ui/icons.tsx';

export interface Place {
  href: string;
  label: string;
  Icon: ComponentType<IconProps>;
  /** Prefixes of other addresses that belong here. */
  under?: readonly string[];
}

/** The same addresses for everyone; a child's lines are its book. */
export function placesFor(isChild: boolean): Place[] {
  const home: Place = {
    href: '/dashboard',
    label: t`Home`,
    Icon: HomeIcon,
    under: ['/children/', '/requests', '/sunday'],
  };
  const goals: Place = { href: '/family-goals', label: t`Goals`, Icon: FlagIcon };
  const learn: Place = { href: '/lessons', label: t`Learn`, Icon: LessonIcon };
  const more: Place = {
    href: '/more',
    label: t`More`,
    Icon: MoreIcon,
    under: ['/settings', '/privacy', '/coverage', '/lightning-', '/subscription', '/coinos-test'],
  };
  const lines = { href: '/activity', under: ['/statement', '/year'] };
  return isChild
    ? [home, { ...lines, label: t`My book`, Icon: BookIcon }, goals, learn, more]
    : [home, goals, { ...lines, label: t`Activity`, Icon: LinesIcon }, learn, more];
}

/** `page` if the place itself is open; `true` on a page that belongs to it. */
export function currentOf({ href, under = [] }: Place, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  const isUnder = [`${href}/`, ...under].some((start) => path.startsWith(start));
  return isUnder ? 'true' : undefined;
}
