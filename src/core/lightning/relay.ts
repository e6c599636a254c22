/**
 * One Nostr relay (NIP-01): publishes an event and waits for the answering one. A relay is a
 * stranger: its messages are limited in size, number and time.
 */
import type { NostrEvent } from './nostr.ts';
import type { Platform } from './platform.ts';
import { ConnectionError } from './wallet.ts';

/** A few requests never need more; we leave a relay that floods us. */
const MAX_FRAMES = 200;

export type Question<Result> = {
  /** Selects the events to wait for (NIP-01). */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Sent once the relay has the filter for the answer. */
  readonly publish?: NostrEvent;
  /** Undefined for an event that is not the answer. */
  readonly read: (event: unknown) => Result | undefined;
  readonly patienceMs: number;
};

export type RelayReply<Result> =
  | { readonly kind: 'answer'; readonly result: Result }
  /** The relay has no such event stored. Only if nothing was published. */
  | { readonly kind: 'nothing-stored' }
  /** The relay refuses to pass on the event or its answer. */
  | { readonly kind: 'relay-refuses'; readonly message: string }
  /** No answer in time, or the connection was closed. */
  | { readonly kind: 'silence'; readonly message: string };

export type Relay = {
  /** Rejects with the error of `read`. */
  readonly ask: <Result>(question: Question<Result>) => Promise<RelayReply<Result>>;
  readonly close: () => void;
};

type Waiting = {
  readonly eventId: string | undefined;
  readonly onEvent: (event: unknown) => void;
  readonly end: (reply: Exclude<RelayReply<never>, { kind: 'answer' }>) => void;
};

/** @throws ConnectionError UNREACHABLE */
export async function openRelay(url: string, { dial, after }: Platform): Promise<Relay> {
  const socket = await dial(url).catch(() => {
    throw new ConnectionError('UNREACHABLE', `The relay ${new URL(url).host} cannot be reached`);
  });
  const waiting = new Map<string, Waiting>();
  let frames = 0;
  let last = 0;
  socket.onText((text) => {
    frames += 1;
    if (frames > MAX_FRAMES) socket.close();
    else onFrame(waiting, text);
  });
  socket.onClose(() => {
    for (const { end } of [...waiting.values()])
      end({ kind: 'silence', message: 'The relay has closed the connection' });
  });

  function ask<Result>({ filter, publish, read, patienceMs }: Question<Result>) {
    last += 1;
    const id = `q${last}`;
    const send = (...message: unknown[]): void => {
      if (socket.isOpen()) socket.send(JSON.stringify(message));
    };
    return new Promise<RelayReply<Result>>((resolve, reject) => {
      const finish = (): void => {
        cancel();
        waiting.delete(id);
        send('CLOSE', id);
      };
      const end = (reply: RelayReply<Result>): void => {
        finish();
        resolve(reply);
      };
      const late = () => end({ kind: 'silence', message: 'The wallet does not answer' });
      const cancel = after(patienceMs, late);
      const onEvent = (event: unknown): void => {
        try {
          const result = read(event);
          if (result !== undefined) end({ kind: 'answer', result });
        } catch (error) {
          finish();
          reject(error);
        }
      };
      waiting.set(id, { eventId: publish?.id, onEvent, end });
      if (!socket.isOpen())
        return end({ kind: 'silence', message: 'The relay has closed the connection' });
      send('REQ', id, filter);
      if (publish) send('EVENT', publish);
    });
  }
  return { ask, close: socket.close };
}

/** Ignores anything it doesn't understand. */
function onFrame(waiting: ReadonlyMap<string, Waiting>, frame: string): void {
  const [kind, name, ...rest] = readFrame(frame);
  const asked = waiting.get(String(name));
  if (kind === 'EVENT') asked?.onEvent(rest[0]);
  if (kind === 'EOSE' && asked && asked.eventId === undefined)
    asked.end({ kind: 'nothing-stored' });
  if (kind === 'CLOSED') asked?.end({ kind: 'relay-refuses', message: words(rest[0]) });
  if (kind !== 'OK' || rest[0] === true) return;
  for (const one of [...waiting.values()])
    if (one.eventId === name) one.end({ kind: 'relay-refuses', message: words(rest[1]) });
}

function readFrame(frame: string): unknown[] {
  try {
    const message: unknown = JSON.parse(frame);
    return Array.isArray(message) ? message : [];
  } catch {
    return [];
  }
}

const words = (said: unknown): string =>
  `The relay refuses: ${typeof said === 'string' ? said.slice(0, 200) : 'it gives no reason'}`;
