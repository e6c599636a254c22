/**
 * Public pages in other languages: `/how-it-works` is English, `/de/how-it-works` German. The
 * footer links between them; a browser set to one of our languages is redirected to it from an
 * English address, unless it came by the link for English.
 */
import { useLingui } from '@lingui/react/macro';
import { createContext, useContext } from 'react';
import type { Language } from '#core/language.ts';
import { LANGUAGES } from '#web/messages/language.ts';

/** The English address of the page being drawn; undefined if it exists only in English. */
export const PagePath = createContext<string | undefined>(undefined);

export function addressIn(language: string, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** Every language of a page with its address, in the form search engines expect. */
export const alternatesOf = (path: string): { lang: string; path: string }[] =>
  Object.keys(LANGUAGES).map((lang) => ({ lang, path: addressIn(lang, path) }));

/** Keeps a page's links within its language: `href="/donations"` → `/de/donations`. */
export function linksWithin(language: string, body: string, paths: readonly string[]): string {
  if (language === 'en') return body;
  return body.replaceAll(/href="(\/[\w-]*)"/g, (link, path: string) =>
    paths.includes(path) ? `href="${addressIn(language, path)}"` : link,
  );
}

export function LanguageLinks() {
  const { t, i18n } = useLingui();
  const path = useContext(PagePath);
  if (path === undefined) return null;
  return (
    <nav className="foot-links" aria-label={t`Language`}>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <a
          key={language}
          href={language === 'en' ? `${path}#en` : addressIn(language, path)}
          lang={language}
          hrefLang={language}
          aria-current={i18n.locale === language ? 'true' : undefined}
          data-language={language}
        >
          {LANGUAGES[language]}
        </a>
      ))}
    </nav>
  );
}
