/** What the client of Nostr wallets needs of the program around it: a server, or a browser. */

export type RelaySocket = {
  readonly isOpen: () => boolean;
  readonly send: (text: string) => void;
  readonly onText: (hear: (text: string) => void) => void;
  readonly onClose: (end: () => void) => void;
  /** At once, whatever is still on its way. */
  readonly close: () => void;
};

export type Platform = {
  /** An open connection to this relay; rejects where there is none soon. */
  readonly dial: (url: string) => Promise<RelaySocket>;
  /** Relays are dialled one after the other: each costs of what may be sent in a day. */
  readonly isFrugal?: boolean;
  /** Unix seconds. */
  readonly nowSeconds: () => number;
  /** Milliseconds that only go up, from any beginning. */
  readonly elapsedMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** @returns cancels */
  readonly after: (ms: number, run: () => void) => () => void;
};
