/**
 * An article's script: counts this visit once, shows the views, shares the link, and asks a child
 * before it leaves the program.
 */
import { showAges } from './ages.ts';
import { ask, Unanswered } from './ask.ts';
import { startLeaving } from './leaving.ts';

/** The slugs opened in this visit: deleted with the tab, and never sent. */
const SEEN = 'satling_articles_opened';
const SAID_MS = 4_000;

/** Starts the page; resolves once the views are shown, or known to be missing. */
export async function startArticle(page: Document = document): Promise<void> {
  const article = page.querySelector<HTMLElement>('[data-article]');
  if (!article) return;
  showAges(page.body);
  article.querySelector('[data-share]')?.addEventListener('click', () => void share(article));
  startLeaving(page);
  await showViews(article);
}

async function showViews(article: HTMLElement): Promise<void> {
  const slug = article.dataset.article ?? '';
  try {
    const isNew = !wasSeen(slug);
    const path = `/api/blog/posts/${slug}`;
    const views = isNew ? ask(`${path}/views`, 'POST') : ask(`${path}?content=none`);
    const { viewCount } = (await views) as { viewCount: number };
    if (isNew) see(slug);
    const shown = article.querySelector(`[data-views="${slug}"]`);
    if (shown)
      shown.textContent = viewCount.toLocaleString(article.ownerDocument.documentElement.lang);
    reveal(article, '[data-failure]', undefined);
  } catch (error) {
    const missing = error instanceof Unanswered && error.status === 404;
    reveal(article, '[data-failure]', missing ? '[data-failure=missing]' : '[data-failure=post]');
  }
}

function seen(): string[] {
  try {
    return (sessionStorage.getItem(SEEN) ?? '').split(' ').filter(Boolean);
  } catch {
    // Storage is forbidden here, so every opening counts as a visit.
    return [];
  }
}

const wasSeen = (slug: string): boolean => seen().includes(slug);

function see(slug: string): void {
  try {
    sessionStorage.setItem(SEEN, [...seen(), slug].join(' '));
  } catch {
    // As above.
  }
}

/** Opens the device's own sharing dialog; without one, copies the link, or at least shows it. */
async function share(article: HTMLElement): Promise<void> {
  const url = `${location.origin}${location.pathname}`;
  if (navigator.share) {
    // The reader closed the sheet: no error.
    await navigator.share({ title: document.title, url }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    reveal(article, '[data-said] > span', '[data-copied]');
    setTimeout(() => reveal(article, '[data-said] > span', undefined), SAID_MS);
  } catch {
    const link = article.querySelector('[data-link]');
    if (link) link.textContent = url;
    reveal(article, '[data-said] > span', '[data-not-copied]');
  }
}

/** Shows at most one of several hidden texts. */
function reveal(root: HTMLElement, all: string, one: string | undefined): void {
  for (const text of root.querySelectorAll<HTMLElement>(all))
    text.hidden = one === undefined || !text.matches(one);
}
