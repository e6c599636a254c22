/** Scripted wallets with an HTTP API: Alby Hub, phoenixd and an LNURL server. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Failure,
  type Fault,
  factsOf,
  HUGE,
  LATE_MS,
  METADATA,
  recordsOf,
  type Saying,
  type Script,
  type ScriptedWallet,
} from './provider-script.ts';

type Answer = { readonly status?: number; readonly body: unknown; readonly fault?: Fault };

type Room = 'pay' | 'record' | 'invoice';

/** One protocol: how it handles a path, and how it words a reply. */
type Face = {
  readonly room: (path: string, body: string, origin: string) => Room | Answer;
  readonly told: (room: 'pay' | 'record', reply: Saying, script: Script) => unknown;
  readonly failure: (room: Room, failure: Failure) => Answer;
  readonly invoice: (text: string, origin: string) => unknown;
};

const isoTime = (seconds: number | undefined) =>
  seconds === undefined ? null : new Date(seconds * 1000).toISOString();
const given = (name: string, value: unknown) => (value === null ? {} : { [name]: value });

const HUB: Face = {
  room: (path) => {
    const room = path.split('/')[2];
    if (room === 'info') return { body: { version: 'v1.24.0', network: 'regtest' } };
    if (room === 'balances') return { body: { lightning: { totalSpendableSat: 21_000 } } };
    return room === 'payments' ? 'pay' : room === 'invoices' ? 'invoice' : 'record';
  },
  told: (_, reply, script) => {
    const facts = factsOf(reply, script);
    const says = { paid: 'settled', open: 'pending' }[reply.says as string] ?? reply.says;
    return {
      type: facts.isOut ? 'outgoing' : 'incoming',
      ...given('state', reply.state === undefined ? says : reply.state),
      paymentHash: facts.paymentHash,
      preimage: facts.preimage,
      amount: facts.amountMsat,
      ...given('feesPaid', facts.feeMsat),
      createdAt: isoTime(facts.createdAt),
      settledAt: isoTime(facts.settledAt),
    };
  },
  failure: (_, failure) => {
    const status = { 'not-found': 404, busy: 429, 'not-offered': 403, unauthorized: 401 } as const;
    if (failure === 'internal') return { status: 500, body: '<html>Internal Server Error</html>' };
    const message = `Failed to send payment: ${failure}`;
    return { status: status[failure as keyof typeof status] ?? 500, body: { message } };
  },
  invoice: (invoice) => ({ invoice }),
};

const PHOENIXD: Face = {
  room: (path, body) => {
    const room = path.split('/')[1];
    if (room === 'getinfo') return { body: { nodeId: '02', chain: 'regtest' } };
    if (room === 'getbalance') return { body: { balanceSat: 21_000 } };
    if (room === 'createinvoice') return 'invoice';
    if (room === 'payinvoice') return body === '' ? { status: 400, body: 'Missing' } : 'pay';
    return 'record';
  },
  told: (room, reply, script) => {
    const facts = factsOf(reply, script);
    const { paymentHash, preimage } = facts;
    const fee = typeof facts.feeSat === 'object' ? null : facts.feeSat;
    if (room === 'pay')
      return {
        recipientAmountSat: 2100,
        paymentHash,
        paymentPreimage: preimage,
        ...given('routingFeeSat', fee),
      };
    const isOver = reply.says === 'settled' || reply.says === 'failed';
    const feeSat = typeof facts.feeMsat === 'number' ? Math.round(facts.feeMsat / 1000) : 0;
    return {
      paymentHash,
      preimage,
      isPaid: reply.says === 'settled',
      ...given('fees', facts.feeMsat),
      createdAt: facts.createdAt * 1000,
      ...(isOver && { completedAt: Date.now() }),
      ...(facts.isOut
        ? { sent: Math.round(facts.amountMsat / 1000) + feeSat }
        : { isExpired: reply.says === 'expired', receivedSat: 2100, requestedSat: 2100 }),
    };
  },
  failure: (room, failure) => {
    const status = { 'not-found': 404, busy: 429, 'not-offered': 401, unauthorized: 401 } as const;
    const known = status[failure as keyof typeof status];
    if (known !== undefined) return { status: known, body: `phoenixd says ${failure}` };
    if (failure === 'internal' || room !== 'pay') return { status: 500, body: 'internal error' };
    return { body: { paymentHash: '00', reason: failure } };
  },
  invoice: (serialized) => ({ serialized }),
};

/** Makes invoices (LUD-06) and reports whether they were paid (LUD-21). */
const LNURL: Face = {
  room: (path, _, origin) => {
    if (path.startsWith('/callback')) return 'invoice';
    if (path.startsWith('/verify')) return 'record';
    const callback = `${origin}/callback`;
    const amounts = { minSendable: 1_000, maxSendable: 100_000_000 };
    return { body: { tag: 'payRequest', callback, ...amounts, metadata: METADATA } };
  },
  told: (_, reply, script) => {
    const { preimage = null } = factsOf(reply, script);
    const pr = reply.hash === 'other' ? 'lnbcrt1another' : script.text;
    const settled = reply.state === undefined ? reply.says === 'settled' : reply.state;
    return { status: 'OK', settled, preimage, pr };
  },
  failure: (_, failure) => {
    if (failure === 'busy') return { status: 429, body: 'Too many requests' };
    if (failure === 'internal') return { status: 500, body: '<html>Internal Server Error</html>' };
    return { status: 404, body: { status: 'ERROR', reason: failure } };
  },
  invoice: (pr, origin) => ({ pr, routes: [], verify: `${origin}/verify` }),
};

const FACES = { 'alby-hub': HUB, phoenixd: PHOENIXD, lnurl: LNURL } as const;

const SETTINGS = {
  'alby-hub': (url: string) => ({ kind: 'alby-hub', url, token: 'a.full.token' }) as const,
  phoenixd: (url: string) => ({ kind: 'phoenixd', url, password: 'a-full-password' }) as const,
  lnurl: (url: string) =>
    ({ kind: 'lnurl', address: `mia@${url.replace('http://', '')}` }) as const,
};

export async function startScriptedHttp(adapter: keyof typeof FACES): Promise<ScriptedWallet> {
  const face = FACES[adapter];
  let script: Script = {};
  let nextRecord = recordsOf(script);
  let asked = 0;

  const answerTo = (path: string, body: string, origin: string): Answer => {
    const room = face.room(path, body, origin);
    if (typeof room === 'object') return room;
    if (room === 'invoice') return invoiceAnswer(face, script, origin);
    if (room === 'pay') asked += 1;
    const reply = room === 'pay' ? (script.pay ?? { error: 'internal' }) : nextRecord();
    if ('error' in reply) return face.failure(room, reply.error);
    if ('says' in reply) {
      const told = { body: face.told(room, reply, script) };
      return reply.fault === undefined ? told : { ...told, fault: reply.fault };
    }
    return { body: '', fault: reply.fault };
  };

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    send(response, answerTo(request.url ?? '', body, `http://${request.headers.host}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: SETTINGS[adapter](`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    play: (next) => {
      script = next;
      nextRecord = recordsOf(next);
      asked = 0;
    },
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function invoiceAnswer(face: Face, { invoice = '' }: Script, origin: string): Answer {
  if (typeof invoice === 'string') return { body: face.invoice(invoice, origin) };
  if (invoice === null) return { body: {} };
  if ('error' in invoice) return face.failure('invoice', invoice.error);
  return { body: {}, fault: invoice.fault };
}

function send(response: ServerResponse, { status = 200, body, fault }: Answer): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain' : 'application/json';
  const text = isText ? body : JSON.stringify(body);
  const end = (code: number, said: string) =>
    response.writeHead(code, { 'content-type': type, location: '/' }).end(said);
  switch (fault) {
    case 'silent':
      return;
    case 'late':
      setTimeout(() => end(status, text), LATE_MS);
      return;
    case 'hang-up':
      response.destroy();
      return;
    case 'redirect':
      end(302, '');
      return;
    case 'gateway':
      end(502, '<html>Bad Gateway</html>');
      return;
    case 'no-content':
      end(204, '');
      return;
    default:
      end(status, DAMAGED[fault ?? '']?.(text) ?? text);
  }
}

const DAMAGED: Readonly<Record<string, (text: string) => string>> = {
  huge: (text) => text + HUGE,
  'not-json': (text) => text.slice(0, -2),
  list: (text) => `[${text}]`,
  empty: () => '{}',
};
