/** The frame of the quiet pages (sign-in, setup, errors): the name, one column, and a footer. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';

export function QuietFrame({ children }: { children: ReactNode }) {
  return (
    <div className="quiet">
      <SkipLink />
      <header className="quiet-head">
        <a href="/" className="quiet-brand">
          <LogoMark /> Satling
        </a>
      </header>
      <main id="main" tabIndex={-1} className="quiet-main">
        {children}
      </main>
      <footer className="quiet-foot">
        <RecentMessages />
        <div className="spread gap-4">
          <p className="sub">{t`Free. No subscription. Run on donations.`}</p>
          <ThemeSwitch />
          <LanguageMenu />
        </div>
      </footer>
    </div>
  );
}
