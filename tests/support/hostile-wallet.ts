/**
 * A wallet behind Nostr Wallet Connect that refuses every payment, even those it makes, and then
 * lies about it. One wallet plays all rows of its table: the payee's name selects the row.
 */
import type { AddressInfo } from 'node:net';
import { type Event, finalizeEvent, generateSecretKey, getPublicKey, nip44 } from 'nostr-tools';
import { WebSocketServer } from 'ws';
import { decodeInvoice } from '#core/lightning/bolt11.ts';

export const CODES = [
  ...['INSUFFICIENT_BALANCE', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'RESTRICTED', 'NOT_IMPLEMENTED'],
  ...['UNAUTHORIZED', 'EXPIRED', 'PAYMENT_FAILED', 'NOT_FOUND', 'INTERNAL', 'ON_HOLIDAY'],
] as const;

export type Lie = {
  readonly code: (typeof CODES)[number];
  /** It pays despite its refusal. */
  readonly pays: boolean;
  /** The refusal contains the preimage. */
  readonly slips: boolean;
  /** Its record until it tells the truth, and for how long. */
  readonly record: 'pending' | 'not found' | 'failed' | 'silent' | 'true';
  readonly until: 'asked twice' | 'the invoice expires' | 'ever';
};

type Sources = {
  /** By the payee of this payment hash. */
  readonly lieOf: (paymentHash: string) => Lie;
  readonly preimages: ReadonlyMap<string, string>;
  readonly arrived: Set<string>;
  readonly now: () => Date;
};

type Told = { readonly expiresAt: number; readonly msat: number; looks: number };

const METHODS = ['get_info', 'get_balance', 'get_budget', 'lookup_invoice', 'pay_invoice'];
const failure = (code: string, message = 'No') => ({ error: { code, message } });

export async function startHostile({ lieOf, preimages, arrived, now }: Sources) {
  const [walletKey, clientKey] = [generateSecretKey(), generateSecretKey()];
  const [wallet, client] = [getPublicKey(walletKey), getPublicKey(clientKey)];
  const shared = nip44.getConversationKey(walletKey, client);
  const told = new Map<string, Told>();

  function pay(text: string) {
    const { paymentHash, expiresAt, amountMsat } = decodeInvoice(text);
    const { code, pays, slips } = lieOf(paymentHash);
    told.set(paymentHash, { expiresAt, msat: Number(amountMsat), looks: 0 });
    if (pays) arrived.add(paymentHash);
    return failure(code, pays && slips ? `Receipt ${preimages.get(paymentHash)}.` : undefined);
  }

  function lookUp(paymentHash: string) {
    const one = told.get(paymentHash);
    if (!one) return failure('NOT_FOUND');
    one.looks += 1;
    const { record, until, pays } = lieOf(paymentHash);
    const isOver = until === 'asked twice' && one.looks > 2;
    const isLate = until === 'the invoice expires' && now().getTime() / 1_000 > one.expiresAt;
    const said = isOver || isLate || record === 'true' ? undefined : record;
    if (said === 'silent') return failure('INTERNAL');
    if (said === 'not found' || (said === undefined && !pays)) return failure('NOT_FOUND');
    const state = said ?? 'settled';
    const preimage = state === 'settled' ? preimages.get(paymentHash) : '';
    const facts = { type: 'outgoing', payment_hash: paymentHash, amount: one.msat };
    return { result: { ...facts, state, preimage, fees_paid: 3_000, created_at: 1 } };
  }

  function answer(method: string, params: Record<string, string>) {
    if (method === 'get_info')
      return { result: { alias: 'Hostile', network: 'regtest', methods: METHODS } };
    if (method === 'get_balance') return { result: { balance: 9_000_000_000 } };
    if (method === 'get_budget') return { result: { used_budget: 0, total_budget: 9_000_000_000 } };
    return method === 'pay_invoice'
      ? pay(String(params.invoice))
      : lookUp(String(params.payment_hash));
  }

  const write = (kind: number, tags: string[][], content: string) =>
    finalizeEvent({ kind, tags, content, created_at: Math.floor(Date.now() / 1_000) }, walletKey);
  const info = write(13_194, [['encryption', 'nip44_v2']], METHODS.join(' '));

  function reply(request: Event): Event {
    const { method, params } = JSON.parse(nip44.decrypt(request.content, shared));
    const body = { result_type: method, error: null, ...answer(method, params) };
    const tags = [
      ['p', client],
      ['e', request.id],
    ];
    return write(23_195, tags, nip44.encrypt(JSON.stringify(body), shared));
  }

  const server = serve(info, reply);
  await new Promise((resolve) => server.once('listening', resolve));
  const relay = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const query = new URLSearchParams({ relay, secret: Buffer.from(clientKey).toString('hex') });
  return {
    token: `nostr+walletconnect://${wallet}?${query}`,
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A relay for this wallet only. */
function serve(info: Event, reply: (request: Event) => Event): WebSocketServer {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    let id = '';
    const send = (...message: unknown[]) => socket.send(JSON.stringify(message));
    socket.on('error', () => socket.terminate());
    socket.on('message', (frame) => {
      const [kind, first, filter] = JSON.parse(String(frame));
      if (kind === 'REQ') {
        id = first;
        if (filter.kinds.includes(13_194)) send('EVENT', id, info);
        send('EOSE', id);
      } else if (kind === 'EVENT') {
        send('OK', first.id, true, '');
        send('EVENT', id, reply(first));
      }
    });
  });
  return server;
}
