/** A scripted wallet behind its own relay, with the cryptography of nostr-tools. */
import type { AddressInfo } from 'node:net';
import {
  type Event,
  finalizeEvent,
  generateSecretKey,
  getPublicKey,
  nip04,
  nip44,
} from 'nostr-tools';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type Failure,
  type Fault,
  factsOf,
  HUGE,
  LATE_MS,
  type Reply,
  recordsOf,
  type Saying,
  type Script,
  type ScriptedWallet,
} from './provider-script.ts';

const INFO = 13_194;
const RESPONSE = 23_195;
const METHODS = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice', 'pay_invoice'];

const CODES: Readonly<Record<Failure, string>> = {
  failed: 'PAYMENT_FAILED',
  'not-found': 'NOT_FOUND',
  internal: 'INTERNAL',
  'over-budget': 'QUOTA_EXCEEDED',
  insufficient: 'INSUFFICIENT_BALANCE',
  busy: 'RATE_LIMITED',
  'not-offered': 'RESTRICTED',
  'not-implemented': 'NOT_IMPLEMENTED',
  unauthorized: 'UNAUTHORIZED',
  expired: 'EXPIRED',
  'unheard-of': 'ON_HOLIDAY',
};

type Body = Readonly<Record<string, unknown>>;
type Answer = { readonly body: Body; readonly fault?: Fault | undefined };

const failure = (error: Failure): Body => ({
  error: { code: CODES[error], message: `The wallet says ${error}` },
});

function told(reply: Saying, script: Script): Body {
  const facts = factsOf(reply, script);
  const { preimage } = facts;
  const fee = facts.feeMsat === null ? {} : { fees_paid: facts.feeMsat };
  if (reply.says === 'paid') return { result: { preimage, ...fee } };
  const says = reply.says === 'open' ? 'pending' : reply.says;
  const state = reply.state === undefined ? says : reply.state;
  return {
    result: {
      type: facts.isOut ? 'outgoing' : 'incoming',
      ...(state !== null && { state }),
      payment_hash: facts.paymentHash,
      preimage,
      amount: facts.amountMsat,
      ...fee,
      created_at: facts.createdAt,
      settled_at: facts.settledAt,
    },
  };
}

function answerOf(reply: Reply, script: Script): Answer {
  if ('error' in reply) return { body: failure(reply.error) };
  if ('says' in reply) return { body: told(reply, script), fault: reply.fault };
  return { body: { result: {} }, fault: reply.fault };
}

function invoiceAnswer({ invoice = '' }: Script): Answer {
  if (typeof invoice === 'string') return { body: { result: { invoice } } };
  if (invoice === null) return { body: { result: {} } };
  return 'error' in invoice
    ? { body: failure(invoice.error) }
    : { body: { result: {} }, fault: invoice.fault };
}

/** The wallet's answer to a method; payments and look-ups come from the script's replies. */
function answerTo(method: string, script: Script, nextRecord: () => Reply): Answer {
  const { methods = METHODS, budget, pay = { error: 'internal' } } = script;
  const known = budget === undefined ? methods : [...methods, 'get_budget'];
  const info = { alias: 'Scripted', network: 'regtest', methods: known };
  if (method === 'get_info') return { body: { result: info } };
  if (method === 'get_balance') return { body: { result: { balance: 21_000_000 } } };
  if (method === 'get_budget') return { body: { result: budget ?? {} } };
  if (method === 'get_balance') return { body: { result: { balance: 100_000_500 } } };
  if (method === 'make_invoice') return invoiceAnswer(script);
  if (method === 'unreadable') return { body: failure('not-implemented') };
  return answerOf(method === 'lookup_invoice' ? nextRecord() : pay, script);
}

/** The keys of one connection, and its messages from the wallet. */
function writerOf(encryption: '44' | '04') {
  const walletKey = generateSecretKey();
  const clientKey = generateSecretKey();
  const wallet = getPublicKey(walletKey);
  const client = getPublicKey(clientKey);
  const shared = nip44.getConversationKey(walletKey, client);
  const encrypt = (text: string): string =>
    encryption === '44' ? nip44.encrypt(text, shared) : nip04.encrypt(walletKey, client, text);
  const decrypt = (text: string): string =>
    encryption === '44' ? nip44.decrypt(text, shared) : nip04.decrypt(walletKey, client, text);
  const event = (kind: number, tags: string[][], content: string, key = walletKey): Event =>
    finalizeEvent({ kind, tags, content, created_at: Math.floor(Date.now() / 1000) }, key);
  return { wallet, client, clientKey, encryption, encrypt, decrypt, event };
}
type Writer = ReturnType<typeof writerOf>;

type Sending = {
  readonly request: Event;
  readonly method: string;
  readonly answer: Answer;
  /** The reply to an earlier request. */
  readonly last: Event | undefined;
};

/** The relay's output: the reply, or the script's replacement. */
function repliesTo(writer: Writer, { request, method, answer, last }: Sending): unknown[] {
  const { client, wallet, encrypt, event } = writer;
  const tags = [
    ['p', client],
    ['e', request.id],
  ];
  const body = { result_type: method, error: null, ...answer.body };
  const text = JSON.stringify(body);
  const said = (changed: string, key?: Uint8Array) => event(RESPONSE, tags, encrypt(changed), key);
  const good = () => said(text);
  const stranger = () => said(text, generateSecretKey());
  const REPLIES: Partial<Record<Fault, () => unknown[]>> = {
    'not-json': () => [said(text.slice(0, -2))],
    list: () => [said(`[${text}]`)],
    empty: () => [said('{}')],
    'no-result': () => [said(JSON.stringify({ result_type: method, error: null }))],
    'other-method': () => [said(text.replace(method, 'get_balance'))],
    'error-and-result': () => [said(JSON.stringify({ ...body, ...failure('failed') }))],
    undecryptable: () => [event(RESPONSE, tags, 'AAAA')],
    'other-key': () => [stranger()],
    'bad-signature': () => [{ ...good(), sig: '0'.repeat(128) }],
    replay: () => [last, last],
    'other-person': () => [event(RESPONSE, [['p', wallet], ...tags.slice(1)], encrypt(text))],
    'other-kind': () => [event(RESPONSE + 1, tags, encrypt(text))],
    'foreign-first': () => [stranger(), last, good()],
    twice: () => [good(), good()],
    late: () => [good()],
    flood: () => new Array(300).fill({ id: 'nothing' }),
    huge: () => [{ ...good(), padding: HUGE }],
  };
  return answer.fault === undefined ? [good()] : (REPLIES[answer.fault]?.() ?? []);
}

/** The relay's side of one request. */
function pass(socket: WebSocket, id: string, sending: Sending, replies: unknown[]): void {
  const { fault } = sending.answer;
  const send = (...message: unknown[]): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const passOn = (): void => {
    for (const one of replies) send('EVENT', id, one);
  };
  switch (fault) {
    case 'hang-up':
      socket.terminate();
      return;
    case 'relay-refuses':
      send('OK', sending.request.id, false, 'blocked: not you');
      return;
    case 'relay-closes':
      send('CLOSED', id, 'error: not for you');
      return;
    default:
      send('OK', sending.request.id, true, '');
      if (fault === 'late') setTimeout(passOn, LATE_MS);
      else passOn();
  }
}

/** This wallet cannot read a request in another encryption, so it answers "unknown method". */
function methodOf(writer: Writer, request: Event): string {
  try {
    return (JSON.parse(writer.decrypt(request.content)) as { method: string }).method;
  } catch {
    return 'unreadable';
  }
}

export async function startScriptedNwc(encryption: '44' | '04'): Promise<ScriptedWallet> {
  const writer = writerOf(encryption);
  let script: Script = {};
  let nextRecord = recordsOf(script);
  let asked = 0;
  let last: Event | undefined;

  function onRequest(socket: WebSocket, id: string, request: Event): void {
    const method = methodOf(writer, request);
    if (method === 'pay_invoice') asked += 1;
    const answer = answerTo(method, script, nextRecord);
    const sending = { request, method, answer, last };
    const replies = repliesTo(writer, sending);
    if (answer.fault === undefined) last = replies[0] as Event;
    pass(socket, id, sending, replies);
  }

  const infoTags = encryption === '44' ? [['encryption', 'nip44_v2 nip04']] : [];
  const info = writer.event(INFO, infoTags, METHODS.join(' '));
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    let id = '';
    socket.on('error', () => socket.terminate());
    socket.on('message', (frame) => {
      const [kind, first, filter] = JSON.parse(String(frame));
      if (kind === 'EVENT') onRequest(socket, id, first);
      if (kind !== 'REQ') return;
      id = first;
      if (filter.kinds.includes(INFO) && script.hasInfo !== false)
        socket.send(JSON.stringify(['EVENT', id, info]));
      socket.send(JSON.stringify(['EOSE', id]));
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const relay = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secret = Buffer.from(writer.clientKey).toString('hex');
  const query = new URLSearchParams({ relay, secret });
  return {
    settings: { kind: 'nwc', connectionString: `nostr+walletconnect://${writer.wallet}?${query}` },
    play: (next) => {
      script = next;
      nextRecord = recordsOf(next);
      asked = 0;
    },
    asked: () => asked,
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
