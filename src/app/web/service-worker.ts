/**
 * The service worker: serves the program's own files without a network, and nothing else. Pages
 * come from the server first; it never sees, stores or serves a reply of the API.
 * scripts/build-worker.ts builds it into /sw.js.
 */
import { PAGES } from '#contract/pages.ts';
import { asCopyId, undoPath } from '#contract/undo-link.ts';
import type { PushKind } from '#features/notices/push/contract.ts';
import { WORDS_ADDRESS } from '#features/notices/push/web/words-address.ts';
import type { FetchEvent, PushEvent, WorkerScope } from './worker-types.ts';

/**
 * The page behind every address of the app, and the files it consists of; filled in by the build.
 */
declare const __VERSION__: string;
declare const __FILES__: readonly string[];
declare const self: WorkerScope;

const PREFIX = 'satling-';
const CACHE = `${PREFIX}${__VERSION__}`;
const SHELL = '/dashboard';
/** PUSH_KINDS, without the contract around it. */
const KINDS = [
  'waits',
  'answered',
  'pay-day',
  'money',
  'people',
] as const satisfies readonly PushKind[];

/** All or nothing: an incomplete version never takes over. */
self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder());
});

/** Runs only when the person agrees: a page must not change while someone is typing in it. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') {
    if (isAppPage(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith('/assets/')) event.respondWith(file(event));
});

self.addEventListener('push', (event) => {
  event.waitUntil(notify(event));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openBook(asCopyId(event.notification.data)));
});

/** Same syntax as the server's routes: `:slug` matches one part of an address. */
const FORMS = PAGES.map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`));
const isAppPage = (path: string) => FORMS.some((form) => form.test(path));
const isBook = (path: string) =>
  isAppPage(path) && !/^\/(demo|onboarding|auth|logout|invitation)\b/.test(path);

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The page is fetched without cookies; files may come from the browser's cache.
  const shell = new Request(SHELL, { cache: 'no-cache', credentials: 'omit' });
  await cache.addAll([shell, ...__FILES__]);
}

async function dropOlder(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
}

async function page({ request }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await caches.match(SHELL);
    if (shell) return shell;
    throw error;
  }
}

/** The name is a hash of the content, so the cached copy is right. */
const file = async ({ request }: FetchEvent): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);

/** Others can read a lock screen: it says that something waits, but not what, whose or how much. */
async function notify({ data }: PushEvent): Promise<void> {
  const read = () => data?.json();
  const kind = KINDS.find((one) => one === fieldOf('kind', read));
  const words = await caches.match(WORDS_ADDRESS);
  const texts: unknown = await words?.json().catch(() => undefined);
  const copyId = asCopyId(fieldOf('copyId', read));
  const text = fieldOf('text', read) ?? (kind && fieldOf(kind, () => texts));
  await self.registration.showNotification('Satling', {
    body: typeof text === 'string' ? text : 'Something waits for you in your book.',
    icon: '/icon-192.png',
    tag: kind ?? 'news',
    ...(copyId && { data: copyId }),
  });
}

/** Undefined unless the value is a JSON object that itself has this field. */
function fieldOf(name: string, read: () => unknown): unknown {
  try {
    const value = read();
    return Object.entries(value ?? {}).find(([key]) => key === name)?.[1];
  } catch {
    return undefined; // a general text replaces the unreadable message
  }
}

/** A change to undo opens in a separate page: an open one may have typed input. */
async function openBook(copyId: string | undefined): Promise<void> {
  if (copyId) return void (await self.clients.openWindow(undoPath(copyId)));
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => isBook(new URL(url).pathname));
  if (open) await open.focus();
  else await self.clients.openWindow(SHELL);
}
