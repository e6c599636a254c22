/** Registers the service worker, checks for updates, and unregisters it. */
import { HOUR } from '#core/time.ts';
import { trustedAddress } from '#web/trusted-address.ts';
import { changeState } from './state.ts';

const ADDRESS = '/sw.js';

type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'addEventListener'>;

/** Registers it. A new version waits for consent; then the page reloads, once. */
export async function startWorker(
  workers: Container = navigator.serviceWorker,
  reload: () => void = () => location.reload(),
): Promise<void> {
  const registration = await workers.register(trustedAddress('service-worker', ADDRESS));
  const offer = (worker: ServiceWorker | null) => {
    if (!worker || !workers.controller) return; // the first one replaces nothing
    changeState({
      newVersion: () => {
        workers.addEventListener('controllerchange', reload, { once: true });
        worker.postMessage('take-over');
      },
    });
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  });
  lookHourly(registration);
}

/** A page left open for days checks for updates when it becomes visible again. */
function lookHourly(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < HOUR) return;
    looked = Date.now();
    registration.update().catch(() => undefined); // without a network there is no news
  });
}
