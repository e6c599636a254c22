/**
 * Live updates: when the server says that something has changed, what is on the screen is asked
 * for again. One stream for the whole page, opened when the page has come to rest, closed while
 * nobody looks at it.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const EVENTS = '/api/events';
/** After the page has loaded, so that the stream takes nothing from it. */
const REST_MS = 1_500;
const HIDDEN_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;
/** Changes that come closer together are shown together. */
const PAUSE_MS = 400;

type Source = Pick<EventTarget, 'addEventListener'> & { close: () => void };
type OpenSource = (url: string) => Source;

/** For as long as the page that calls it is shown. */
export function useLiveUpdates(): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (typeof EventSource === 'undefined') return;
    return followChanges(queries, (url) => new EventSource(url));
  }, [queries]);
}

/** Returns what ends it. */
export function followChanges(queries: QueryClient, open: OpenSource): () => void {
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let missed = false;
  const show = atMostEvery(PAUSE_MS, () => void queries.invalidateQueries());
  const later = (work: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const connect = () => {
    if (source) return;
    source = open(EVENTS);
    source.addEventListener('open', () => {
      failures = 0;
      if (missed) show.now();
      missed = false;
    });
    source.addEventListener('changed', show.now);
    source.addEventListener('error', () => {
      disconnect();
      later(connect, waitAfter(++failures));
    });
  };
  const disconnect = () => {
    source?.close();
    source = undefined;
    missed = true;
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') later(disconnect, HIDDEN_MS);
    else later(connect, 0);
  };
  document.addEventListener('visibilitychange', onVisibility);
  const cancelRest = atRest(() => {
    if (document.visibilityState === 'visible') connect();
  });
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    cancelRest();
    clearTimeout(timer);
    show.cancel();
    source?.close();
  };
}

/** 1 s, doubled each time, at most 30 s; a little different for everybody. */
const waitAfter = (failures: number) =>
  Math.min(1_000 * 2 ** (failures - 1), LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);

/** At once, and again at the end of the pause when more came meanwhile. */
function atMostEvery(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const now = () => {
    if (timer) {
      again = true;
      return;
    }
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      now();
    }, ms);
  };
  return { now, cancel: () => clearTimeout(timer) };
}

/** When the page has loaded, a moment has passed and the browser has nothing else to do. */
function atRest(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancelled = false;
  const whenIdle = () => {
    const run = () => {
      if (!cancelled) work();
    };
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: REST_MS });
    else run();
  };
  const wait = () => {
    timer = setTimeout(whenIdle, REST_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    cancelled = true;
    clearTimeout(timer);
    window.removeEventListener('load', wait);
  };
}
