/** Two WebSockets joined: what one says the other hears, as long as both may. */
import type { RawData, WebSocket } from 'ws';

/** Text of at most this size; the largest answer of a wallet is far smaller. */
export const FRAME_BYTES = 256 * 1024;
/** What may wait for a side that reads slowly. */
const WAITING_BYTES = 4 * FRAME_BYTES;
/** A message costs work however short it is, and so does a frame that asks for a sign of life. */
const LEAST_BYTES = 1024;
/** A browser that does not answer the end is cut off. */
const CLOSING_MS = 1_000;

/** Why a pipe ends, as a close code of WebSocket (RFC 6455, 7.4.1). */
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
  /** False where the family has used up what it may send in a day. */
  readonly mayPass: (bytes: number) => Promise<boolean>;
};

/** @returns ends it */
export function joinEnds({ browser, relay, mayPass }: Ends): (why: Why) => void {
  let isOver = false;
  let waitingBytes = 0;
  // One after the other: the answers of `mayPass` keep no order among themselves.
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
