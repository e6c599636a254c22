/** Screens to photograph: who opens which URL, with which presses. */

/** A URL without a page, for its 404. */
export const NOWHERE = '/nowhere';

export type Screen = {
  /** Name of the file in .cache/screens/. */
  name: string;
  who: string;
  path: string;
  /** Pressed one after the other, by the beginning of the name; or typed into a field. */
  presses?: readonly Step[];
  locale?: 'en-US' | 'de-DE' | 'es-ES';
  /** Signed in long ago: irreversible actions ask for a fresh sign-in. */
  isStale?: true;
  /** The press closes a dialog or redraws the page, so the whole page is taken. */
  isWhole?: true;
  /** Over http from another machine, where browsers offer no encryption. */
  lacksCrypto?: true;
  /** In a browser whose passkeys can unlock. */
  hasPasskeys?: true;
};

export type Step = string | readonly [label: string, text: string];

const pages = (who: string, paths: Readonly<Record<string, string>>): Screen[] =>
  Object.entries(paths).map(([name, path]) => ({
    name: `${who}-${name}`.toLowerCase(),
    who,
    path,
  }));

const acts = (
  path: string,
  all: Readonly<Record<string, readonly Step[]>>,
  who = 'parent',
): Screen[] =>
  Object.entries(all).map(([name, presses]) => ({
    name: `${who}-${name}`.toLowerCase(),
    who,
    path,
    presses,
  }));

const OF_A_CHILD = {
  home: '/dashboard',
  goals: '/family-goals',
  activity: '/activity',
  lessons: '/lessons',
  lesson: '/lessons/what-is-bitcoin',
  sunday: '/sunday',
};

const WORDS = 'maple-orbit-lantern-pebble-cactus-violin-417';
const ENCRYPTS: readonly Step[] = [
  'Continue',
  ['Passphrase', WORDS],
  ['The same passphrase', WORDS],
  'Continue',
];

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
    'coinos-test': '/coinos-test',
    privacy: '/privacy',
    'not-found': NOWHERE,
    demo: '/demo-dashboard',
    'encryption-options': '/encryption-options',
    'encryption-demo': '/encryption-demo',
  }),
  {
    name: 'newcomer-encryption-plain-http',
    who: 'newcomer',
    path: '/encryption-demo',
    lacksCrypto: true,
  },
  {
    name: 'newcomer-encryption-wizard',
    who: 'newcomer',
    path: '/encryption-demo',
    presses: ENCRYPTS,
    isWhole: true,
  },
  ...acts('/lightning-setup', { 'lightning-setup': [] }, 'newcomer'),
  ...pages('newcomer', { home: '/dashboard', setup: '/onboarding-setup', goals: '/family-goals' }),
  ...pages('parent', {
    home: '/dashboard',
    overview: '/dashboard?view=overview',
    'child-view': '/dashboard?view=child',
    goals: '/family-goals',
    activity: '/activity',
    year: '/year',
    sunday: '/sunday',
    privacy: '/privacy',
    lessons: '/lessons',
    more: '/more',
    requests: '/requests',
  }),
  ...acts('/dashboard', {
    child: ['Leo, '],
    'close-book': ['Leo, ', 'Details', 'Remove child'],
    'hand-over': ['Leo, ', 'Hand over'],
    'add-line': ['Add transaction for Leo'],
    'pay-several': ['Pay several'],
    allowances: ['How pay day works'],
  }),
  ...acts('/activity', { statement: ['Leo’s statement'], entry: ['Fed the rabbits'] }),
  ...acts('/family-goals', { 'create-goal': ['Create Goal'], goal: ['View Details'] }),
  ...acts('/dashboard', { ask: ['Contribute to Goal'] }, 'Mia'),
  ...acts('/dashboard', { ask: ['Ask to Use'] }, 'Ida'),
  ...pages('parent', {
    settings: '/settings',
    'settings-family': '/settings?page=family',
    'settings-paydays': '/settings?page=paydays',
    'settings-account': '/settings?page=account',
    'settings-devices': '/settings?page=devices',
    'settings-data': '/settings?page=data',
  }),
  ...acts('/settings?page=family', {
    'full-parent': ['Make full parent'],
    'remove-spouse': ['Remove'],
  }),
  ...acts('/settings?page=devices', { pin: ['Set PIN'] }),
  ...acts('/settings?page=data', {
    'delete-old-data': ['Delete Old Data'],
    'delete-family': ['Delete family'],
  }),
  ...pages('parent', {
    coverage: '/coverage',
    'lightning-connect': '/lightning-connect',
    'lightning-config': '/lightning-config',
    subscription: '/subscription',
  }),
  ...['Mia', 'Leo', 'Ida'].flatMap((child) => pages(child, OF_A_CHILD)),
  ...(['de-DE', 'es-ES'] as const).flatMap((locale) => [
    { name: `parent-home-${locale.slice(0, 2)}`, who: 'parent', path: '/dashboard', locale },
    { name: `mia-home-${locale.slice(0, 2)}`, who: 'Mia', path: '/dashboard', locale },
  ]),
  {
    name: 'parent-step-up',
    who: 'parent',
    path: '/settings?page=family',
    presses: ['Make full parent', 'Make full parent'],
    isStale: true,
  },
  ...pages('operator', { metrics: '/admin', monitoring: '/admin/monitoring' }),
];
