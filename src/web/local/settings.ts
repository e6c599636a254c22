/** The privacy settings of this browser. They never leave it. */
import { useSyncExternalStore } from 'react';
import { SETTINGS_KEY } from './storage.ts';

export interface LocalSettings {
  storeTransactionHistory: boolean;
  enableDataPurging: boolean;
  dataPurgeDays: number;
  allowAnalytics: boolean;
  encryptSensitiveData: boolean;
}

export const LOCAL_DEFAULTS: LocalSettings = {
  storeTransactionHistory: false,
  enableDataPurging: true,
  dataPurgeDays: 30,
  allowAnalytics: false,
  encryptSensitiveData: true,
};

export const PURGE_DAYS_MIN = 1;
export const PURGE_DAYS_MAX = 365;

export const isPurgeDays = (days: number): boolean =>
  Number.isInteger(days) && days >= PURGE_DAYS_MIN && days <= PURGE_DAYS_MAX;

/** Reads the stored settings field by field; missing or invalid ones get their defaults. */
export function localSettings(): LocalSettings {
  const stored = readStored();
  const flag = (name: Exclude<keyof LocalSettings, 'dataPurgeDays'>) => {
    const value = stored[name];
    return typeof value === 'boolean' ? value : LOCAL_DEFAULTS[name];
  };
  const days = Number(stored.dataPurgeDays);
  return {
    storeTransactionHistory: flag('storeTransactionHistory'),
    enableDataPurging: flag('enableDataPurging'),
    dataPurgeDays: isPurgeDays(days) ? days : LOCAL_DEFAULTS.dataPurgeDays,
    allowAnalytics: flag('allowAnalytics'),
    encryptSensitiveData: flag('encryptSensitiveData'),
  };
}

/** Takes effect at once. False if storage is forbidden, in which case nothing is stored at all. */
export function changeLocalSettings(change: Partial<LocalSettings>): boolean {
  const next = { ...localSettings(), ...change };
  try {
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(next));
  } catch {
    return false;
  }
  current = next;
  for (const listener of listeners) listener();
  return true;
}

export const useLocalSettings = (): LocalSettings => useSyncExternalStore(subscribe, snapshot);

const listeners = new Set<() => void>();
let current: LocalSettings | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The next screen rereads them: another tab may have changed them.
    if (listeners.size === 0) current = undefined;
  };
}

function snapshot(): LocalSettings {
  current ??= localSettings();
  return current;
}

function readStored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // storage is forbidden, or holds something else: the defaults are the private ones
  }
}
