/** The switch: only where it works, on only with the person's yes and an address. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noneSent, sentTo, serve, show } from '#tests/web/support.tsx';
import { PushCard } from './push-card.tsx';

const GET = 'GET /api/push';
const PUT = 'PUT /api/push';
const off = [200, { subscribed: false, publicKey: 'BKey' }] as const;
const on = [200, { subscribed: true, publicKey: 'BKey' }] as const;

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** The used part of the browser. */
function aBrowser(answer: NotificationPermission) {
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example.com/a', keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: vi.fn(async () => true),
  };
  const pushManager = {
    subscribe: vi.fn(async () => subscription),
    getSubscription: async () => subscription,
  };
  const registration = { pushManager };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: async () => answer });
  const put = vi.fn(async () => undefined);
  vi.stubGlobal('caches', { open: async () => ({ put }), delete: async () => true });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return { pushManager, subscription, put };
}
const theSwitch = () => screen.findByRole('switch', { name: /Turn on notifications/ });

test('a browser that passes nothing on says so, and offers no switch', async () => {
  serve({ [GET]: off });
  show(<PushCard />);
  await screen.findByText(/This browser can’t show notifications/);
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a no of the person stays a no: nothing is sent', async () => {
  const { pushManager } = aBrowser('denied');
  const sent = serve({ [GET]: off });
  show(<PushCard />);
  fireEvent.click(await theSwitch());
  await screen.findByText(
    'Your browser blocks notifications. You can change that in its settings for this page.',
  );
  expect(pushManager.subscribe).not.toHaveBeenCalled();
  await noneSent(sent, PUT);
});

test('with a yes the device’s address is sent, and the words stay on the device', async () => {
  const { pushManager, put } = aBrowser('granted');
  const sent = serve({ [GET]: [off, on], [PUT]: [200, { success: true }] });
  show(<PushCard />);
  fireEvent.click(await theSwitch());
  await expect.poll(async () => (await theSwitch()).getAttribute('aria-checked')).toBe('true');
  const wanted = { userVisibleOnly: true, applicationServerKey: 'BKey' };
  expect(pushManager.subscribe).toHaveBeenCalledWith(wanted);
  const [one] = sentTo(sent, PUT);
  expect(one?.body).toEqual({ endpoint: 'https://push.example.com/a', p256dh: 'P', auth: 'A' });
  const [[, words]] = put.mock.calls as unknown as [[string, Response]];
  const texts = JSON.parse(await words.text());
  expect(Object.keys(texts)).toEqual(['waits', 'answered', 'pay-day', 'money', 'people']);
});

test('a subscription under a former key of the server goes before a new one is made', async () => {
  const { pushManager, subscription } = aBrowser('granted');
  // Like a browser with a subscription under another key.
  pushManager.subscribe.mockImplementation(async () => {
    if (subscription.unsubscribe.mock.calls.length === 0) throw new Error('InvalidStateError');
    return subscription;
  });
  const sent = serve({ [GET]: [off, on], [PUT]: [200, { success: true }] });
  show(<PushCard />);
  fireEvent.click(await theSwitch());
  await expect.poll(async () => (await theSwitch()).getAttribute('aria-checked')).toBe('true');
  expect(sentTo(sent, PUT).length).toBe(1);
});

test('off ends it on the server and in the browser', async () => {
  const { subscription } = aBrowser('granted');
  const sent = serve({ [GET]: [on, off], 'DELETE /api/push': [200, { success: true }] });
  show(<PushCard />);
  fireEvent.click(await theSwitch());
  await expect.poll(() => subscription.unsubscribe.mock.calls.length).toBe(1);
  expect(sentTo(sent, 'DELETE /api/push').length).toBe(1);
});
