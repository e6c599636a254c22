/** Registers the service worker, checks for updates, and unregisters it. */
import { changeState } from './state.ts';

const ADDRESS = '/sw.js';
const HOUR = 3_600_000;

/** The part of the browser's Trusted Types that is used here; TypeScript does not know it yet. */
type Policy = { createScriptURL: (text: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy };

type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'addEventListener'>;

/**
 * Registers it. A new version waits until the person agrees; then the page reloads, once.
 */
export async function startWorker(
  workers: Container = navigator.serviceWorker,
  reload: () => void = () => location.reload(),
): Promise<void> {
  const registration = await workers.register(trustedAddress());
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

/**
 * Browsers with Trusted Types start a worker only from an address that a policy lets through. This
 * is the pages' only policy (server/http/server.ts), and it knows only this address.
 */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => ADDRESS };
  return (trustedTypes?.createPolicy('service-worker', rules) ?? rules).createScriptURL('');
}

/** A page that stays open for days checks for a new version when it becomes visible again. */
function lookHourly(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < HOUR) return;
    looked = Date.now();
    registration.update().catch(() => undefined); // without a network there is no news
  });
}
