/** The frame of the quiet pages (sign-in, setup, errors): the name, one column, and a footer. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sells } from '#web/sells.ts';
import { isSignedIn } from '#web/signed-in.ts';
import { lookClass } from '#web/ui/button.tsx';
import { NextIcon } from '#web/ui/icons.tsx';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';

export function QuietFrame({ children }: { children: ReactNode }) {
  return (
    <div className="quiet in-order">
      <SkipLink />
      <header className="quiet-head">
        <a href="/" className="quiet-brand">
          <LogoMark /> Satling
        </a>
        {isSignedIn() && (
          <Link href="/dashboard" className={lookClass({ look: 'quiet', small: true })}>
            {t`Dashboard`} <NextIcon size={18} />
          </Link>
        )}
      </header>
      <main id="main" tabIndex={-1} className="quiet-main">
        {children}
      </main>
      <footer className="quiet-foot">
        <RecentMessages />
        <div className="spread gap-4">
          <p className="sub">
            {sells()
              ? t`Free at its core. Hosted reminders can be bought.`
              : t`Free. No subscription. Run on donations.`}
          </p>
          <ThemeSwitch />
          <LanguageMenu />
        </div>
      </footer>
    </div>
  );
}
