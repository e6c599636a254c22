/** What is photographed: who opens which address, and what they press there. */

export type Screen = {
  /** Of the file in docs/screens/. */
  name: string;
  who: string;
  path: string;
  /** Buttons, links or tabs, one after the other, by the beginning of their names. */
  presses?: readonly string[];
  locale?: 'en-US' | 'de-DE' | 'es-ES';
};

const pages = (who: string, paths: Readonly<Record<string, string>>): Screen[] =>
  Object.entries(paths).map(([name, path]) => ({
    name: `${who}-${name}`.toLowerCase(),
    who,
    path,
  }));

const OF_A_CHILD = {
  home: '/dashboard',
  goals: '/family-goals',
  activity: '/activity',
  lessons: '/lessons',
  lesson: '/lessons/what-is-bitcoin',
};

export const SCREENS: readonly Screen[] = [
  ...pages('visitor', {
    landing: '/',
    'how-it-works': '/how-it-works',
    'setup-wizard': '/setup-wizard',
    'privacy-security': '/privacy-security',
    donations: '/donations',
    blog: '/blog',
    article: '/blog/sats-and-units',
    'sign-in': '/onboarding',
    privacy: '/privacy',
    'not-found': '/nowhere',
    demo: '/demo-dashboard',
  }),
  ...pages('newcomer', { home: '/dashboard', setup: '/onboarding-setup', goals: '/family-goals' }),
  ...pages('parent', {
    home: '/dashboard',
    overview: '/dashboard?view=overview',
    'child-view': '/dashboard?view=child',
    goals: '/family-goals',
    activity: '/activity',
    statement: '/statement',
    privacy: '/privacy',
    lessons: '/lessons',
    more: '/more',
    requests: '/requests',
  }),
  ...['Mia', 'Leo', 'Ida'].flatMap((child) => pages(child, OF_A_CHILD)),
  ...pages('operator', { metrics: '/admin', monitoring: '/admin/monitoring' }),
];
