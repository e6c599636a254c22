/** The other process of load.ts: sends, waits for the reply, sends again. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load, LoadResult } from './load.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
let unique = 0;
const start = `${Date.now().toString(36)}-${process.pid}`;

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ error: error.message }),
  );
});

async function run(load: Load): Promise<LoadResult> {
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, () => open(load.port)),
  );
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  const end = begun + load.seconds * 1000;
  let next = 0;
  const awake = load.staysAwake ? stayAwake() : undefined;
  await Promise.all(
    sockets.map(async (socket) => {
      const exchange = exchanger(socket);
      while (performance.now() < end) {
        const template = load.requests[next++ % load.requests.length] as string;
        const sent = performance.now();
        const status = await exchange(template.replace('{n}', () => `${start}-${unique++}`));
        latencies.push(performance.now() - sent);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (load.pauseMs) await sleep(load.pauseMs);
      }
      socket.destroy();
    }),
  );
  awake?.end();
  const seconds = (performance.now() - begun) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  const done = latencies.length;
  return { done, perSecond: done / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), statuses };
}

/**
 * Never sleeps while the load runs: waking a sleeping reader costs the server as much as a cheap
 * reply itself, and only the slower of two servers would be charged for it. It occupies a
 * processor, which the database would miss.
 */
function stayAwake(): { end: () => void } {
  let next: NodeJS.Immediate;
  const turn = () => {
    next = setImmediate(turn);
  };
  turn();
  return { end: () => clearImmediate(next) };
}

const open = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });

/** One request at a time; the reply is whole when Content-Length bytes follow its head. */
function exchanger(socket: Socket): (request: string) => Promise<string> {
  let received: Buffer = Buffer.alloc(0);
  let done: (status: string) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('The server closed the connection')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    received = Buffer.alloc(0);
    done(head.slice(9, 12));
  });
  return (request) =>
    new Promise((resolve, reject) => {
      done = resolve;
      failed = reject;
      socket.write(request);
    });
}
