/** What the notes at the top of the page speak of: the network, a new version, what is shown. */
import { useSyncExternalStore } from 'react';
import type { Unsent } from './unsent.ts';

export interface OfflineState {
  online: boolean;
  /** When what is shown was kept, where it comes from this device; 0 where nothing is kept. */
  shownFrom: number | undefined;
  /** A version that waits for a yes; the call lets it take over. */
  newVersion: (() => void) | undefined;
  /** What the person here asked for without a network. */
  unsent: readonly Unsent[];
}

const START: OfflineState = {
  online: true,
  shownFrom: undefined,
  newVersion: undefined,
  unsent: [],
};

let state = START;
const listeners = new Set<() => void>();

export function changeState(change: Partial<OfflineState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const offlineState = (): OfflineState => state;
export const resetState = (): void => changeState(START);

export const useOfflineState = (): OfflineState => useSyncExternalStore(subscribe, offlineState);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
