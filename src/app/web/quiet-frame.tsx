/** The frame of the quiet pages (sign-in, setup, errors): the name, one column, and a footer. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';

const BRAND = `inline-flex min-h-12 items-center gap-2.5 font-display text-h3 font-bold text-ink
  no-underline hover:text-ink`;

export function QuietFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <SkipLink />
      <header className="mx-auto w-full max-w-page px-4 pt-4 md:px-6 lg:px-8">
        <a href="/" className={BRAND}>
          <LogoMark /> Satling
        </a>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[40rem] px-4 py-6 md:py-10">
        {children}
      </main>
      <footer className="mx-auto grid w-full max-w-[40rem] gap-4 px-4 pt-4 pb-8">
        <RecentMessages />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="sub">{t`Free. No subscription. Run on donations.`}</p>
          <ThemeSwitch />
          <LanguageMenu />
        </div>
      </footer>
    </div>
  );
}
