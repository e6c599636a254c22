/**
 * The only data counted, if the operator has set up a collector (ANALYTICS_URL): the page's
 * address, if it is listed here, and the event's name. None of these addresses contains a token, an
 * id or a name, and no sign-in page is among them. Pure.
 */
export const VISITS_PATH = '/api/visits';

export const VISIT_EVENTS = [
  'page_view',
  'cta_dashboard_access',
  'cta_demo_access',
  'cta_learn_more',
  'blog_accessed',
  'cta_get_started',
  'donation_address_copied',
] as const;
export type VisitEvent = (typeof VISIT_EVENTS)[number];

const COUNTED = [
  '/',
  '/how-it-works',
  '/setup-wizard',
  '/privacy-security',
  '/donations',
  '/logo-demo',
  '/blog',
  '/demo',
  '/demo-dashboard',
  '/demo-goals',
  '/privacy',
  '/dashboard',
  '/family-goals',
  '/activity',
  '/statement',
];

export const isCounted = (path: string): boolean =>
  COUNTED.includes(path) || /^\/blog\/[a-z0-9-]{1,100}$/.test(path);

export const isVisitEvent = (name: unknown): name is VisitEvent =>
  (VISIT_EVENTS as readonly unknown[]).includes(name);

type Visitor = { role: string; handedOver: boolean };

/** Never counts a child or a handed-over tablet. */
export const mayBeCounted = (visitor: Visitor | undefined): boolean =>
  visitor === undefined || (visitor.role !== 'child' && !visitor.handedOver);
