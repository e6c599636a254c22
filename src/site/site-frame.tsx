/**
 * The frame of every public page except the home page: the name, the home link, and the footer with
 * links.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LogoMark } from '#web/ui/logo.tsx';
import { LanguageLinks } from './site-language.tsx';

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page">
      <SkipLink />
      <header className="top">
        <SiteName />
        <a className="btn btn-alt btn-sm" href="/">
          <Trans>Home</Trans>
        </a>
      </header>
      <main id="main">{children}</main>
      <SiteFoot />
    </div>
  );
}

export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      <Trans>Skip to the content</Trans>
    </a>
  );
}

export function SiteName() {
  return (
    <a className="name" href="/">
      <LogoMark />
      Satling
    </a>
  );
}

/** Further pages, the languages, and the theme. */
export function SiteFoot() {
  return (
    <footer className="foot">
      <nav className="foot-links" aria-label="Satling">
        <a href="/blog" data-event="blog_accessed">
          <Trans>Bitcoin Education Blog</Trans>
        </a>
        <a href="/privacy-security">
          <Trans>Privacy & Security</Trans>
        </a>
        <a href="/donations">
          <Trans>Support</Trans>
        </a>
      </nav>
      <LanguageLinks />
      <ThemeChoice />
      <p>
        <Trans>Your family keeps the money. Satling keeps the book.</Trans>
      </p>
    </footer>
  );
}

/** Plain radio buttons; `site-theme.ts` adds the behavior. */
function ThemeChoice() {
  const { t } = useLingui();
  const choices = [
    { value: 'system', label: t`System` },
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
  ];
  return (
    <div className="segments" role="radiogroup" aria-label={t`Theme`} data-theme-switch="">
      {choices.map(({ value, label }) => (
        <label key={value} className="segment">
          <input type="radio" name="theme" value={value} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
