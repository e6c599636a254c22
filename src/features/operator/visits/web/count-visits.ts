/**
 * Counts page views and presses, only in a browser whose reader allowed it on the privacy page.
 * Sends the page's address and the event's name to our own server, which may forward it
 * (server.ts). Used by the app and the public pages, so it imports almost nothing.
 */
import { allowsCounting } from '#web/local/counting.ts';
import { isCounted, isVisitEvent, VISITS_PATH } from '../rules.ts';

/** Counts the current page, and then the events that the page announces. */
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
  // Sent even if the press navigates away.
  navigator.sendBeacon?.(VISITS_PATH, new Blob([JSON.stringify({ path, name })], { type }));
}
