/** Every public page that the build renders, once: address, what it says about itself, content. */
import { t } from '@lingui/core/macro';
import { HowItWorks } from './how-it-works.tsx';
import { Landing } from './landing.tsx';
import { LANDING_BOOT } from './landing-boot.ts';
import type { SitePage } from './site-page.ts';

export const SITE_PAGES: readonly SitePage[] = [
  {
    path: '/',
    title: () => t`Satling: pocket money that teaches Bitcoin`,
    description: () =>
      t`A savings book for every child. Families keep their own keys, decide together, and pay pocket money in sats from their own wallet. Free.`,
    keywords: () => t`pocket money, allowance, Bitcoin, sats, Lightning, children, savings`,
    Body: Landing,
    entry: 'landing',
    boot: [LANDING_BOOT],
  },
  {
    path: '/how-it-works',
    title: () => t`How it works · Satling`,
    description: () =>
      t`Pay days, requests, goals: how a family keeps its children’s savings book, who decides what, and why the money stays in your own wallet.`,
    keywords: () => t`allowance, pocket money, how it works, parents, children, sats`,
    Body: HowItWorks,
    entry: 'site',
  },
];
