/**
 * The whole HTML document of a public page: its head from the page's metadata, its body as
 * rendered.
 */
import type { Prerendered } from '../src/site/site-page.ts';

export interface Entry {
  css: string;
  /** Inside the page, or the address of a file. */
  script: { text: string } | { file: string };
}

/** @param fonts address of the fonts' style sheet */
export function siteDocument(page: Prerendered, { css, script }: Entry, fonts: string): string {
  const boot = page.boot.map((text) => `<script>${text}</script>`).join('');
  const client =
    'text' in script
      ? `<script type="module">${script.text}</script>`
      : `<script type="module" src="${script.file}"></script>`;
  const [title, description, keywords] = [page.title, page.description, page.keywords].map(escaped);
  return `<!doctype html>
<html lang="${page.lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="keywords" content="${keywords}">
${page.status ? '<meta name="robots" content="noindex">' : cards(page)}
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${boot}<style>${css}</style><noscript><link rel="stylesheet" href="${fonts}"></noscript></head>
<body>${page.body}${client}</body></html>
`;
}

/** Data for search engines and social networks. All pages share one picture. */
function cards(page: Prerendered): string {
  const [title, description] = [page.title, page.description].map(escaped);
  const address = `{{publicUrl}}${page.path}`;
  const { article, feed } = page;
  return `<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
<meta property="og:type" content="${article ? 'article' : 'website'}"><meta property="og:site_name" content="Satling">
<meta property="og:url" content="${address}"><meta property="og:image" content="{{publicUrl}}/card.png">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}"><meta name="twitter:description" content="${description}">
<link rel="canonical" href="${address}">${page.alternates.map(alternate).join('')}${
    feed ? `\n<link rel="alternate" type="application/rss+xml" title="Satling" href="${feed}">` : ''
  }${article ? articleData(page, article, address) : ''}`;
}

/**
 * schema.org/Article. A data block: no browser runs it, so the content security policy doesn't
 * apply. `<` is escaped to keep text from ending the block.
 */
function articleData(
  page: Prerendered,
  { headline, publishedAt, tags }: NonNullable<Prerendered['article']>,
  address: string,
): string {
  const satling = { '@type': 'Organization', name: 'Satling', url: '{{publicUrl}}/' };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline,
    description: page.description,
    datePublished: publishedAt,
    inLanguage: page.lang,
    keywords: tags.join(', '),
    image: '{{publicUrl}}/card.png',
    mainEntityOfPage: address,
    author: satling,
    publisher: satling,
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `
<meta property="article:published_time" content="${publishedAt}">
<script type="application/ld+json">${json}</script>`;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] as string);

const alternate = ({ lang, path }: Prerendered['alternates'][number]) =>
  `\n<link rel="alternate" hreflang="${lang}" href="{{publicUrl}}${path}">`;
