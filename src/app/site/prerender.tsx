/** Renders the public pages to text, for the build. */
import { renderToString } from 'react-dom/server';
import { i18n } from '#web/messages/i18n.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { THEME_BOOT } from '#web/ui/theme-boot.ts';
import type { Prerendered, SiteFile, SitePage } from './site-page.ts';
import { SITE_FILES, SITE_PAGES } from './site-pages.tsx';

export function prerenderSite(): { pages: Prerendered[]; files: readonly SiteFile[] } {
  return { pages: SITE_PAGES.map(prerender), files: SITE_FILES };
}

function prerender({ Body, title, description, keywords, boot = [], ...rest }: SitePage) {
  return {
    ...rest,
    title: title(),
    description: description(),
    keywords: keywords(),
    // As a client would hydrate it, should the page's entry do so.
    body: renderToString(
      <MessagesProvider>
        <Body />
      </MessagesProvider>,
    ),
    boot: [THEME_BOOT, ...boot],
    lang: i18n.locale,
  };
}
