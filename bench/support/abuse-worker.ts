/** A neighbour that repeats its requests until it is killed. */
import { connect } from 'node:net';
import type { Abuse } from './abuses.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const AGAIN_MS = 20;

process.on('message', ({ port, abuse }: { port: number; abuse: Abuse }) => {
  for (let n = 0; n < abuse.connections; n++) keepSending(port, abuse, n);
});

const statuses: Record<string, number> = {};
setInterval(() => process.send?.(statuses), 100);
process.on('disconnect', () => process.exit());

/** One connection after the other, each used until the server closes it. */
function keepSending(port: number, abuse: Abuse, lane: number): void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let sent = lane;
  const send = () => {
    const template = abuse.requests[sent++ % abuse.requests.length] as string;
    socket.write(filled(template, `${process.pid}-${lane}-${sent}`));
  };
  const drip = setInterval(() => abuse.drips && socket.write(' '), 1_000);
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length !== undefined && received.length < headEnd + 4 + Number(length)) return;
    const status = head.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    received = Buffer.alloc(0);
    if (length !== undefined) send();
    else socket.removeAllListeners('data').resume(); // a stream never ends
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(drip);
    setTimeout(() => keepSending(port, abuse, lane), AGAIN_MS);
  });
}

function filled(template: string, unique: string): string {
  const text = template.replaceAll('{n}', unique);
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return text.replace('{length}', String(Buffer.byteLength(body)));
}
