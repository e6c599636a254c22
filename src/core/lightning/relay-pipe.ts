/** The address of a browser's connection to its wallet's relay: a WebSocket of this server. */

export const RELAY_PIPE = '/api/lightning/relay';

/** The address, for a relay that is stored for the family. */
export const relayPipe = (relay: string): string =>
  `${RELAY_PIPE}?${new URLSearchParams({ relay })}`;
