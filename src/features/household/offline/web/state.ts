/** The state behind the notes above the page: the network, a new version, stored data. */
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
  /** When the data shown was stored, if it comes from this device; 0 if nothing is stored. */
  shownFrom: number | undefined;
  /** A new version that waits for consent; calling this activates it. */
  newVersion: (() => void) | undefined;
  /** The calls that the person made while offline. */
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
/** Puts the reason for a failed call before the sentence that it failed. */
export const withNetwork = (failed: string): string =>
  state.online ? failed : `${t`You are offline.`} ${failed}`;

export const resetState = (): void => changeState(START);

export const useOfflineState = (): OfflineState => useSyncExternalStore(subscribe, offlineState);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
