/**
 * Everything a page has stored in its browser, and what its scripts have in memory. wire-tap.ts
 * records what it sends.
 */
import type { CDPSession, Page } from 'playwright-core';

/** From now on: the console, errors, each URL that is opened, and requests to other servers. */
export function recordPage(page: Page): () => string {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(`${error.message} ${error.stack}`));
  page.on('framenavigated', (frame) => heard.push(frame.url()));
  page.on('request', (request) => heard.push(`${request.url()} ${request.postData()}`));
  return () => heard.join('\n');
}

/** By place: storage, databases, caches, cookies, and what the address bar and tabs show. */
export async function keptBy(page: Page): Promise<Record<string, string>> {
  const devtools = await page.context().newCDPSession(page);
  const history = await devtools.send('Page.getNavigationHistory');
  await devtools.detach();
  return {
    ...(await page.evaluate<Record<string, string>>(KEPT)),
    cookies: JSON.stringify(await page.context().cookies()),
    history: JSON.stringify(history.entries),
  };
}

/** Everything a person or a script can read in the page's elements. */
export const shownOn = (page: Page): Promise<string> => page.evaluate<string>(SHOWN);

const SHOWN = `[
  document.documentElement.outerHTML,
  ...[...document.querySelectorAll('input, textarea, select')].map(({ value }) => value),
].join('\\n')`;

const KEPT = `(async () => {
  const plain = (_, one) =>
    one instanceof ArrayBuffer ? [...new Uint8Array(one)]
    : ArrayBuffer.isView(one) ? [...new Uint8Array(one.buffer)]
    : one;
  const text = (one) => JSON.stringify(one, plain);
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const databases = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      databases.push([name, store, await done(all.getAllKeys()), await done(all.getAll())]);
    }
    database.close();
  }
  const cached = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const reply = await cache.match(request);
      const headers = [...request.headers, ...reply.headers];
      cached.push([name, request.url, headers, await reply.text()]);
    }
  }
  return {
    localStorage: text({ ...localStorage }),
    sessionStorage: text({ ...sessionStorage }),
    IndexedDB: text(databases),
    'Cache Storage': text(cached),
    'document.cookie': document.cookie,
    'window.name': window.name,
    title: document.title,
    address: location.href,
    'history.state': String(text(history.state)),
  };
})()`;

/** The strings in the memory of the page's scripts, after garbage collection. */
export async function heapOf(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const strings = await takeStrings({
    send: (method) => devtools.send(method as 'HeapProfiler.enable'),
    onChunk: (add) => devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => add(chunk)),
  });
  await devtools.detach();
  return strings;
}

/** The same for its only worker. */
export async function workerHeapOf(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const strings = await takeStrings(await workerOf(devtools));
  await devtools.detach();
  return strings;
}

type Target = {
  send: (method: string) => Promise<unknown>;
  onChunk: (add: (chunk: string) => void) => void;
};

async function takeStrings({ send, onChunk }: Target): Promise<Buffer> {
  const chunks: string[] = [];
  onChunk((chunk) => chunks.push(chunk));
  await send('HeapProfiler.enable');
  await send('HeapProfiler.collectGarbage');
  await send('HeapProfiler.takeHeapSnapshot');
  await send('HeapProfiler.disable');
  const all = chunks.join('');
  // Everything else is numbers.
  const strings = all.indexOf('"strings":');
  if (strings < 0) throw new Error('This is no heap snapshot');
  return Buffer.from(all.slice(strings));
}

/** Messages to a worker are wrapped in messages to its page. */
async function workerOf(devtools: CDPSession): Promise<Target> {
  const attached = new Promise<string>((resolve) =>
    devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId);
    }),
  );
  const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
  await devtools.send('Target.setAutoAttach', attach);
  const sessionId = await attached;
  const waiting = new Map<number, () => void>();
  const hearing: ((chunk: string) => void)[] = [];
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, method, params, error } = JSON.parse(message);
    if (error) throw new Error(error.message);
    if (method === 'HeapProfiler.addHeapSnapshotChunk')
      for (const add of hearing) add(params.chunk);
    waiting.get(id)?.();
  });
  let lastId = 0;
  return {
    send: async (method) => {
      const id = ++lastId;
      const done = new Promise<void>((resolve) => waiting.set(id, resolve));
      const message = JSON.stringify({ id, method });
      await devtools.send('Target.sendMessageToTarget', { sessionId, message });
      await done;
    },
    onChunk: (add) => void hearing.push(add),
  };
}
