/** A page's metadata for the browser, search engines and social previews. */
import { useLayoutEffect } from 'react';

export interface PageFacts {
  title: string;
  description: string;
  keywords?: string | undefined;
  /** The canonical address, if the page has several. */
  path?: string | undefined;
}

const SITE = 'Satling';

/** Sets title, description, keywords, social titles and the canonical link. */
export function usePage({ title, description, keywords, path }: PageFacts): void {
  useLayoutEffect(() => {
    const whole = title === SITE ? title : `${title} · ${SITE}`;
    document.title = whole;
    setMeta('name', 'description', description);
    setMeta('name', 'keywords', keywords);
    for (const name of ['title', 'description']) {
      const text = name === 'title' ? whole : description;
      setMeta('property', `og:${name}`, text);
      setMeta('name', `twitter:${name}`, text);
    }
    setCanonical(path ?? location.pathname);
  }, [title, description, keywords, path]);
}

function setMeta(kind: 'name' | 'property', key: string, content: string | undefined) {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[${kind}="${key}"]`);
  if (content === undefined) {
    found?.remove();
    return;
  }
  const meta = found ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute(kind, key);
  meta.content = content;
}

function setCanonical(path: string) {
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const link = found ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'canonical';
  link.href = new URL(path, location.origin).href;
}
