/** Outbound calls: addresses refused by name, by number, and on connecting. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import {
  allowedUrl,
  areAllPublic,
  isPublicAddress,
  type OutboundRules,
  targetOf,
} from './reach.ts';
import { sendOut } from './request.ts';
import { openSocket, openWebSocket } from './socket.ts';

const known = { hosts: ['push.example.com', '*.notify.example.org'] };
const GET = { method: 'GET', headers: {}, body: null };

/** Names and numbers that lead into a private network, or are disguised. */
const HOSTILE =
  `127.0.0.1 127.1 127.000.000.001 0x7f.0.0.1 0x7f000001 0177.0.0.1 2130706433 0 0.0.0.0
  10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255
  [::] [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::]
  [2001:db8::1] [fe80::1] [fc00::1] [fd12:3456::1] [ff02::1] [2606:4700::1111] 8.8.8.8 1.1
  localhost LOCALHOST localhost. a.localhost intranet router fritz.box.local
  printer.local db.internal metadata.google.internal metadata nas.lan box.home
  1.0.0.127.in-addr.arpa abc.onion
  ①②⑦.⓪.⓪.① ⓛocalhost 127。0。0。1 me@127.0.0.1 push.example.com@127.0.0.1 user:pass@push.example.org
  push.example.org:22 push.example.org:5432 push.example.org:9735`.split(/\s+/);

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return (server.address() as AddressInfo).port;
}

describe('names', () => {
  test('from a list: only https, on its usual port and without a name or password (T20)', () => {
    for (const wrong of [
      'http://push.example.com/a',
      'https://push.example.com:8443/a',
      'https://me:secret@push.example.com/a',
      'https://push.example.com.evil.org/a',
      'https://push.example.com@127.0.0.1/a',
      'https://notify.example.org/a',
      'https://xnotify.example.org/a',
      'https://metadata.google.internal/',
      'ftp://push.example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '',
    ])
      expect(allowedUrl(wrong, known), wrong).toBeUndefined();
    for (const good of ['https://push.example.com/a', 'https://db5.notify.example.org/?token=x'])
      expect(allowedUrl(good, known)?.href).toBe(good);
  });

  test('hostile addresses are refused at every entry, before anything is dialled (T20)', async () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(54);
    for (const host of HOSTILE) {
      await expect(sendOut(`https://${host}/`, GET, {}), host).rejects.toThrow('may not be called');
      await expect(openWebSocket(`wss://${host}/`, {}), host).rejects.toThrow('may not be called');
      const [name = '', port = '50002'] = host.startsWith('[') ? [host] : host.split(':');
      const wanted = { host: name, port: Number(port) || 50_002, tls: true };
      await expect(openSocket(wanted, {}), host).rejects.toThrow('may not be called');
    }
  });

  test('public names are called over TLS only, on the ports of the web and of Electrum (T20)', () => {
    const host = 'electrum.blockstream.info';
    for (const wrong of [
      { host, port: 50_001, tls: false },
      { host, port: 443, tls: false },
      { host, port: 22, tls: true },
    ])
      expect(() => targetOf(wrong, {})).toThrow('may not be called');
    expect(targetOf({ host, port: 50_002, tls: true }, {})).toMatchObject({ trusted: false });
  });

  test('what the operator trusts by name may be called, that port only (T20)', () => {
    const rules = { trusted: ['umbrel.local:50001', '127.0.0.1:3000'] };
    const wanted = { host: 'umbrel.local', port: 50_001, tls: false };
    expect(targetOf(wanted, rules)).toMatchObject({ trusted: true });
    expect(() => targetOf({ ...wanted, port: 22 }, rules)).toThrow('may not be called');
    expect(allowedUrl('http://127.0.0.1:3000/api', rules)).toBeDefined();
    expect(allowedUrl('http://127.0.0.1:3001/api', rules)).toBeUndefined();
  });
});

test('no address of a house, a machine, a cloud’s inside or a tunnel is public (T20)', () => {
  const inside = `127.0.0.1 127.1.2.3 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1
    100.64.0.1 169.254.169.254 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.5
    224.0.0.1 240.0.0.1
    255.255.255.255 168.63.129.16 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 fe80::1 fc00::1
    fd12:3456::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 2001:db8::1 3fff::1
    localhost 0x7f.1`;
  for (const address of inside.split(/\s+/)) expect(isPublicAddress(address), address).toBe(false);
  for (const address of ['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect(isPublicAddress(address), address).toBe(true);
});

test('a name that leads to one private address is not called, whatever else it leads to (T21)', () => {
  const names = (...found: string[]) => areAllPublic(found.map((address) => ({ address })));
  expect(names('8.8.8.8', '10.0.0.1')).toBe(false);
  expect(names('::1', '2606:4700::1111', '8.8.8.8')).toBe(false);
  expect(names('8.8.8.8', '2606:4700::1111')).toBe(true);
});

describe('connections', () => {
  test('a known name that leads inside is refused on the connection itself (T21)', async () => {
    let hits = 0;
    const port = await serve(
      createServer((_, reply) => {
        hits += 1;
        reply.end();
      }),
    );
    const inside = 'This name leads to an address that may not be called';
    const rules: OutboundRules = { hosts: ['localhost'] };
    await expect(sendOut('https://localhost/', GET, rules)).rejects.toThrow(inside);
    await expect(openWebSocket('wss://localhost/', rules)).rejects.toThrow(inside);
    const wanted = { host: 'localhost', port: 443, tls: true };
    await expect(openSocket(wanted, rules)).rejects.toThrow(inside);
    expect(hits).toBe(0);
    const trusted = { trusted: ['localhost'] };
    expect((await sendOut(`http://localhost:${port}/`, GET, trusted)).status).toBe(200);
    expect(hits).toBe(1);
  });

  test('a redirect is not followed, and a reply without end is cut off (T22)', async () => {
    let inside = 0;
    const port = await serve(
      createServer((request, reply) => {
        if (request.url === '/inside') inside += 1;
        if (request.url === '/away') reply.writeHead(302, { location: '/inside' }).end();
        else if (request.url === '/echo') request.pipe(reply);
        else reply.writeHead(200).end(Buffer.alloc(10_000_000));
      }),
    );
    const trusted = { trusted: [`localhost:${port}`] };
    const at = (path: string) => `http://localhost:${port}${path}`;
    expect((await sendOut(at('/away'), GET, trusted)).status).toBe(302);
    expect(inside).toBe(0);
    await expect(sendOut(at('/long'), GET, trusted)).rejects.toThrow('The reply is too long');
    const said = { method: 'POST', headers: {}, body: 'some text' };
    expect(String((await sendOut(at('/echo'), said, trusted)).body)).toBe('some text');
  });

  test('a frame that is too large closes the WebSocket; TCP speaks both ways (T22)', async () => {
    const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    servers.push(relay);
    relay.on('connection', (socket) => {
      socket.on('message', () => socket.send(Buffer.alloc(300 * 1024)));
    });
    await new Promise((resolve) => relay.once('listening', resolve));
    const { port } = relay.address() as AddressInfo;
    const socket = await openWebSocket(`ws://127.0.0.1:${port}`, { trusted: ['127.0.0.1'] });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send('more than you can take');
    expect(await closed).toBe(1006);

    const echo = createTcpServer((client) => client.pipe(client)).listen(0, '127.0.0.1');
    servers.push(echo);
    await new Promise((resolve) => echo.once('listening', resolve));
    const wanted = { host: '127.0.0.1', port: (echo.address() as AddressInfo).port, tls: false };
    const tcp = await openSocket(wanted, { trusted: ['127.0.0.1'] });
    tcp.write('there and back');
    expect(String(await new Promise((resolve) => tcp.once('data', resolve)))).toBe(
      'there and back',
    );
    tcp.destroy();
  });
});
