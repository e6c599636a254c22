/**
 * A small preference of the reader (unit, theme), stored in localStorage and shared by the whole
 * page. If storage is forbidden it lasts as long as the page.
 */
import { useSyncExternalStore } from 'react';

export interface StoredChoice<T extends string> {
  get(): T | undefined;
  set(value: T | undefined): void;
  subscribe(listener: () => void): () => void;
}

export function storedChoice<T extends string>(
  key: string,
  allowed: readonly T[],
): StoredChoice<T> {
  const listeners = new Set<() => void>();
  const known = (text: string | null) => allowed.find((value) => value === text);
  let value = known(read(key));
  const change = (next: T | undefined) => {
    value = next;
    for (const listener of listeners) listener();
  };
  if (typeof window !== 'undefined') {
    const onStorage = (event: StorageEvent) => event.key === key && change(known(event.newValue));
    // Deferred: a page's first storage listener takes 2 ms, which would delay the first script.
    setTimeout(() => window.addEventListener('storage', onStorage));
  }
  return {
    get: () => value,
    set(next) {
      write(key, next);
      change(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStoredChoice<T extends string>(choice: StoredChoice<T>): T | undefined {
  return useSyncExternalStore(choice.subscribe, choice.get, () => undefined);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the choice lasts as long as the page.
  }
}
