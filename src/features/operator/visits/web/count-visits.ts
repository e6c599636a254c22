/**
 * Counts page views and presses, only in a browser whose reader allowed it on the privacy page. It
 * sends the page's address and the event's name to our own server, which may pass it on
 * (server.ts). Used by the app and by the public pages, so it imports next to nothing.
 */
import { allowsCounting } from '#web/local/counting.ts';
import { isCounted, isVisitEvent, VISITS_PATH } from '../rules.ts';

/** Counts the open page, and from then on the events that the page announces. */
export function startCounting(): void {
  window.addEventListener('satling:event', (event) => {
    count((event as CustomEvent<{ name: unknown }>).detail.name);
  });
  window.addEventListener('satling:page-view', () => count('page_view'));
  count('page_view');
}

function count(name: unknown): void {
  const path = location.pathname;
  if (!isVisitEvent(name) || !isCounted(path) || !allowsCounting()) return;
  const type = 'application/json';
  // Sent even if the press leaves the page.
  navigator.sendBeacon?.(VISITS_PATH, new Blob([JSON.stringify({ path, name })], { type }));
}
