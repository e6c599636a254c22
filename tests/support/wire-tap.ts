/**
 * A proxy between a browser and a server on this machine: passes everything on, and records
 * everything the browser sends, from any thread.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type WireTap = {
  /** The browser opens this instead of the server's own URL. */
  origin: string;
  /** Everything so far: unmodified requests, and unmasked WebSocket frames. */
  sent: () => Buffer;
  close: () => Promise<void>;
};

export async function tapWire(port: number): Promise<WireTap> {
  const connections: Buffer[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const program = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    connections.push(chunks);
    browser.on('data', (chunk: Buffer) => chunks.push(chunk));
    browser.pipe(program).pipe(browser);
    join(browser, program);
    join(program, browser);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const join = (one: Socket, other: Socket) => {
    sockets.add(one);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      sockets.delete(one);
      other.destroy();
    });
  };
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    sent: () => Buffer.concat(connections.map((chunks) => unmasked(Buffer.concat(chunks)))),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** RFC 6455, 5.2 and 5.3: after the request for a WebSocket, a browser masks each frame. */
function unmasked(all: Buffer): Buffer {
  const upgrade = all.toString('latin1').search(/\r\nupgrade: websocket\r\n/i);
  if (upgrade < 0) return all;
  const parts: Buffer[] = [];
  let at = all.indexOf('\r\n\r\n', upgrade) + 4;
  parts.push(all.subarray(0, at));
  while (at + 6 <= all.length) {
    const { length, bytes } = lengthAt(all, at + 1);
    const mask = at + 1 + bytes;
    const end = mask + 4 + length;
    const text = Buffer.from(all.subarray(mask + 4, end));
    for (const [i, byte] of text.entries()) text[i] = byte ^ (all[mask + (i % 4)] as number);
    parts.push(text);
    at = end;
  }
  return Buffer.concat(parts);
}

/** The length of a frame, and in how many bytes it is written. */
function lengthAt(all: Buffer, at: number): { length: number; bytes: number } {
  const short = (all[at] as number) & 0x7f;
  if (short === 126) return { length: all.readUInt16BE(at + 1), bytes: 3 };
  if (short === 127) return { length: Number(all.readBigUInt64BE(at + 1)), bytes: 9 };
  return { length: short, bytes: 1 };
}
