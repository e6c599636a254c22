/** Renders the public pages to text for the build: all in English, most in other languages too. */
import { renderToString } from 'react-dom/server';
import { catalogue as german } from '#web/messages/de.ts';
import { catalogue as spanish } from '#web/messages/es.ts';
import { i18n } from '#web/messages/i18n.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { THEME_BOOT } from '#web/ui/theme-boot.ts';
import { LANGUAGE_BOOT } from './language-boot.ts';
import { addressIn, alternatesOf, linksWithin, PagePath } from './site-language.tsx';
import type { Prerendered, SiteFile, SitePage } from './site-page.ts';
import { SITE_FILES, SITE_PAGES, TRANSLATED_PAGES } from './site-pages.tsx';

export function prerenderSite(): { pages: Prerendered[]; files: readonly SiteFile[] } {
  const pages = SITE_PAGES.map(prerender);
  for (const [locale, { messages }] of Object.entries({ de: german, es: spanish })) {
    i18n.loadAndActivate({ locale, messages });
    pages.push(...TRANSLATED_PAGES.map(prerender));
  }
  i18n.activate('en');
  return { pages, files: SITE_FILES };
}

function prerender(page: SitePage): Prerendered {
  const { Body, title, description, keywords, boot = [], path, ...rest } = page;
  const lang = i18n.locale;
  const isTranslated = TRANSLATED_PAGES.includes(page);
  // In the form that a client could hydrate, if the page's entry ever does.
  const body = renderToString(
    <MessagesProvider>
      <PagePath value={isTranslated ? path : undefined}>
        <Body />
      </PagePath>
    </MessagesProvider>,
  );
  return {
    ...rest,
    path: addressIn(lang, path),
    title: title(),
    description: description(),
    keywords: keywords(),
    body: linksWithin(
      lang,
      body,
      TRANSLATED_PAGES.map((one) => one.path),
    ),
    boot: [THEME_BOOT, ...(isTranslated && lang === 'en' ? [LANGUAGE_BOOT] : []), ...boot],
    lang,
    alternates: isTranslated ? alternatesOf(path) : [],
  };
}
