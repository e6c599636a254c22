/** Environment of the Nostr wallet client: a server or a browser. */

export type RelaySocket = {
  readonly isOpen: () => boolean;
  readonly send: (text: string) => void;
  readonly onText: (hear: (text: string) => void) => void;
  readonly onClose: (end: () => void) => void;
  /** Immediately, dropping anything not yet sent. */
  readonly close: () => void;
};

export type Platform = {
  /** Opens a connection to this relay; rejects if that takes too long. */
  readonly dial: (url: string) => Promise<RelaySocket>;
  /** Dials relays one after the other, because each uses up the daily allowance. */
  readonly isFrugal?: boolean;
  /** Unix seconds. */
  readonly nowSeconds: () => number;
  /** Monotonic milliseconds, from any starting point. */
  readonly elapsedMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** @returns cancels */
  readonly after: (ms: number, run: () => void) => () => void;
};
