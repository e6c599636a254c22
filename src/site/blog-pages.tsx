/** The blog's public pages, one per article in content/blog, and its feed. */
import { t } from '@lingui/core/macro';
import { type Article, readArticles } from '#features/learn/blog/article.ts';
import { feed } from '#features/learn/blog/feed.ts';
import { pageTitle } from '#features/learn/blog/rules.ts';
import { ArticleFailed, ArticleNotFound } from '#features/learn/blog/web/article-failures.tsx';
import { ArticlePage } from '#features/learn/blog/web/article-page.tsx';
import { BlogPage } from '#features/learn/blog/web/blog-page.tsx';
import { SiteFrame } from './site-frame.tsx';
import type { SiteFile, SitePage } from './site-page.ts';

const files: Record<string, string> = import.meta.glob('../../content/blog/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const articles = readArticles(
  Object.entries(files).map(([path, text]) => ({ name: path.split('/').at(-1) ?? path, text })),
);

/** Before the first paint: shows script-dependent parts immediately, to avoid layout shift. */
const SCRIPT_BOOT = "document.documentElement.dataset.script=''";

const shared = { entry: 'blog', boot: [SCRIPT_BOOT], feed: '/blog/rss.xml' };

export const BLOG_PAGES: readonly SitePage[] = [
  {
    ...shared,
    path: '/blog',
    title: () => t`Bitcoin Education Blog · Satling`,
    description: () =>
      t`Short, dated articles for families: Bitcoin basics, pocket money, goals, how to say no, and how the savings book works. No prices, no promises.`,
    keywords: () => t`Bitcoin education, pocket money, allowance, family finance, children, sats`,
    Body: () => (
      <SiteFrame>
        <BlogPage posts={articles} />
      </SiteFrame>
    ),
    ...(articles[0] && { changed: articles[0].publishedAt }),
  },
  ...articles.map(articlePage),
  {
    ...shared,
    path: '/blog/not-found',
    status: 404,
    title: () => t`Article Not Found · Satling`,
    description: () => t`There is no article at this address. The blog lists them all.`,
    keywords: () => t`Bitcoin education`,
    Body: () => (
      <SiteFrame>
        <ArticleNotFound />
      </SiteFrame>
    ),
  },
  {
    ...shared,
    path: '/blog/failed',
    status: 500,
    title: () => t`Error Loading Article · Satling`,
    description: () => t`This article could not be loaded. The blog lists them all.`,
    keywords: () => t`Bitcoin education`,
    Body: () => (
      <SiteFrame>
        <ArticleFailed />
      </SiteFrame>
    ),
  },
];

export const BLOG_FEED: SiteFile = {
  path: '/blog/rss.xml',
  type: 'application/rss+xml; charset=utf-8',
  text: feed(articles),
};

function articlePage(article: Article): SitePage {
  return {
    ...shared,
    path: `/blog/${article.slug}`,
    title: () => pageTitle(article),
    description: () => article.metaDescription,
    keywords: () => article.keywords.join(', '),
    Body: () => (
      <SiteFrame>
        <ArticlePage article={article} next={nextAfter(article)} />
      </SiteFrame>
    ),
    changed: article.publishedAt,
    article: { publishedAt: article.publishedAt, headline: article.title, tags: article.tags },
  };
}

/** Two more of the same category, starting with the following ones. */
function nextAfter({ slug, category }: Article): Article[] {
  const same = articles.filter((one) => one.category === category);
  const place = same.findIndex((one) => one.slug === slug);
  return [...same.slice(place + 1), ...same.slice(0, place)].slice(0, 2);
}
