/** Removes everything about a person from this browser. */
import type { QueryClient } from '@tanstack/react-query';
import { clearOwnStorage } from '#web/local/storage.ts';
import { clearToasts } from '#web/ui/toast-store.ts';

const others = new Set<() => void>();

/** For modules that hold personal data and are loaded on demand. */
export const whenForgotten = (forget: () => void): void => void others.add(forget);

/** The cache, the messages, and every key that this program has written to local storage. */
export function forgetPerson(queries: QueryClient, spared: readonly string[] = []): void {
  queries.clear();
  clearToasts();
  clearOwnStorage(spared);
  for (const forget of others) forget();
}
