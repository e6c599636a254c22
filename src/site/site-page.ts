/**
 * Defines a public page. The build renders each page of the list (site-pages.tsx) to a file that is
 * complete without scripts; the server fills in its own data (`filled.tsx`) and serves it.
 */
import type { ReactNode } from 'react';

export interface SitePage {
  /** Its path: `/how-it-works`. */
  path: string;
  /** The whole title, unique among all pages. */
  title: () => string;
  /** At most 155 characters, also unique. */
  description: () => string;
  keywords: () => string;
  /** The content of `<body>`, rendered once at build time. */
  Body: () => ReactNode;
  /** Its style sheet and script: a key of `SITE_ENTRIES` in scripts/build-site.ts. */
  entry: string;
  /** Scripts before the first paint, in addition to the theme's. */
  boot?: readonly string[];
  /** The day it was last changed, for the site map: `2026-11-21`. */
  changed?: string;
  /** The feed it belongs to. */
  feed?: string;
  /** The structured data of an article. */
  article?: { publishedAt: string; headline: string; tags: readonly string[] };
  /** Only the body of another reply: has no address, and is never listed or indexed. */
  status?: 404 | 500;
}

/** A file other than a page, filled in and served like one. */
export interface SiteFile {
  path: string;
  type: string;
  text: string;
}

/** The build's data for a page. */
export interface Prerendered extends Omit<SitePage, 'title' | 'description' | 'keywords' | 'Body'> {
  title: string;
  description: string;
  keywords: string;
  /** The content of `<body>`. */
  body: string;
  /** Inline scripts of the head, in order. */
  boot: readonly string[];
  /** The language of its texts. */
  lang: string;
  /** The same page in every language, if there is more than one. */
  alternates: readonly { lang: string; path: string }[];
}
