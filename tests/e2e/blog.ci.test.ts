/** The blog in a browser: read without script, searched, opened, counted and shared. */
import { expect, test } from 'vitest';
import { expectAccessible, setLetters, shot, VIEWS, visit } from '../support/browser.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser();

const SLUG = 'sats-and-units';
const WORDS = 'comma in between';

test('list and article are complete without script, and no button is dead (BLOG-01 BLOG-17 PLAT-41)', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${program.origin}/blog`);
  const listed = await page.locator('[data-list] .post-title a').count();
  expect(listed).toBeGreaterThan(20);
  expect(await page.locator('[data-list] .posts > li:visible').count()).toBe(listed);
  expect(await page.locator('main button:visible, main input:visible').count()).toBe(0);
  await page.locator(`[data-list] a[href="/blog/${SLUG}"]`).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.innerText('.prose')).toContain('One bitcoin is 100,000,000 sats.');
  expect(await page.locator('main button:visible').count()).toBe(0);
  await context.close();
});

test('a URL without an article gets a page with status 404 that is not indexed (BLOG-24)', async () => {
  const reply = await fetch(`${program.origin}/blog/no-such-article`);
  const html = await reply.text();
  expect(reply.status).toBe(404);
  expect(html).toContain('Article Not Found');
  expect(html).toContain('<meta name="robots" content="noindex">');
});

test('an article has metadata for machines; the feed and the site map list it (BLOG-18 PLAT-37)', async () => {
  const text = async (path: string) => (await fetch(program.origin + path)).text();
  const html = await text(`/blog/${SLUG}`);
  const post = JSON.parse(await text(`/api/blog/posts/${SLUG}`));
  expect(post.metaTitle).not.toBe(post.title);
  for (const words of [post.metaTitle, post.metaDescription, post.keywords.join(', ')])
    expect(words).toMatch(/^[^<>&"]+$/);
  const address = `${program.origin}/blog/${SLUG}`;
  expect(html).toContain(`<link rel="canonical" href="${address}">`);
  expect(html).toContain(`<title>${post.metaTitle}</title>`);
  expect(html).toContain(`<meta name="description" content="${post.metaDescription}">`);
  expect(html).toContain(`<meta name="keywords" content="${post.keywords.join(', ')}">`);
  expect(html).toContain('<meta property="og:type" content="article">');
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ '@type': 'Article', mainEntityOfPage: address });
  const [feed, map] = [await text('/blog/rss.xml'), await text('/sitemap.xml')];
  expect(feed).toContain(`<link>${address}</link>`);
  expect(map).toContain(`<loc>${address}</loc>`);
  for (const hidden of ['not-found', 'failed', 'rss.xml', 'connect-a-watch-only-wallet']) {
    expect(map).not.toContain(`/blog/${hidden}<`);
    expect(feed).not.toContain(`/blog/${hidden}<`);
  }
});

test.each(VIEWS)(
  'find, open, count and share an article %o (BLOG-01 BLOG-07 BLOG-09 BLOG-11 BLOG-19 BLOG-21)',
  async (view) => {
    const { page, context, problems } = await visit(browser, program.origin, view);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const list = page.locator('[data-list]');
    const titles = () => list.locator('.posts > li:visible .post-title').allInnerTexts();
    /** The script loads it after the page is drawn; until then there is a dash. */
    const listedViews = async () => {
      const shown = () => list.locator(`[data-views="${SLUG}"]`).textContent();
      await expect.poll(shown).toMatch(/^\d+$/);
      return Number(await shown());
    };
    await page.goto(`${program.origin}/blog`);
    await expectAccessible(page, 'the list');
    await shot(page, `blog-${view.width}-${view.theme}`);
    expect(await titles()).toHaveLength(20);
    await listedViews();
    await page.getByRole('button', { name: 'Show more articles' }).click();
    expect((await titles()).length).toBeGreaterThan(20);

    await page.getByRole('searchbox').fill('no such words anywhere');
    await page.getByText('No articles found').waitFor();
    await expectAccessible(page, 'nothing found');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: /^News/ }).click();
    expect(new URL(page.url()).search).toBe('?category=news');
    const news = await titles();
    await page.reload();
    expect(await titles()).toEqual(news);
    await page.getByRole('combobox').selectOption('');
    await page.getByRole('searchbox').fill(WORDS);

    const before = await listedViews();
    await list.locator(`a[href="/blog/${SLUG}"]`).click();
    const views = page.locator(`[data-views="${SLUG}"]`);
    await expect.poll(() => views.textContent()).toBe(String(before + 1));
    await expectAccessible(page, 'the article');
    await shot(page, `article-${view.width}-${view.theme}`);
    await page.reload();
    await expect.poll(() => views.textContent()).toBe(String(before + 1));

    // Chromium on a desktop has no share sheet; a jsdom test covers browsers that have one.
    await page.evaluate("Object.defineProperty(navigator, 'share', { value: undefined })");
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Link copied to clipboard!').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `${program.origin}/blog/${SLUG}`,
    );
    await setLetters(page, '200%');
    await expectAccessible(page, 'the article in large letters');
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bitcoin Education Blog' }).waitFor();
    await setLetters(page, '200%');
    await expectAccessible(page, 'the list in large letters');
    expect(problems).toEqual([]);
    await context.close();
  },
);
