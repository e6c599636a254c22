/**
 * The addresses of the app's pages. The server answers them with 200 and the service worker knows
 * them; app/web/route-table.tsx has exactly one page for each.
 */
export const PAGES = [
  '/onboarding',
  '/claim',
  '/join',
  '/auth/verify',
  '/auth/email',
  '/onboarding-setup',
  '/logout',
  '/dashboard',
  '/family-goals',
  '/family-goals/:id',
  '/children/:id',
  '/requests',
  '/requests/:id',
  '/privacy',
  '/more',
  '/settings',
  '/activity',
  '/statement',
  '/year',
  '/coverage',
  '/lightning-connect',
  '/lightning-config',
  '/lightning-setup',
  '/subscription',
  '/coinos-test',
  '/invitation',
  '/lessons',
  '/lessons/:slug',
  '/admin',
  '/admin/monitoring',
  '/admin/settings',
  '/demo',
  '/demo-dashboard',
  '/demo-goals',
  '/demo-coverage',
  '/demo-year',
] as const;

export type PageAddress = (typeof PAGES)[number];
