/** /blog/{slug}: the article as built, and its script's part. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aPost, article } from '#tests/web/articles.ts';
import { aUser } from '#tests/web/replies.ts';
import { type Reply, serve } from '#tests/web/support.tsx';
import { beginChildView } from '#web/child-view.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { ArticleFailed, ArticleNotFound } from './article-failures.tsx';
import { ArticlePage } from './article-page.tsx';
import { startArticle } from './article-script.ts';

const VIEW = 'POST /api/blog/posts/keys-on-paper/views';
const POST = 'GET /api/blog/posts/keys-on-paper';

beforeEach(() => {
  document.documentElement.lang = 'en';
  history.replaceState(null, '', '/blog/keys-on-paper?from=feed');
  // jsdom knows the element, but not how to open it.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
  document.cookie = 'signed_in=; max-age=0';
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <MessagesProvider>
      <ArticlePage article={article()} next={[article({ slug: 'next-one', title: 'Next one' })]} />
    </MessagesProvider>,
  );

async function start(replies: Record<string, Reply> = { [VIEW]: [200, { viewCount: 1_234 }] }) {
  const sent = serve(replies);
  show();
  await startArticle();
  return sent.map(({ call }) => call);
}

const views = () => document.querySelector('[data-views]')?.textContent;
const alerts = () =>
  [...document.querySelectorAll<HTMLElement>('[role=alert] > span')]
    .filter(({ hidden }) => !hidden)
    .map(({ textContent }) => textContent);

describe('as built', () => {
  test('badge, title, excerpt, date, reading time and tags (BLOG-19 BLOG-20)', () => {
    show();
    const [page] = screen.getAllByRole('article');
    const inPage = within(page as HTMLElement);
    expect(inPage.getByRole('heading', { level: 1 }).textContent).toBe('Keys on paper');
    for (const words of [
      'Bitcoin Basics',
      'Where the words belong.',
      'November 8, 2026',
      '5 min read',
    ])
      expect(inPage.getByText(words)).toBeTruthy();
    const tags = within(inPage.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(tags.map(({ textContent }) => textContent)).toEqual(['keys', 'paper']);
    expect(views()).toBe('–');
  });

  test('the text with its links, and two ways on (BLOG-22 BLOG-23)', () => {
    show();
    expect(screen.getByRole('link', { name: 'the paper' }).getAttribute('target')).toBe('_blank');
    expect(screen.getByRole('link', { name: 'See Satling' }).getAttribute('href')).toBe('/');
    const how = screen.getByRole('link', { name: 'How It Works' });
    expect(how.getAttribute('href')).toBe('/how-it-works');
    expect(screen.getByRole('link', { name: 'Next one' }).getAttribute('href')).toBe(
      '/blog/next-one',
    );
  });

  test.each([
    [
      'not found',
      ArticleNotFound,
      'Article Not Found',
      "The article you're looking for doesn't exist or has been removed.",
    ],
    [
      'an error',
      ArticleFailed,
      'Error Loading Article',
      'There was an error loading the article. Please try again later.',
    ],
  ])('%s, with the way back (BLOG-24 BLOG-25 BLOG-26 BLOG-28)', (_, Page, title, text) => {
    render(
      <MessagesProvider>
        <Page />
      </MessagesProvider>,
    );
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    const back = screen.getByRole('link', { name: 'Back to Blog' });
    expect(back.getAttribute('href')).toBe('/blog');
  });
});

describe('views', () => {
  test('what fails is said, and the article stays (BLOG-27)', async () => {
    await start({ [VIEW]: [500, undefined] });
    expect([alerts(), views()]).toEqual([['Failed to fetch blog post'], '–']);
    cleanup();
    await start({ [VIEW]: 'offline' });
    expect(alerts()).toEqual(['Failed to fetch blog post']);
    cleanup();
    await start({ [VIEW]: [404, undefined] });
    expect(alerts()).toEqual(['Blog post not found']);
    expect(screen.getByRole('link', { name: 'the paper' })).toBeTruthy();
  });

  test('a visit is counted once, however often the page is opened (BLOG-19)', async () => {
    expect(await start()).toEqual([VIEW]);
    expect([alerts(), views()]).toEqual([[], '1,234']);
    cleanup();
    expect(await start({ [POST]: [200, aPost(1_300)] })).toEqual([POST]);
    expect(views()).toBe('1,300');
  });

  test('what was not counted is counted when the page is opened again (BLOG-19)', async () => {
    await start({ [VIEW]: 'offline' });
    cleanup();
    expect(await start()).toEqual([VIEW]);
  });
});

describe('Share (BLOG-21)', () => {
  const press = () => screen.getByRole('button', { name: 'Share' }).click();
  const LINK = 'http://localhost:3000/blog/keys-on-paper';

  test('uses the device’s share sheet, and shows nothing, not even if it is dismissed', async () => {
    const native = vi
      .fn()
      .mockRejectedValueOnce(new Error('AbortError'))
      .mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { ...navigator, share: native });
    await start();
    press();
    press();
    await waitFor(() => expect(native).toHaveBeenCalledTimes(2));
    expect(native.mock.calls).toEqual(Array(2).fill([{ title: document.title, url: LINK }]));
    expect(alerts()).toEqual([]);
  });

  test('copies the link otherwise', async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await start();
    press();
    await waitFor(() => expect(alerts()).toEqual(['Link copied to clipboard!']));
    expect(writeText).toHaveBeenCalledWith(LINK);
  });

  test('shows the link where nothing may be copied', async () => {
    vi.stubGlobal('navigator', {});
    await start();
    press();
    await waitFor(() => expect(alerts()).toEqual([`This is the link: ${LINK}`]));
  });
});

describe('leaving the program', () => {
  const USER = 'GET /api/auth/user';
  const open = () => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    screen.getByRole('link', { name: 'the paper' }).dispatchEvent(click);
    return {
      stopped: click.defaultPrevented,
      asked: (document.querySelector('[data-leaving]') as HTMLDialogElement).open,
    };
  };
  const as = async (reply: Reply) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
    document.cookie = 'signed_in=1';
    await start({ [VIEW]: [200, { viewCount: 1 }], [USER]: reply });
    // The reply has arrived, good or bad.
    const dialog = document.querySelector<HTMLElement>('[data-leaving]');
    await waitFor(() => expect(dialog?.dataset.leaving).not.toBe(''));
  };

  test.each([
    ['a child', [200, aUser({ role: 'child' })]],
    ['a tablet that was handed over', [200, aUser({ role: 'child', handedOver: true })]],
    ['somebody we cannot ask about', 'offline'],
  ] as const)('%s is asked first, and told where the link leads', async (_, reply) => {
    await as(reply);
    expect(open()).toEqual({ stopped: true, asked: true });
    const dialog = screen.getByRole('dialog', { name: 'You are leaving Satling' });
    expect(within(dialog).getByText('example.org')).toBeTruthy();
    const go = within(dialog).getByRole('link', { name: 'Go on' });
    expect(go.getAttribute('href')).toBe('https://example.org/paper');
  });

  test.each([
    ['a parent', [200, aUser()]],
    ['whose session is over', [401, undefined]],
  ] as const)('%s is not asked', async (_, reply) => {
    await as(reply);
    expect(open()).toEqual({ stopped: false, asked: false });
  });

  test('a parent coming from Child View in this tab is asked, but not after returning to Parent View', async () => {
    const leave = beginChildView();
    leave();
    await as([200, aUser()]);
    expect(open()).toEqual({ stopped: true, asked: true });
    cleanup();
    history.replaceState(null, '', '/dashboard');
    leave();
    history.replaceState(null, '', '/blog/keys-on-paper');
    await as([200, aUser()]);
    expect(open()).toEqual({ stopped: false, asked: false });
  });

  test('a stranger is not asked', async () => {
    expect(await start()).toEqual([VIEW]);
    expect(open()).toEqual({ stopped: false, asked: false });
  });
});
