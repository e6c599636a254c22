/** The blog as RSS 2.0; the server replaces `{{publicUrl}}` with its address. Pure. */
import type { Article } from './article.ts';

const NAME = 'Satling: Bitcoin Education Blog';

export function feed(articles: readonly Article[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${NAME}</title>`,
    '<link>{{publicUrl}}/blog</link>',
    '<atom:link href="{{publicUrl}}/blog/rss.xml" rel="self" type="application/rss+xml"/>',
    '<description>Short, dated articles for families about Bitcoin and pocket money.</description>',
    '<language>en-us</language>',
    ...articles.map(item),
    '</channel></rss>',
    '',
  ].join('\n');
}

function item({ slug, title, excerpt, publishedAt, tags }: Article): string {
  const address = `{{publicUrl}}/blog/${slug}`;
  return [
    `<item><title>${escaped(title)}</title>`,
    `<link>${address}</link><guid>${address}</guid>`,
    `<description>${escaped(excerpt)}</description>`,
    ...tags.map((tag) => `<category>${escaped(tag)}</category>`),
    `<pubDate>${new Date(`${publishedAt}T00:00:00Z`).toUTCString()}</pubDate></item>`,
  ].join('');
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
