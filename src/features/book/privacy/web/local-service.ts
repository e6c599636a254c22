/** The panel's service for this browser's own storage. It makes no network call. */
import { saveFile, todayHere } from '#web/download.ts';
import { record } from '#web/errors.ts';
import { DEVICE_KEY } from '#web/local/cipher.ts';
import { dropLocal, keepAnew, keptNames, openLocal, purgeLocal } from '#web/local/kept.ts';
import { changeLocalSettings, type LocalSettings, localSettings } from '#web/local/settings.ts';
import {
  clearOwnStorage,
  LAST_BOOK,
  ownKeys,
  SETTINGS_KEY,
  STORAGE_PREFIX,
} from '#web/local/storage.ts';

/** How long "Data Deleted" is visible before the page reloads. */
const RELOAD_AFTER_MS = 1000;

/** Takes effect immediately, even on data already stored. False if storage is forbidden. */
export async function changeSetting(change: Partial<LocalSettings>): Promise<boolean> {
  if (!changeLocalSettings(change)) return false;
  if (change.storeTransactionHistory === false) dropLocal(LAST_BOOK);
  if (change.encryptSensitiveData !== undefined) await keepAnew();
  return true;
}

/** `satling-local-data-2026-11-21.json`, everything readable, without the device's key. */
export async function exportLocal(): Promise<string> {
  const name = `satling-local-data-${todayHere()}.json`;
  saveFile(name, 'application/json', JSON.stringify(await localData(), null, 2));
  return name;
}

async function localData() {
  const kept: Record<string, unknown> = {};
  for (const name of keptNames())
    kept[name] = await openLocal(name).catch((error: Error) => ({ error: error.message }));
  const names = new Set(keptNames().map((name) => `${STORAGE_PREFIX}${name}`));
  const choices = Object.fromEntries(
    ownKeys(localStorage)
      .filter((key) => !names.has(key) && key !== DEVICE_KEY && key !== SETTINGS_KEY)
      .map((key) => [key, localStorage.getItem(key)]),
  );
  return { exportedAt: new Date().toISOString(), settings: localSettings(), choices, kept };
}

/** Removes data older than the settings allow; returns how many items. */
export const purgeNow = (): number => purgeLocal(localSettings().dataPurgeDays);

/** Deletes all of our data in this browser, and only there. Then reloads the page. */
export function deleteAllLocal(reload: () => void = () => location.reload()): void {
  clearOwnStorage();
  void dropFiles().catch(record);
  setTimeout(reload, RELOAD_AFTER_MS);
}

/** Deletes the program's cached files and the service worker that serves them. */
async function dropFiles(): Promise<void> {
  if ('caches' in window)
    for (const name of await caches.keys())
      if (name.startsWith('satling')) await caches.delete(name);
  if ('serviceWorker' in navigator)
    for (const worker of await navigator.serviceWorker.getRegistrations())
      await worker.unregister();
}
