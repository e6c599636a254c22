/** The call sent from the page's head is the dashboard's own, used once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboard } from '#screens/dashboard/contract.ts';
import { aDashboard } from '#tests/web/replies.ts';
import { serve } from '#tests/web/support.tsx';
import { fetchJson } from './api.ts';
import { EARLY_CALL, EARLY_FORMATS } from './early-boot.ts';

const PATH = dashboard.get.path;
const [OLD, NEW] = [aDashboard({ unreadMessages: 1 }), aDashboard({ unreadMessages: 2 })];
const UNREAD = '/api/messages/unread';
const READ = '/api/messages/read';
/** As the browser runs the text in the page's head. */
const run = (text: string) => new Function(text)();

beforeEach(() => {
  history.replaceState(null, '', '/dashboard');
  // However long this file waited to run.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  vi.restoreAllMocks();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
  document.cookie = 'signed_in=; max-age=0';
  window.satlingEarly = undefined;
  vi.unstubAllGlobals();
});

const signIn = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
  document.cookie = 'signed_in=1';
};

test('a visitor’s page makes no call, nor does another page', () => {
  const sent = serve({ [`GET ${PATH}`]: [200, OLD] });
  run(EARLY_CALL);
  signIn();
  history.replaceState(null, '', '/activity');
  run(EARLY_CALL);
  expect(sent).toEqual([]);
});

test('the first call uses what the page requested, with cookies; the second requests again (PLAT-11)', async () => {
  const replies = [[200, OLD] as const, [200, NEW] as const];
  const sent = serve({ [`GET ${PATH}`]: replies, [`GET ${UNREAD}`]: [200, { unread: 7 }] });
  signIn();
  run(EARLY_CALL);
  expect(sent.map(({ url, init }) => [url, init.credentials])).toEqual([[PATH, 'include']]);
  expect(await fetchJson(UNREAD)).toEqual({ unread: 7 });
  expect(await fetchJson(PATH)).toEqual(OLD);
  expect(sent).toHaveLength(2);
  expect(await fetchJson(PATH)).toEqual(NEW);
  expect(sent).toHaveLength(3);
});

test('a change never uses it, and what was read before the change is shown to nobody', async () => {
  serve({
    [`GET ${PATH}`]: [
      [200, OLD],
      [200, NEW],
    ],
    [`POST ${READ}`]: [200, { success: true }],
  });
  signIn();
  run(EARLY_CALL);
  expect(await fetchJson(READ, { method: 'POST' })).toEqual({ success: true });
  expect(await fetchJson(PATH)).toEqual(NEW);
});

test('a reply that is a minute old is requested again', async () => {
  serve({
    [`GET ${PATH}`]: [
      [200, OLD],
      [200, NEW],
    ],
  });
  signIn();
  run(EARLY_CALL);
  vi.spyOn(performance, 'now').mockReturnValue(60_001);
  expect(await fetchJson(PATH)).toEqual(NEW);
});

test('its failure is the call’s own, and the next try asks the server', async () => {
  serve({ [`GET ${PATH}`]: ['offline', [200, NEW]] });
  signIn();
  run(EARLY_CALL);
  await expect(fetchJson(PATH)).rejects.toThrow('Failed to fetch');
  expect(await fetchJson(PATH)).toEqual(NEW);
});

test('the formats that are warmed are ones that this browser has', () => {
  vi.useFakeTimers();
  run(EARLY_FORMATS);
  expect(() => vi.runAllTimers()).not.toThrow();
  vi.useRealTimers();
});
