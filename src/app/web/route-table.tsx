/** The page at each address of the app: its metadata, and how it is loaded. */

import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { PageAddress } from '#contract/pages.ts';
import { DashboardPage } from '#screens/dashboard/web/dashboard-page.tsx';
import { lazyPart as page } from '#web/lazy-part.ts';

export interface PageRoute {
  title: () => string;
  /** Shared by the sign-in pages and those behind it: only their reader sees it. */
  about?: () => string;
  /** Visitors are sent to the sign-in. */
  signedIn?: boolean;
  /** Children are sent home. */
  adults?: boolean;
  /**
   * The frame around the page. `shell` and, in one column, `narrow`: header and places; `member`:
   * the same if signed in, the quiet frame for visitors; `own`: the page brings its own header and
   * `<main id="main">`. If undefined, the quiet frame.
   */
  frame?: 'shell' | 'narrow' | 'member' | 'own';
  Page: ComponentType;
}

/** Both are one chunk, which only operators load. */
const operators = () => import('#features/operator/admin/web/pages.tsx');

const demo: PageRoute = {
  title: () => t`Demo`,
  about: () => t`The savings book of a made-up family, to try out. Nothing is sent or kept.`,
  frame: 'own',
  Page: page(async () => (await import('#demo/demo-page.tsx')).DemoPage),
};

const goals: PageRoute = {
  title: () => t`Family Goals`,
  signedIn: true,
  frame: 'shell',
  Page: page(async () => (await import('#screens/goals/web/goals-page.tsx')).GoalsPage),
};

const requests: PageRoute = {
  title: () => t`Children’s requests`,
  signedIn: true,
  frame: 'narrow',
  Page: page(async () => (await import('#screens/requests/web/requests-page.tsx')).RequestsPage),
};

export const ROUTES: Readonly<Record<PageAddress, PageRoute>> = {
  '/dashboard': {
    title: () => t`Dashboard`,
    signedIn: true,
    frame: 'shell',
    // Not lazy: people open this page every day, and this saves a request.
    Page: DashboardPage,
  },
  '/activity': {
    title: () => t`Activity`,
    signedIn: true,
    frame: 'narrow',
    Page: page(async () => (await import('#screens/activity/web/activity-page.tsx')).ActivityPage),
  },
  '/statement': {
    title: () => t`Statement`,
    signedIn: true,
    frame: 'narrow',
    Page: page(
      async () =>
        (await import('#features/pocket/statements/web/statement-page.tsx')).StatementPage,
    ),
  },
  '/year': {
    title: () => t`The year`,
    signedIn: true,
    frame: 'shell',
    Page: page(async () => (await import('#screens/year/web/year-page.tsx')).YearPage),
  },
  '/sunday': {
    title: () => t`Sunday`,
    signedIn: true,
    frame: 'shell',
    Page: page(async () => (await import('#screens/sunday/web/sunday-page.tsx')).SundayPage),
  },
  '/settings': {
    title: () => t`Settings`,
    signedIn: true,
    adults: true,
    frame: 'narrow',
    Page: page(async () => (await import('#screens/settings/web/settings-page.tsx')).SettingsPage),
  },
  '/coverage': {
    title: () => t`Is it covered?`,
    signedIn: true,
    adults: true,
    frame: 'narrow',
    Page: page(
      async () => (await import('#screens/dashboard/web/coverage-screen.tsx')).CoverageScreen,
    ),
  },
  '/lightning-connect': {
    title: () => t`Connect Lightning`,
    signedIn: true,
    adults: true,
    frame: 'narrow',
    Page: page(
      async () => (await import('#screens/lightning/web/connect-page.tsx')).ConnectLightningPage,
    ),
  },
  '/lightning-config': {
    title: () => t`Lightning wallet`,
    signedIn: true,
    adults: true,
    frame: 'narrow',
    Page: page(
      async () => (await import('#features/money/lightning/web/config-page.tsx')).ConfigPage,
    ),
  },
  '/lightning-setup': {
    title: () => t`Set up Lightning`,
    signedIn: true,
    adults: true,
    frame: 'narrow',
    Page: page(
      async () => (await import('#screens/lightning/web/setup-page.tsx')).LightningSetupPage,
    ),
  },
  '/subscription': {
    title: () => t`Subscription`,
    signedIn: true,
    adults: true,
    frame: 'narrow',
    Page: page(
      async () =>
        (await import('#features/money/billing/web/subscription-page.tsx')).SubscriptionPage,
    ),
  },
  '/coinos-test': {
    title: () => t`Try your wallet`,
    about: () => t`Does your Lightning wallet answer?`,
    adults: true,
    frame: 'member',
    Page: page(
      async () => (await import('#features/money/lightning/web/trial/trial-page.tsx')).TrialPage,
    ),
  },
  '/onboarding': {
    title: () => t`Sign in`,
    about: () => t`Open your family's savings book with a link by e-mail. There is no password.`,
    Page: page(async () => (await import('#screens/sign-in/web/sign-in-page.tsx')).SignInPage),
  },
  '/claim': {
    title: () => t`Claim this server`,
    Page: page(
      async () => (await import('#screens/sign-in/web/claim-or-restore.tsx')).ClaimOrRestorePage,
    ),
  },
  '/join': {
    title: () => t`Join a family`,
    Page: page(async () => (await import('#screens/joining/web/join-page.tsx')).JoinPage),
  },
  '/auth/verify': {
    title: () => t`Signing in`,
    Page: page(
      async () => (await import('#features/people/auth/web/verify/verify-page.tsx')).VerifyPage,
    ),
  },
  '/auth/email': {
    title: () => t`Change of address`,
    Page: page(
      async () =>
        (await import('#features/household/email-change/web/confirm-page.tsx')).ConfirmPage,
    ),
  },
  '/logout': {
    title: () => t`Signing out`,
    Page: page(async () => (await import('#features/people/auth/web/logout-page.tsx')).LogoutPage),
  },
  '/onboarding-setup': {
    title: () => t`Set up your family`,
    signedIn: true,
    Page: page(async () => (await import('#screens/setup/web/setup-page.tsx')).SetupPage),
  },
  '/family-goals': goals,
  '/family-goals/:id': goals,
  '/requests': requests,
  '/requests/:id': requests,
  '/children/:id': {
    title: () => t`One child`,
    signedIn: true,
    adults: true,
    frame: 'shell',
    Page: page(async () => (await import('#screens/child/web/child-page.tsx')).ChildPage),
  },
  '/lessons': {
    title: () => t`Lessons`,
    signedIn: true,
    frame: 'shell',
    Page: page(async () => (await import('#screens/lessons/web/lessons-page.tsx')).LessonsPage),
  },
  '/lessons/:slug': {
    title: () => t`Lesson`,
    signedIn: true,
    frame: 'shell',
    Page: page(async () => (await import('#screens/lessons/web/lesson-page.tsx')).LessonPage),
  },
  '/privacy': {
    title: () => t`Privacy and security`,
    frame: 'member',
    Page: page(async () => (await import('#screens/device/web/device-page.tsx')).DevicePage),
  },
  '/more': {
    title: () => t`More`,
    signedIn: true,
    frame: 'narrow',
    Page: page(async () => (await import('#screens/more/web/more-page.tsx')).MorePage),
  },
  '/invitation': {
    title: () => t`Invitation`,
    signedIn: true,
    Page: page(
      async () =>
        (await import('#features/household/family/web/invite/invitation-page.tsx')).InvitationPage,
    ),
  },
  // These pages check access themselves, and send everyone else to the home page.
  '/admin': {
    title: () => t`Admin`,
    frame: 'own',
    Page: page(async () => (await operators()).AdminPage),
  },
  '/admin/monitoring': {
    title: () => t`System Monitoring`,
    frame: 'own',
    Page: page(async () => (await operators()).MonitoringPage),
  },
  '/admin/settings': {
    title: () => t`Server settings`,
    frame: 'own',
    Page: page(async () => (await operators()).SettingsPage),
  },
  '/admin/backups': {
    title: () => t`Backups`,
    frame: 'own',
    Page: page(async () => (await import('#screens/backups/web/backups-page.tsx')).BackupsPage),
  },
  '/demo': demo,
  '/demo-dashboard': demo,
  '/demo-goals': demo,
  '/demo-coverage': demo,
};
