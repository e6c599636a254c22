/**
 * A nostr relay on loopback (NIP-01): checks signatures, stores replaceable events such as a
 * wallet's info (13194) and passes on ephemeral ones (23194 to 23197).
 */
import type { AddressInfo } from 'node:net';
import { type Event, type Filter, matchFilters, verifyEvent } from 'nostr-tools';
import { type WebSocket, WebSocketServer } from 'ws';
import { Faults } from '../faults.ts';

const MAX_FRAME_BYTES = 256 * 1024;
const MAX_KEPT = 5_000;

const isEphemeral = ({ kind }: Event): boolean => kind >= 20_000 && kind < 30_000;
const isReplaceable = ({ kind }: Event): boolean =>
  kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000);

export class Relay {
  readonly faults = new Faults();
  readonly #server: WebSocketServer;
  readonly #kept = new Map<string, Event>();
  readonly #filters = new Map<WebSocket, Map<string, Filter[]>>();

  private constructor(port: number) {
    const options = { port, host: '127.0.0.1', maxPayload: MAX_FRAME_BYTES };
    this.#server = new WebSocketServer(options);
    this.#server.on('connection', (socket) => this.#accept(socket));
  }

  static async start(port = 0): Promise<Relay> {
    const relay = new Relay(port);
    await new Promise((resolve) => relay.#server.once('listening', resolve));
    return relay;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #accept(socket: WebSocket): void {
    this.#filters.set(socket, new Map());
    socket.on('message', (frame) => void this.#onFrame(socket, String(frame)));
    socket.on('close', () => this.#filters.delete(socket));
    socket.on('error', () => socket.terminate());
  }

  async #onFrame(socket: WebSocket, frame: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(frame);
    } catch {
      return send(socket, ['NOTICE', 'invalid: not JSON']);
    }
    if (!Array.isArray(message)) return send(socket, ['NOTICE', 'invalid: not a list']);
    const [kind, ...rest] = message;
    if (kind === 'EVENT') await this.#onEvent(socket, rest[0] as Event);
    else if (kind === 'REQ') this.#onRequest(socket, String(rest[0]), rest.slice(1) as Filter[]);
    else if (kind === 'CLOSE') this.#filters.get(socket)?.delete(String(rest[0]));
    else send(socket, ['NOTICE', 'invalid: unknown message']);
  }

  async #onEvent(socket: WebSocket, event: Event): Promise<void> {
    const fault = await this.faults.take();
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'hang-up') return socket.terminate();
    if (fault?.kind === 'garbage') return socket.send('["EVENT",');
    if (fault) return send(socket, ['OK', event.id, false, 'blocked: scripted failure']);
    if (!verifyEvent(event)) return send(socket, ['OK', event.id, false, 'invalid: bad signature']);
    const isNew = !this.#kept.has(event.id) && this.#keep(event);
    send(socket, ['OK', event.id, true, isNew ? '' : 'duplicate:']);
    if (isNew) this.publish(event);
  }

  /** Sends an event to all subscribers; tests send odd ones with it. */
  publish(event: Event): void {
    for (const [socket, asked] of this.#filters) {
      for (const [id, filters] of asked) {
        if (matchFilters(filters, event)) send(socket, ['EVENT', id, event]);
      }
    }
  }

  /** Stored events, newest first. */
  find(filters: Filter[]): Event[] {
    return [...this.#kept.values()]
      .filter((event) => matchFilters(filters, event))
      .sort((a, b) => b.created_at - a.created_at)
      .slice(0, filters[0]?.limit ?? 500);
  }

  #keep(event: Event): boolean {
    if (isEphemeral(event)) return true;
    if (isReplaceable(event)) {
      for (const [id, other] of this.#kept) {
        if (other.kind !== event.kind || other.pubkey !== event.pubkey) continue;
        if (other.created_at > event.created_at) return false;
        this.#kept.delete(id);
      }
    }
    this.#kept.set(event.id, event);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return true;
  }

  #onRequest(socket: WebSocket, id: string, filters: Filter[]): void {
    this.#filters.get(socket)?.set(id, filters);
    for (const event of this.find(filters)) send(socket, ['EVENT', id, event]);
    send(socket, ['EOSE', id]);
  }

  async close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function send(socket: WebSocket, message: unknown[]): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}
