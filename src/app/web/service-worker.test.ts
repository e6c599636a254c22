/**
 * The handlers of the service worker in a minimal browser: what a push shows, where a press on it
 * leads, and which requests it ignores. (The browser’s own part is tests/e2e/offline.long.test.ts.)
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WORDS_ADDRESS } from '#features/notices/push/web/words-address.ts';

const ORIGIN = 'https://book.example';
type Page = { url: string; focus: ReturnType<typeof vi.fn> };

/** Records the worker's acts, and provides what it needs. */
class Scope extends EventTarget {
  location = new URL(`${ORIGIN}/sw.js`);
  kept = new Map<string, Response>();
  pages: Page[] = [];
  shown: { title: string; options: NotificationOptions }[] = [];
  opened: string[] = [];
  registration = {
    showNotification: async (title: string, options: NotificationOptions) => {
      this.shown.push({ title, options });
    },
  };
  clients = {
    matchAll: async () => this.pages,
    openWindow: async (path: string) => void this.opened.push(path),
  };
  page(path: string): Page {
    const page = { url: ORIGIN + path, focus: vi.fn(async () => undefined) };
    this.pages.push(page);
    return page;
  }
}

let scope: Scope;
beforeEach(async () => {
  scope = new Scope();
  vi.stubGlobal('self', scope);
  vi.stubGlobal('__VERSION__', 'v1');
  vi.stubGlobal('__FILES__', []);
  vi.stubGlobal('caches', {
    match: async (what: string | { url: string }) =>
      scope.kept.get(typeof what === 'string' ? what : what.url)?.clone(),
  });
  vi.resetModules();
  await import('./service-worker.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** Like a browser: the event lasts until its promises settle. */
async function happen(type: string, fields: object): Promise<void> {
  const works: Promise<unknown>[] = [];
  const event = Object.assign(new Event(type), {
    waitUntil: (work: Promise<unknown>) => works.push(work),
    ...fields,
  });
  scope.dispatchEvent(event);
  expect(works.length, type).toBe(1);
  await Promise.all(works);
}
const push = (text: string | undefined) =>
  happen('push', { data: text === undefined ? null : { json: () => JSON.parse(text) } });
const leaveWords = (words: object) =>
  scope.kept.set(WORDS_ADDRESS, new Response(JSON.stringify(words)));
const GENERAL = 'Something waits for you in your book.';

test('a push says in the device’s own words that something waits', async () => {
  leaveWords({ waits: 'Etwas wartet auf deine Antwort.', 'pay-day': 'Heute ist Zahltag.' });
  await push('{"kind":"waits"}');
  await push('{"kind":"pay-day"}');
  expect(scope.shown).toEqual([
    {
      title: 'Satling',
      options: { body: 'Etwas wartet auf deine Antwort.', icon: '/icon-192.png', tag: 'waits' },
    },
    {
      title: 'Satling',
      options: { body: 'Heute ist Zahltag.', icon: '/icon-192.png', tag: 'pay-day' },
    },
  ]);
});

test('the server’s own words in its reader’s language come first, if they are words', async () => {
  leaveWords({ waits: 'Something is waiting for your answer.' });
  await push('{"kind":"waits","text":"Algo espera tu respuesta."}');
  for (const text of ['7', '{"a":1}', '["a"]', 'null', 'true'])
    await push(`{"kind":"waits","text":${text}}`);
  expect(scope.shown[0]?.options.body).toBe('Algo espera tu respuesta.');
  for (const { options } of scope.shown.slice(1))
    expect(['Something is waiting for your answer.', GENERAL]).toContain(options.body);
});

test('whatever else a push contains, something is shown, because browsers require it, but never its contents', async () => {
  const words = { waits: 'A', answered: 'B', 'pay-day': 'C' };
  for (const text of [
    undefined,
    'not JSON',
    'null',
    '{}',
    '[]',
    '{"kind":7}',
    '{"kind":"__proto__"}',
    '{"kind":"toString"}',
    '{"kind":"Mia has 5,000 sats","body":"Mia has 5,000 sats"}',
  ]) {
    scope.shown = [];
    leaveWords(words);
    await push(text);
    expect(scope.shown.length, text).toBe(1);
    const [{ options } = { options: undefined }] = scope.shown;
    expect([options?.body, options?.tag], text).toEqual([GENERAL, 'news']);
  }
});

test('without the words, or with broken ones, it says so in English', async () => {
  await push('{"kind":"waits"}');
  scope.kept.set(WORDS_ADDRESS, new Response('broken'));
  await push('{"kind":"waits"}');
  leaveWords({ waits: { no: 'text' } });
  await push('{"kind":"waits"}');
  expect(scope.shown.map(({ options }) => options.body)).toEqual([GENERAL, GENERAL, GENERAL]);
});

const press = (shown: object = {}) => {
  const close = vi.fn();
  return happen('notificationclick', { notification: { close, ...shown } }).then(() => close);
};

test('a press on it closes it and opens the book where none is open', async () => {
  const others = ['/', '/blog', '/demo-dashboard', '/onboarding'].map((path) => scope.page(path));
  const close = await press();
  expect(close).toHaveBeenCalledOnce();
  expect(scope.opened).toEqual(['/dashboard']);
  for (const { focus } of others) expect(focus).not.toHaveBeenCalled();
});

test('a book that is already open is brought to the front, even on another page', async () => {
  const blog = scope.page('/blog');
  const goals = scope.page('/family-goals?child=1');
  await press();
  expect(goals.focus).toHaveBeenCalledOnce();
  expect([scope.opened, blog.focus.mock.calls]).toEqual([[], []]);
});

test('a push about a change leads to undoing it, on a page of its own; other ids lead nowhere (T25)', async () => {
  const copyId = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
  await push(JSON.stringify({ kind: 'money', copyId }));
  await push('{"kind":"money","copyId":"//evil.example"}');
  expect(scope.shown.map(({ options }) => options.data)).toEqual([copyId, undefined]);
  const open = scope.page('/dashboard');
  await press({ data: scope.shown[0]?.options.data });
  expect(scope.opened).toEqual([`/dashboard?view=overview&undo=${copyId}`]);
  expect(open.focus).not.toHaveBeenCalled();
  await press({ data: '//evil.example' });
  expect([scope.opened.length, open.focus.mock.calls.length]).toEqual([1, 1]);
});

/** Whether the worker answers a request itself. */
function answers(path: string, init: { method?: string; mode?: string } = {}): boolean {
  const url = path.startsWith('http') ? path : ORIGIN + path;
  const respondWith = vi.fn((reply: Promise<unknown>) => void reply.catch(() => undefined));
  const request = { method: 'GET', mode: 'navigate', url, ...init };
  scope.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }));
  return respondWith.mock.calls.length > 0;
}

test('no call, no other site, no change and no public page passes through it (T53)', () => {
  vi.stubGlobal('fetch', async () => new Response('page'));
  for (const path of ['/api/dashboard', '/api/events', '/api/auth/user'])
    for (const mode of ['cors', 'navigate', 'same-origin'])
      expect(answers(path, { mode }), `${mode} ${path}`).toBe(false);
  expect(answers('/dashboard', { method: 'POST' })).toBe(false);
  expect(answers('/assets/base.js', { method: 'POST', mode: 'cors' })).toBe(false);
  expect(answers('https://evil.example/dashboard')).toBe(false);
  for (const path of ['/', '/blog', '/blog/fees', '/health', '/metrics', '/lessons/a/b', '/sw.js'])
    expect(answers(path), path).toBe(false);
  for (const path of ['/dashboard', '/dashboard?x=1', '/family-goals', '/lessons/what-is-money'])
    expect(answers(path), path).toBe(true);
  expect(answers('/assets/base.js', { mode: 'cors' })).toBe(true);
});
