/**
 * An Electrum server with scripted replies: too much, too late, never, or false. It has no chain:
 * unless the test says otherwise, every script is unused.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { GENESIS_BLOCKS } from '../../src/core/bitcoin/network.ts';

export type Question = { id: number; method: string; params: unknown[] };
/** The result; undefined for an honest one, and a promise to delay the reply. */
export type Play = (question: Question) => unknown;

export type ScriptedElectrum = {
  /** `host:port`, as in CHAIN_HOSTS. */
  readonly host: string;
  readonly url: string;
  /** How often each method was called. */
  readonly asked: Map<string, number>;
  /** Open connections, and the most there ever were. */
  open(): number;
  most(): number;
  play(play: Play): void;
  close(): Promise<void>;
};

/** Never answers. */
export const NEVER = new Promise<never>(() => undefined);
export const USED = 'ab'.repeat(32);

const HONEST: Readonly<Record<string, unknown>> = {
  'server.version': ['Scripted', '1.4'],
  'server.features': { genesis_hash: GENESIS_BLOCKS.regtest[0] },
  'blockchain.headers.subscribe': { height: 1, hex: '00'.repeat(80) },
  'blockchain.scripthash.subscribe': null,
  'blockchain.scripthash.get_history': [],
  'blockchain.scripthash.get_balance': { confirmed: 0, unconfirmed: 0 },
  'blockchain.scripthash.listunspent': [],
};

export const fakeHistory = (length: number) =>
  Array.from({ length }, (_, at) => ({
    tx_hash: at.toString(16).padStart(64, '0'),
    height: at + 1,
  }));

export async function startElectrum(first: Play = () => undefined): Promise<ScriptedElectrum> {
  let play = first;
  let most = 0;
  const asked = new Map<string, number>();
  const sockets = new Set<Socket>();
  const answer = async (socket: Socket, line: string): Promise<void> => {
    const question = JSON.parse(line) as Question;
    const { id, method } = question;
    asked.set(method, (asked.get(method) ?? 0) + 1);
    const result = (await play(question)) ?? HONEST[method];
    // Text with line breaks is sent unchanged.
    const text = typeof result === 'string' && result.includes('\n') ? result : undefined;
    if (!socket.destroyed) socket.write(text ?? `${JSON.stringify({ id, result })}\n`);
  };
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    let unread = '';
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      const lines = (unread + bytes).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) void answer(socket, line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `tcp://${host}`,
    asked,
    open: () => sockets.size,
    most: () => most,
    play: (next) => {
      play = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
