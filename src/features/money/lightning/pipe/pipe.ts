/** Joins two WebSockets: each gets the other's messages, as long as both may. */
import type { RawData, WebSocket } from 'ws';

/** Largest text frame; wallets' replies are far smaller. */
export const FRAME_BYTES = 256 * 1024;
/** Most bytes buffered for a side that reads slowly. */
const WAITING_BYTES = 4 * FRAME_BYTES;
/** The least a message or ping frame is charged: short ones cost work too. */
const LEAST_BYTES = 1024;
/** A browser that doesn't confirm the close is cut off. */
const CLOSING_MS = 1_000;

/** Reasons for ending a pipe, as WebSocket close codes (RFC 6455, 7.4.1). */
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

/** @returns a function that ends the pipe */
export function joinEnds({ browser, relay, mayPass }: Ends): (why: Why) => void {
  let isOver = false;
  let waitingBytes = 0;
  // In sequence, because the results of `mayPass` may arrive out of order.
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
