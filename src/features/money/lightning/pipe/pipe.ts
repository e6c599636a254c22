/** Joins two WebSockets: each hears what the other sends, for as long as both may. */
import type { RawData, WebSocket } from 'ws';

/** The largest text frame; the largest reply of a wallet is far smaller. */
export const FRAME_BYTES = 256 * 1024;
/** How much may be buffered for a side that reads slowly. */
const WAITING_BYTES = 4 * FRAME_BYTES;
/** Counted at least this much: short messages cost work too, and so do ping frames. */
const LEAST_BYTES = 1024;
/** A browser that doesn't answer the closing is cut off. */
const CLOSING_MS = 1_000;

/** Why a pipe ends, as a WebSocket close code (RFC 6455, 7.4.1). */
export const CODES = {
  over: 1000,
  away: 1001,
  notText: 1003,
  notAllowed: 1008,
  busy: 1013,
} as const;
export type Why = keyof typeof CODES;

export type Ends = {
  readonly browser: WebSocket;
  readonly relay: WebSocket;
  /** False once the family has used up its daily allowance. */
  readonly mayPass: (bytes: number) => Promise<boolean>;
};

/** @returns a function that ends it */
export function joinEnds({ browser, relay, mayPass }: Ends): (why: Why) => void {
  let isOver = false;
  let waitingBytes = 0;
  // One after the other, because the results of `mayPass` may come out of order.
  let last = Promise.resolve();
  const end = (why: Why): void => {
    if (isOver) return;
    isOver = true;
    relay.terminate();
    browser.close(CODES[why]);
    setTimeout(() => browser.terminate(), CLOSING_MS).unref();
  };
  const count = async (bytes: number, pass: () => void): Promise<void> => {
    const mayGo = !isOver && (await mayPass(bytes));
    waitingBytes -= bytes;
    if (isOver) return;
    if (!mayGo) return end('busy');
    pass();
  };
  const listen = (from: WebSocket, to: WebSocket): void => {
    const take = (text: string, pass: () => void): void => {
      const bytes = Math.max(LEAST_BYTES, Buffer.byteLength(text));
      waitingBytes += bytes;
      if (waitingBytes + to.bufferedAmount > WAITING_BYTES) end('busy');
      last = last.then(() => count(bytes, pass)).catch(() => end('busy'));
    };
    from.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) return end('notText');
      const text = String(data);
      take(text, () => to.send(text));
    });
    for (const sign of ['ping', 'pong'] as const) from.on(sign, () => take('', () => undefined));
    from.on('close', () => end('over'));
    from.on('error', () => end('over'));
  };
  listen(browser, relay);
  listen(relay, browser);
  return end;
}
