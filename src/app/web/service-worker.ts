/**
 * The service worker: the program's own files without a network, and nothing else. Pages are asked
 * of the server first; of an answer of the API it never sees, keeps or gives anything. Built into
 * /sw.js by scripts/build-worker.ts.
 */
import { PAGES } from '#app/routes.ts';
import type { PushKind } from '#features/push/contract.ts';
import { WORDS_ADDRESS } from '#features/push/web/words-address.ts';
import type { FetchEvent, PushEvent, WorkerScope } from './worker-types.ts';

/** The page of every address of the app, and the files it is made of; named by the build. */
declare const __VERSION__: string;
declare const __FILES__: readonly string[];
declare const self: WorkerScope;

const PREFIX = 'satling-';
const CACHE = `${PREFIX}${__VERSION__}`;
const SHELL = '/dashboard';

/** All or nothing: a version that is not complete never takes over. */
self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder());
});

/** Only when the person has said so: nothing changes under somebody who is writing. */
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
  event.waitUntil(tell(event));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openBook());
});

const isAppPage = (path: string) => (PAGES as readonly string[]).includes(path);

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The page without anybody's cookies; the files as the browser may have them already.
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

/** Its name says what is in it, so what is kept is right. */
const file = async ({ request }: FetchEvent): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);

/** A lock screen is read by others too: that something waits, and not what, whose or how much. */
async function tell({ data }: PushEvent): Promise<void> {
  const { kind, text } = (data?.json() ?? {}) as { kind?: PushKind; text?: string };
  const words = await caches.match(WORDS_ADDRESS);
  const texts = (await words?.json()) as Partial<Record<PushKind, string>> | undefined;
  const body = text ?? (kind && texts?.[kind]) ?? 'Something waits for you in your book.';
  await self.registration.showNotification('Satling', {
    body,
    icon: '/icon-192.png',
    tag: kind ?? 'news',
  });
}

async function openBook(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [open] = pages;
  if (open) await open.focus();
  else await self.clients.openWindow(SHELL);
}
