/**
 * The script of /blog: searches the page's articles, shows twenty at a time with their age, and
 * fetches the view counts. The filter is part of the URL, which can be shared and survives "back".
 */
import { matches, PAGE_SIZE } from '../rules.ts';
import { showAges } from './ages.ts';
import { ask } from './ask.ts';

type Card = { item: HTMLElement; post: Parameters<typeof matches>[0] };

/** Starts the page; resolves once the numbers are shown, or known to be missing. */
export async function startBlog(page: Document = document): Promise<void> {
  const root = page.querySelector<HTMLElement>('[data-blog]');
  const form = root?.querySelector<HTMLFormElement>('[data-filter]');
  if (!root || !form) return;
  showAges(root);
  startFilter(root, form);
  const numbers = () => showNumbers(root);
  find(root, '[data-retry]').addEventListener('click', () => void numbers());
  await numbers();
}

function startFilter(root: HTMLElement, form: HTMLFormElement): void {
  const words = field<HTMLInputElement>(form, 'q');
  const category = field<HTMLSelectElement>(form, 'category');
  const cards = readCards(root);
  let shown = PAGE_SIZE;

  const draw = () => {
    const found = cards.filter(({ post }) => matches(post, words.value, category.value));
    for (const { item } of cards) item.hidden = true;
    for (const { item } of found.slice(0, shown)) item.hidden = false;
    find(root, '[data-found]').textContent = String(found.length);
    find(root, '[data-empty]').hidden = found.length > 0;
    find(root, '[data-more]').hidden = found.length <= shown;
    const featured = root.querySelector<HTMLElement>('[data-featured]');
    if (featured) featured.hidden = words.value.trim() !== '' || category.value !== '';
    root.dataset.ready = '';
    return found;
  };
  const change = () => {
    shown = PAGE_SIZE;
    draw();
    remember(words.value.trim(), category.value);
  };
  const choose = (slug: string) => {
    words.value = '';
    category.value = slug;
    change();
  };

  form.addEventListener('input', change);
  form.addEventListener('submit', (event) => event.preventDefault());
  find(root, '[data-clear]').addEventListener('click', () => {
    choose('');
    words.focus();
  });
  find(root, '[data-more]').addEventListener('click', () => {
    const first = shown;
    shown += PAGE_SIZE;
    draw()[first]?.item.querySelector('a')?.focus();
  });
  for (const tile of root.querySelectorAll<HTMLElement>('[data-tile]'))
    tile.addEventListener('click', () => {
      choose(tile.dataset.tile ?? '');
      find(root, '#articles').focus();
    });

  const asked = new URLSearchParams(location.search);
  words.value = asked.get('q') ?? '';
  category.value = asked.get('category') ?? '';
  // An unknown category selects none.
  if (category.selectedIndex < 0) category.value = '';
  draw();
}

function remember(words: string, category: string): void {
  const query = new URLSearchParams({ ...(words && { q: words }), ...(category && { category }) });
  history.replaceState(history.state, '', query.size > 0 ? `?${query}` : location.pathname);
}

function readCards(root: HTMLElement): Card[] {
  return [...root.querySelectorAll<HTMLElement>('[data-list] [data-post]')].map((card) => ({
    item: card.closest('li') ?? card,
    post: {
      title: card.querySelector('.post-title')?.textContent ?? '',
      excerpt: card.querySelector('.post-excerpt')?.textContent ?? '',
      tags: (card.dataset.tags ?? '').split('\n'),
      category: card.dataset.category ?? '',
    },
  }));
}

/** Both calls run in parallel; a failure is shown, along with the other call's numbers. */
async function showNumbers(root: HTMLElement): Promise<void> {
  const list = find(root, '[data-list]');
  list.ariaBusy = 'true';
  const [posts, categories] = await Promise.allSettled([
    ask('/api/blog/posts?limit=100&content=none') as Promise<{ slug: string; viewCount: number }[]>,
    ask('/api/blog/categories') as Promise<{ slug: string; postCount: number }[]>,
  ]);
  list.ariaBusy = null;
  if (posts.status === 'fulfilled')
    for (const { slug, viewCount } of posts.value)
      write(
        root,
        `[data-views="${slug}"]`,
        viewCount.toLocaleString(root.ownerDocument.documentElement.lang),
      );
  if (categories.status === 'fulfilled')
    for (const { slug, postCount } of categories.value) {
      write(root, `[data-count="${slug}"]`, String(postCount));
      const option = root.querySelector<HTMLElement>(`option[value="${slug}"]`);
      if (option) option.textContent = `${option.dataset.name} (${postCount})`;
    }
  const failed = {
    posts: posts.status === 'rejected',
    categories: categories.status === 'rejected',
  };
  find(root, '[data-failure=posts]').hidden = !failed.posts;
  find(root, '[data-failure=categories]').hidden = !failed.categories;
  find(root, '[data-failures] > div').hidden = !failed.posts && !failed.categories;
}

function write(root: HTMLElement, where: string, text: string): void {
  for (const one of root.querySelectorAll(where)) one.textContent = text;
}

function find(root: HTMLElement, what: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(what);
  if (!found) throw new Error(`The page lacks ${what}`);
  return found;
}

const field = <T extends Element>(form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as unknown as T;
