/**
 * The browser's side of counting: nothing is sent without consent, and then only page and event.
 */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changeLocalSettings } from '#web/local/settings.ts';
import { startCounting } from './count-visits.ts';

const sent: { path: string; body: Blob }[] = [];

beforeAll(startCounting);
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (path: string, body: Blob) => sent.push({ path, body }) > 0,
  });
});
afterEach(() => {
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

const press = (name: string) =>
  window.dispatchEvent(new CustomEvent('satling:event', { detail: { name } }));
const told = () => Promise.all(sent.map(async ({ body }) => JSON.parse(await body.text())));

test('without a yes nothing leaves the browser; with it, the page and the name of the press (PLAT-38 LAND-22)', async () => {
  press('cta_demo_access');
  expect(sent).toHaveLength(0);
  changeLocalSettings({ allowAnalytics: true });
  press('cta_demo_access');
  expect(sent.map(({ path }) => path)).toEqual(['/api/visits']);
  expect(await told()).toEqual([{ path: '/', name: 'cta_demo_access' }]);
  press('something_else');
  history.replaceState(null, '', '/auth/verify?token=secret');
  press('cta_demo_access');
  expect(sent).toHaveLength(1);
});

test('each change of address is one page view (PLAT-38)', async () => {
  changeLocalSettings({ allowAnalytics: true });
  history.replaceState(null, '', '/activity?child=1');
  window.dispatchEvent(new CustomEvent('satling:page-view', { detail: { path: '/activity' } }));
  expect(await told()).toEqual([{ path: '/activity', name: 'page_view' }]);
});
