/** Every public page as a visitor sees it: on a phone in light, on a desktop in dark. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, sample, type View, visit } from '../support/browser.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const VIEWS: View[] = [
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
];

const { program, browser } = await programAndBrowser({
  DONATION_ADDRESS: ADDRESS,
  SOURCE_URL: 'https://code.example/satling',
});

/** From the site map, which includes new pages; of the articles, only the first. */
async function publicPages(): Promise<string[]> {
  const map = await (await fetch(`${program.origin}/sitemap.xml`)).text();
  const all = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => String(url));
  expect(all.every((url) => url.startsWith(`${program.origin}/`))).toBe(true);
  const paths = all.map((url) => new URL(url).pathname);
  const articles = paths.filter((path) => path.startsWith('/blog/'));
  return paths.filter((path) => !path.startsWith('/blog/') || path === articles[0]);
}

const facts = (page: Page) =>
  page.evaluate<Record<string, string>>(`(() => {
    const meta = (key) => document.querySelector(
      'meta[name="' + key + '"],meta[property="' + key + '"]',
    )?.content ?? '';
    return {
      title: document.title, canonical: document.querySelector('link[rel=canonical]')?.href ?? '',
      description: meta('description'), keywords: meta('keywords'), ogTitle: meta('og:title'),
      ogDescription: meta('og:description'), ogImage: meta('og:image'),
    };
  })()`);

test.each(sample(VIEWS))(
  'public pages at $width px, $theme (PLAT-37 PLAT-41 INFO-01 INFO-05 INFO-08 INFO-09 INFO-11)',
  async (view) => {
    const { page, context, problems, requests } = await visit(browser, program.origin, view);
    const paths = await publicPages();
    for (const path of ['/', '/how-it-works', '/setup-wizard', '/privacy-security', '/donations'])
      expect(paths).toContain(path);
    const links = new Set<string>();
    const seen: Record<string, string>[] = [];
    for (const path of paths) {
      const reply = await page.goto(program.origin + path, { waitUntil: 'networkidle' });
      expect(reply?.status(), path).toBe(200);
      await expectAccessible(page, path);
      const one = await facts(page);
      expect(one.canonical, path).toBe(program.origin + path);
      expect(one.ogTitle, path).toBe(one.title);
      expect(one.ogDescription, path).toBe(one.description);
      expect(one.ogImage, path).toBe(`${program.origin}/card.png`);
      expect(one.keywords, path).not.toBe('');
      seen.push(one);
      for (const href of await page.$$eval('a[href]', (all) => all.map((a) => a.href)))
        links.add(href.split('#')[0] as string);
    }
    for (const key of ['title', 'description'])
      expect(new Set(seen.map((one) => one[key])).size, key).toBe(paths.length);
    const own = [...links].filter((href) => href.startsWith(program.origin));
    expect(own.length).toBeGreaterThan(8);
    for (const href of own) expect((await context.request.get(href)).status(), href).toBe(200);
    expect((await context.request.get(`${program.origin}/card.png`)).status()).toBe(200);
    expect(problems).toEqual([]);
    expect(requests.filter((line) => line.includes('/api/visits'))).toEqual([]);
    await context.close();
  },
);

test('the donation page of this server: its code, copied; no other card (INFO-13 INFO-15 INFO-16 INFO-02)', async () => {
  const { page, context, problems } = await visit(browser, program.origin, VIEWS[0] as View);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${program.origin}/donations`);
  expect(await page.getByText('Lightning address').count()).toBe(0);
  expect(await page.getByText('no donation address').count()).toBe(0);
  expect(await page.locator('.qr svg path').count()).toBe(2);
  await page.getByText(ADDRESS).waitFor();
  await page.getByRole('button', { name: 'Copy the Bitcoin payment code' }).click();
  await page.getByRole('status').getByText('Copied!').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(ADDRESS);
  await page.goto(`${program.origin}/how-it-works`);
  const source = page.getByRole('link', { name: 'Read the source' });
  expect(await source.getAttribute('href')).toBe('https://code.example/satling');
  expect(problems).toEqual([]);
  await context.close();
});

test('a theme chosen on one public page applies to the next, and in the app', async () => {
  const { page, context } = await visit(browser, program.origin, VIEWS[0] as View);
  await page.goto(`${program.origin}/how-it-works`);
  await page.getByRole('radio', { name: 'Dark' }).check();
  for (const path of ['/', '/onboarding']) {
    await page.goto(program.origin + path);
    expect(await page.evaluate('document.documentElement.dataset.theme'), path).toBe('dark');
  }
  await context.close();
});
