/**
 * The public pages in German and Spanish: complete, of a displayed size, linked among themselves.
 */
import { i18n } from '@lingui/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { catalogue as german } from '#web/messages/de.ts';
import { catalogue as spanish } from '#web/messages/es.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { keepLanguage } from './keep-language.ts';
import { LANGUAGE_BOOT } from './language-boot.ts';
import { linksWithin, PagePath } from './site-language.tsx';
import { TRANSLATED_PAGES } from './site-pages.tsx';

afterEach(() => i18n.activate('en'));

test.each([
  ['de', german],
  ['es', spanish],
])(
  'in %s each page has a title and a description that differ from the English',
  (locale, { messages }) => {
    const texts = () =>
      TRANSLATED_PAGES.map(({ title, description }) => ({ title: title(), about: description() }));
    const english = texts();
    i18n.loadAndActivate({ locale, messages });
    for (const [i, { title, about }] of texts().entries()) {
      expect(title.length, title).toBeLessThanOrEqual(70);
      expect(about.length, about).toBeLessThanOrEqual(155);
      expect(about).not.toBe(english[i]?.about);
    }
  },
);

test('a link within a language stays in it; one to an English page and the link for English do not', () => {
  const body = '<a href="/"></a><a href="/donations"></a><a href="/blog"></a><a href="/#en"></a>';
  const paths = ['/', '/donations'];
  expect(linksWithin('en', body, paths)).toBe(body);
  expect(linksWithin('de', body, paths)).toBe(
    '<a href="/de"></a><a href="/de/donations"></a><a href="/blog"></a><a href="/#en"></a>',
  );
});

test('the footer links every language, and the chosen one is remembered', () => {
  const { Body } = TRANSLATED_PAGES.find(({ path }) => path === '/how-it-works') ?? {};
  if (!Body) throw new Error('The page is gone.');
  document.body.append(
    document.createRange().createContextualFragment(
      renderToStaticMarkup(
        <MessagesProvider>
          <PagePath value="/how-it-works">
            <Body />
          </PagePath>
        </MessagesProvider>,
      ),
    ),
  );
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-language]')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/how-it-works#en',
    '/de/how-it-works',
    '/es/how-it-works',
  ]);
  keepLanguage();
  links[2]?.addEventListener('click', (event) => event.preventDefault());
  links[2]?.click();
  expect(localStorage.getItem('satling_language')).toBe('es');
});

test('a browser is led to its language, an English one and the link for English are not', () => {
  const led = (own: string[], kept: string | null, hash = '', pathname = '/donations') => {
    const went: string[] = [];
    new Function('localStorage', 'navigator', 'location', LANGUAGE_BOOT)(
      { getItem: () => kept },
      { languages: own },
      { hash, pathname, search: '', replace: (to: string) => went.push(to) },
    );
    return went[0];
  };
  expect(led(['en-US'], null)).toBeUndefined();
  expect(led(['fr'], null)).toBeUndefined();
  expect(led(['de-DE', 'en'], 'en')).toBeUndefined();
  expect(led(['de-DE', 'en'], null, '#en')).toBeUndefined();
  expect(led(['de-DE', 'en'], null)).toBe('/de/donations');
  expect(led(['en-US'], 'es', '', '/')).toBe('/es');
});
