/** Guarded connections, time and randomness for the Nostr wallet client on this server. */
import { randomBytes } from 'node:crypto';
import type { Reach } from '#core/lightning/endpoint.ts';
import type { Platform } from '#core/lightning/platform.ts';
import type { OutboundRules } from '../../outbound/reach.ts';
import { openWebSocket } from '../../outbound/socket.ts';

/** Decides when invoices expire; simulations replace it. */
export const clock = {
  nowSeconds: (): number => Math.floor(Date.now() / 1000),
  elapsedMs: () => performance.now(),
};

/** Unencrypted connections only to hosts the operator trusts: own nodes and tests. */
export const reachOf = ({ trusted = [] }: OutboundRules): Reach => ({ insecure: trusted });

export const platformOf = (rules: OutboundRules): Platform => ({
  ...clock,
  randomBytes,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  dial: async (url) => {
    const socket = await openWebSocket(url, rules);
    return {
      isOpen: () => socket.readyState === socket.OPEN,
      send: (text) => socket.send(text),
      onText: (hear) => socket.on('message', (data) => hear(String(data))),
      onClose: (end) => socket.on('close', end),
      close: () => socket.terminate(),
    };
  },
});
