/** Every public page's metadata and completeness. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { SITE_PAGES } from './site-pages.tsx';

const draw = (Body: (typeof SITE_PAGES)[number]['Body']) => {
  const page = document.createElement('div');
  page.append(
    document.createRange().createContextualFragment(
      renderToStaticMarkup(
        <MessagesProvider>
          <Body />
        </MessagesProvider>,
      ),
    ),
  );
  return page;
};

test('each public page has a title and a description of its own, of a size that is shown (PLAT-37)', () => {
  const all = SITE_PAGES.map(({ path, title, description, keywords }) => ({
    path,
    title: title(),
    description: description(),
    keywords: keywords(),
  }));
  for (const { path, title, description, keywords } of all) {
    expect(title.length, path).toBeLessThanOrEqual(70);
    expect(description.length, path).toBeLessThanOrEqual(155);
    expect(description.length, path).toBeGreaterThan(50);
    expect(keywords, path).not.toBe('');
  }
  for (const key of ['path', 'title', 'description'] as const)
    expect(new Set(all.map((one) => one[key])).size, key).toBe(all.length);
});

test.each(SITE_PAGES)('$path has one title, one main part and the way home', ({ Body }) => {
  const page = draw(Body);
  expect(page.querySelectorAll('h1')).toHaveLength(1);
  expect(page.querySelectorAll('main#main')).toHaveLength(1);
  expect(page.querySelector('header a[href="/"]')).not.toBeNull();
  expect(page.querySelectorAll('[data-theme-switch] input')).toHaveLength(3);
});
