/**
 * Live updates: when the server reports a change, the queries on the screen are refetched. There
 * is one stream for the whole page; it opens once the page is idle and closes while it is hidden.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const EVENTS = '/api/events';
/** Waits until after the page has loaded: the stream must not slow it down. */
const IDLE_MS = 1_500;
const HIDDEN_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;
/** Combines changes within this time. */
const PAUSE_MS = 400;

type Source = Pick<EventTarget, 'addEventListener'> & { close: () => void };
type OpenSource = (url: string) => Source;

/** Follows updates while the component is mounted. */
export function useLiveUpdates(): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (typeof EventSource === 'undefined') return;
    return followChanges(queries, (url) => new EventSource(url));
  }, [queries]);
}

/** Returns a function that stops it. */
export function followChanges(queries: QueryClient, open: OpenSource): () => void {
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // Events between the page's first calls and the stream's opening are missed.
  let missed = true;
  const show = atMostEvery(PAUSE_MS, () => void queries.invalidateQueries());
  const schedule = (work: () => void, ms: number) => {
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
      schedule(connect, waitAfter(++failures));
    });
  };
  const disconnect = () => {
    source?.close();
    source = undefined;
    missed = true;
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') schedule(disconnect, HIDDEN_MS);
    else schedule(connect, 0);
  };
  document.addEventListener('visibilitychange', onVisibility);
  const cancelIdle = onIdle(() => {
    if (document.visibilityState === 'visible') connect();
  });
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    cancelIdle();
    clearTimeout(timer);
    show.cancel();
    source?.close();
  };
}

/** 1 s, doubled each time, at most 30 s, with jitter. */
const waitAfter = (failures: number) =>
  Math.min(1_000 * 2 ** (failures - 1), LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);

/** Runs at once, and again at the end of the pause if it was called in between. */
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

/** Runs `work` once the page has loaded, a moment has passed and the browser is idle. */
function onIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancelled = false;
  const whenIdle = () => {
    const run = () => {
      if (!cancelled) work();
    };
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: IDLE_MS });
    else run();
  };
  const wait = () => {
    timer = setTimeout(whenIdle, IDLE_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    cancelled = true;
    clearTimeout(timer);
    window.removeEventListener('load', wait);
  };
}
