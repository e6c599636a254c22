/** This browser's push subscription: asks for permission, and returns the subscription. */
import type { PushKind } from '#features/notices/push/contract.ts';
import { WORDS_ADDRESS, WORDS_CACHE } from './words-address.ts';

export interface Address {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export const canReceivePush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Undefined if the person or the browser refuses. */
export async function askDevice(publicKey: string): Promise<Address | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription under an old server key blocks the new one, and is useless.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return undefined;
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

/** Stores the texts, for when no page is open. */
export async function leaveWords(words: Record<PushKind, string>): Promise<void> {
  const cache = await caches.open(WORDS_CACHE);
  await cache.put(WORDS_ADDRESS, new Response(JSON.stringify(words)));
}

export async function leaveDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await caches.delete(WORDS_CACHE);
}
