/** A lying outside server that the operator trusts; the path selects what it does. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesField, ORDINARY, writeInvoice } from '../support/invoice.ts';

/** Its ways to answer any request. */
const WAYS = {
  redirects: (response, inside) => response.writeHead(302, { location: inside }).end(),
  'redirects quietly': (response, inside) => response.writeHead(308, { location: inside }).end(),
  'redirects to a file': (response) =>
    response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
  trickles: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 500);
    response.on('close', () => clearInterval(drip));
  },
  'never answers': () => undefined,
  'never ends': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const fill = () => {
      while (!response.destroyed && response.write('['.repeat(65_536)));
    };
    response.on('drain', fill);
    fill();
  },
  unpacks: (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(BOMB),
} satisfies Record<string, (response: ServerResponse, inside: string) => unknown>;

export type Way = keyof typeof WAYS;
export const ways = Object.keys(WAYS) as Way[];

/** 200 MB of zeros. */
const BOMB = gzipSync(Buffer.alloc(200_000_000));

/** Faults in an invoice of this many millisats. */
const LIES = {
  'ten times the amount': (msat) => invoice(`${msat * 10}0p`),
  'one sat more': (msat) => invoice(`${msat + 1_000}0p`),
  'one millisat less': (msat) => invoice(`${msat - 1}0p`),
  'no amount': () => invoice(''),
  'real bitcoin': (msat) => invoice(`${msat}0p`, { network: 'lnbc' }),
  'another test network': (msat) => invoice(`${msat}0p`, { network: 'lntb' }),
  'for something else': (msat) => invoice(`${msat}0p`, { about: 'other words' }),
  expired: (msat) => invoice(`${msat}0p`, { age: 10_000 }),
  'signed by nobody': (msat) => invoice(`${msat}0p`, { sign: (bytes) => bytes.fill(7) }),
  'no invoice': () => '<html>',
} satisfies Record<string, (msat: number) => string>;

export type Lie = keyof typeof LIES;
export const lies = Object.keys(LIES) as Lie[];
export const nameOf = (one: Way | Lie): string => one.replaceAll(' ', '-');

const METADATA = JSON.stringify([['text/plain', 'A shop']]);
const OF_NOW = () => Math.floor(Date.now() / 1_000);

type Over = {
  network?: string;
  about?: string;
  age?: number;
  sign?: (signature: Uint8Array) => Uint8Array;
};

function invoice(
  amount: string,
  { network = 'lnbcrt', about = METADATA, age = 5, sign }: Over = {},
) {
  const { d: _, ...rest } = ORDINARY;
  const fields = {
    ...rest,
    p: bytesField('p', crypto.getRandomValues(new Uint8Array(32))),
    h: bytesField('h', sha256(utf8ToBytes(about))),
  };
  return writeInvoice({
    ...{ prefix: `${network}${amount}`, timestamp: OF_NOW() - age },
    ...{ fields: Object.values(fields), ...(sign && { sign }) },
  });
}

export type Liar = { host: string; asked: () => number; close: () => void };

/** @param inside target of its redirects */
export async function startLiar(inside: string): Promise<Liar> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    response.on('error', () => undefined);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const names = url.pathname.split('/');
    const way = ways.find((one) => names.includes(nameOf(one)));
    const lie = lies.find((one) => names.includes(nameOf(one)));
    if (way) return void WAYS[way](response, inside);
    const json = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const msat = url.searchParams.get('amount');
    if (msat) json({ pr: lie ? LIES[lie](Number(msat)) : invoice(`${msat}0p`), routes: [] });
    else
      json({
        ...{ tag: 'payRequest', callback: `http://${request.headers.host}${url.pathname}` },
        ...{ minSendable: 1_000, maxSendable: 100_000_000_000, metadata: METADATA },
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
