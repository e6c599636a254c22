/** The state behind the notes at the top of the page: the network, a new version, stored data. */
import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';

export interface Unsent {
  owner: string;
  name: string;
  input: Record<string, string>;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface OfflineState {
  online: boolean;
  /** When the displayed data was stored, if it is from this device; 0 if nothing is stored. */
  shownFrom: number | undefined;
  /** Activates a new version, which waits for consent. */
  newVersion: (() => void) | undefined;
  /** Calls made while offline. */
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
/** Prepends a failed call's reason to the sentence about it. */
export const withNetwork = (failed: string): string =>
  state.online ? failed : `${t`You are offline.`} ${failed}`;

export const resetState = (): void => changeState(START);

export const useOfflineState = (): OfflineState => useSyncExternalStore(subscribe, offlineState);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
