/** A small HTTP server on loopback that fails as scripted. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpError } from './chain/esplora-json.ts';
import { Faults } from './faults.ts';

export interface HttpQuestion {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Text and bytes are sent unchanged, anything else as JSON. */
export type HttpAnswer = (question: HttpQuestion) => Promise<string | Buffer | object>;

export interface HttpService {
  url: string;
  faults: Faults;
  /** How many requests there were since the start. */
  asked: () => number;
  close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, answer: string | Buffer | object): void {
  const type = Buffer.isBuffer(answer)
    ? 'application/octet-stream'
    : typeof answer === 'string'
      ? 'text/plain'
      : 'application/json';
  response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
  const asIs = Buffer.isBuffer(answer) || typeof answer === 'string';
  response.end(asIs ? answer : JSON.stringify(answer));
}

async function fail(response: ServerResponse, faults: Faults): Promise<boolean> {
  const fault = await faults.take();
  switch (fault?.kind) {
    case undefined:
      return false;
    case 'silent':
      return true;
    case 'hang-up':
      response.destroy();
      return true;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"this is not":');
      return true;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.alloc(fault.bytes, 0x20));
      return true;
    case 'error':
      response.writeHead(fault.status ?? 500, { 'content-type': 'text/plain' });
      response.end(fault.text ?? 'Internal Server Error');
      return true;
  }
}

export async function startHttpService(answer: HttpAnswer, port = 0): Promise<HttpService> {
  const faults = new Faults();
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    const url = new URL(request.url ?? '/', 'http://lab');
    try {
      const body = await readBody(request);
      if (await fail(response, faults)) return;
      const { method = 'GET', headers } = request;
      send(response, await answer({ method, url, headers, body }));
    } catch (error) {
      const status = error instanceof HttpError ? error.status : 400;
      response.writeHead(status, { 'content-type': 'text/plain' });
      response.end(error instanceof Error ? error.message : String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
