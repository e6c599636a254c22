/**
 * One small choice of the reader (unit, theme), kept in localStorage and shared by everything on
 * the page that shows it. Works, unkept, where storage is forbidden.
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
    const hear = (event: StorageEvent) => event.key === key && change(known(event.newValue));
    // By itself: a page's first such listener takes 2 ms, which the first script would be longer.
    setTimeout(() => window.addEventListener('storage', hear));
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
    // Storage is full or forbidden: the choice then lasts as long as the page.
  }
}
