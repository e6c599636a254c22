/** The pages of the program. The server answers them with 200, everything else with 404. */
export const PAGES = [
  '/onboarding',
  '/auth/verify',
  '/auth/email',
  '/onboarding-setup',
  '/logout',
  '/dashboard',
  '/family-goals',
  '/privacy',
  '/activity',
  '/statement',
  '/invitation',
  '/lessons',
  '/lessons/:slug',
  '/admin',
  '/admin/monitoring',
] as const;
