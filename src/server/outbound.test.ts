/** Outbound calls: addresses refused by name, by number, and on the connection itself. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { allowedUrl, isPublicAddress, sendOut } from './outbound.ts';

const rules = { hosts: ['push.example.com', '*.notify.example.org'] };
const GET = { method: 'GET', headers: {}, body: null };

test('T20 only https to a known host, on its usual port and without a name or password', () => {
  for (const wrong of [
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://me:secret@push.example.com/a',
    'https://push.example.com.evil.org/a',
    'https://push.example.com@127.0.0.1/a',
    'https://notify.example.org/a',
    'https://xnotify.example.org/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://2130706433/',
    'https://①②⑦.⓪.⓪.①/',
    'https://metadata.google.internal/',
    'ftp://push.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])
    expect(allowedUrl(wrong, rules), wrong).toBeUndefined();
  for (const good of ['https://push.example.com/a', 'https://db5.notify.example.org/?token=x'])
    expect(allowedUrl(good, rules)?.href).toBe(good);
});

test('T20 no address of a house, a machine, a cloud’s inside or a tunnel is public', () => {
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

test('T21 a known name that leads inside is refused on the connection itself', async () => {
  let hits = 0;
  const server = createServer((_, reply) => {
    hits += 1;
    reply.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(sendOut('https://localhost/', GET, { hosts: ['localhost'] })).rejects.toThrow(
    'This name leads to an address that may not be called',
  );
  await expect(sendOut(`http://localhost:${port}/`, GET, { hosts: ['localhost'] })).rejects.toThrow(
    'This address may not be called',
  );
  expect(hits).toBe(0);
  const allowed = { hosts: ['localhost'], local: true };
  expect(await sendOut(`http://localhost:${port}/`, GET, allowed)).toBe(200);
  expect(hits).toBe(1);
  server.close();
});

test('T22 a redirect is not followed, and an answer without end is cut off', async () => {
  let inside = 0;
  const server = createServer((request, reply) => {
    if (request.url === '/inside') inside += 1;
    if (request.url === '/away') reply.writeHead(302, { location: '/inside' }).end();
    else reply.writeHead(200).end(Buffer.alloc(10_000_000));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const allowed = { hosts: ['localhost'], local: true };
  expect(await sendOut(`http://localhost:${port}/away`, GET, allowed)).toBe(302);
  expect(inside).toBe(0);
  await expect(sendOut(`http://localhost:${port}/long`, GET, allowed)).rejects.toThrow(
    'The answer is too long',
  );
  server.closeAllConnections();
  server.close();
});
