/** Electrum over one socket: JSON lines, each with a time limit and a length limit. */
import type { Socket } from 'node:net';
import * as v from 'valibot';
import type { OutboundRules, Target } from '../../outbound/reach.ts';
import { openSocket } from '../../outbound/socket.ts';
import { withTimeout } from '../../with-timeout.ts';
import { type Meter, tooMuch } from './meter.ts';
import { ChainError } from './port.ts';

const PATIENCE_MS = 10_000;
/** The longest line accepted; a script with 5,000 transactions fits. */
const MAX_LINE = 1024 * 1024;

const Line = v.object({
  id: v.optional(v.nullable(v.number())),
  result: v.optional(v.unknown()),
  error: v.optional(v.nullable(v.object({ message: v.string() }))),
});

function readLine(line: string): v.InferOutput<typeof Line> | undefined {
  try {
    return v.parse(Line, JSON.parse(line));
  } catch {
    return undefined;
  }
}

type Waiting = Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>;

const away = (why: string) => new ChainError('UNREACHABLE', why);

/**
 * Requests and replies over one socket. A broken line closes it and fails everything still pending.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #meter: Meter;
  /** The received part of an incomplete line. */
  #unread: string[] = [];
  #length = 0;
  #last = 0;

  constructor(socket: Socket, meter: Meter) {
    this.#socket = socket;
    this.#meter = meter;
    socket.setEncoding('utf8');
    // Requests are short lines; Nagle's algorithm would hold each back until the previous reply.
    socket.setNoDelay(true);
    socket.on('data', (text) => this.#read(String(text)));
    socket.on('close', () => this.#fail(away('The connection to the Electrum server has ended')));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  #read(text: string): void {
    const [first = '', ...lines] = text.split('\n');
    this.#unread.push(first);
    this.#length += first.length;
    if (!this.#isAllowed(text.length)) this.#fail(tooMuch());
    else if (lines.length > 0) this.#onLines(lines);
  }

  #isAllowed(bytes: number): boolean {
    try {
      this.#meter.count({ bytes });
    } catch {
      return false;
    }
    return this.#length <= MAX_LINE;
  }

  /** @param lines the text after the end of the first line; the last one may be incomplete */
  #onLines(lines: readonly string[]): void {
    const whole = [this.#unread.join(''), ...lines.slice(0, -1)];
    const rest = lines.at(-1) ?? '';
    this.#unread = [rest];
    this.#length = rest.length;
    for (const line of whole) this.#onLine(line);
  }

  #onLine(line: string): void {
    const message = readLine(line);
    if (!message)
      this.#fail(new ChainError('BAD_ANSWER', 'The Electrum server sent something else'));
    const { id, error, result } = message ?? {};
    const waiting = this.#waiting.get(id ?? -1);
    if (!waiting) return;
    this.#waiting.delete(id ?? -1);
    if (error) waiting.reject(new ChainError('REFUSED', error.message.slice(0, 300)));
    else waiting.resolve(result);
  }

  #fail(why: ChainError): void {
    this.#socket.destroy();
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }

  async ask<Schema extends v.GenericSchema>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const answered = await withTimeout(PATIENCE_MS, promise);
    if (!answered) {
      const why = away('The Electrum server did not answer within 10 s');
      this.#fail(why);
      throw why;
    }
    const read = v.safeParse(schema, answered.result);
    if (!read.success) throw new ChainError('BAD_ANSWER', `No ${method} in the answer`);
    return read.output;
  }

  close(): void {
    this.#socket.destroy();
  }
}

export async function connectTo(
  server: Omit<Target, 'trusted'>,
  rules: OutboundRules,
  meter: Meter,
): Promise<Connection> {
  const socket = await openSocket(server, rules).catch((error: unknown) => {
    throw away(error instanceof Error ? error.message : String(error));
  });
  const connection = new Connection(socket, meter);
  await connection.ask('server.version', ['Satling', ['1.4', '1.6']], v.unknown());
  return connection;
}
