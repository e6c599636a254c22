/** Every public page that the build renders: address, metadata, content. */
import { t } from '@lingui/core/macro';
import { BLOG_FEED, BLOG_PAGES } from './blog-pages.tsx';
import { Donations } from './donations.tsx';
import { EncryptionDemo } from './encryption/encryption-demo.tsx';
import { EncryptionOptions } from './encryption/encryption-options.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Landing } from './landing.tsx';
import { LANDING_BOOT } from './landing-boot.ts';
import { LogoDemo } from './logo-demo.tsx';
import { PrivacySecurity } from './privacy-security.tsx';
import { SetupWizard } from './setup-wizard.tsx';
import type { SiteFile, SitePage } from './site-page.ts';

/** Pages that exist in every language. */
export const TRANSLATED_PAGES: readonly SitePage[] = [
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
  {
    path: '/setup-wizard',
    title: () => t`Setup wizard · Satling`,
    description: () =>
      t`Start with the book alone, or add Lightning later. See how a browser locks a wallet with your own passphrase before anything leaves it.`,
    keywords: () => t`client-side encryption, passphrase, Lightning, setup, family`,
    Body: SetupWizard,
    entry: 'site',
  },
  {
    path: '/encryption-options',
    title: () => t`Wallet security options · Satling`,
    description: () =>
      t`Zero-knowledge or standard: who can read the keys to your family’s wallet, what the server can see in each mode, and how to set it up.`,
    keywords: () => t`wallet security, zero-knowledge, client-side encryption, passphrase`,
    Body: EncryptionOptions,
    entry: 'encryption',
    boot: [LANDING_BOOT],
  },
  {
    path: '/encryption-demo',
    title: () => t`Encryption demo · Satling`,
    description: () =>
      t`Lock your wallet’s key in your own browser, in four short steps, and see that only the locked copy is ever sent to the server.`,
    keywords: () => t`encryption demo, passphrase, xpub, wallet, browser`,
    Body: EncryptionDemo,
    entry: 'encryption',
    boot: [LANDING_BOOT],
  },
  {
    path: '/privacy-security',
    title: () => t`Privacy & Security · Satling`,
    description: () =>
      t`What Satling keeps about your family, for how long, who can see it and how it is protected. No money, no secret words, no passwords, no advertising.`,
    keywords: () => t`privacy, security, children, data, no tracking, self-hosting`,
    Body: PrivacySecurity,
    entry: 'site',
  },
  {
    path: '/donations',
    title: () => t`Support Satling with a donation`,
    description: () =>
      t`Satling is free for every family and runs on voluntary donations, value for value. Where to send one, and what it helps to pay for.`,
    keywords: () => t`donation, value for value, Bitcoin, Lightning address`,
    Body: Donations,
    entry: 'site',
  },
  {
    path: '/logo-demo',
    title: () => t`Three family trees · Satling`,
    description: () =>
      t`The mark of Satling in three drawings and three sizes: a sapling, a tree of branches, and a tree that grows out of a savings book.`,
    keywords: () => t`logo, family tree, mark`,
    Body: LogoDemo,
    entry: 'site',
  },
];

/** The articles are English. */
export const SITE_PAGES: readonly SitePage[] = [...TRANSLATED_PAGES, ...BLOG_PAGES];

export const SITE_FILES: readonly SiteFile[] = [BLOG_FEED];
