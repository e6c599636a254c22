/**
 * Two wallets with separate books, for tests of many payments: a family's phoenixd, which pays, and
 * the server of children's Lightning addresses, which makes invoices. Either can be away.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { clock } from '#server/adapters/lightning/platform.ts';
import { bytesField, numberField, ORDINARY, writeInvoice } from './invoice.ts';

type Receiver = {
  /** `name@` of this server. */
  readonly addressOf: (name: string) => string;
  readonly host: string;
  /** The preimages of its invoices, by payment hash. */
  readonly preimages: ReadonlyMap<string, string>;
  /** The hashes of the paid ones, which it reports to anyone who asks (LUD-21). */
  readonly arrived: Set<string>;
  /** Requests to an address so far: one invoice each. */
  readonly invoices: () => number;
  set isAway(away: boolean);
  /**
   * False: it does not report paid invoices. A name that begins with `mute` never does; one that
   * begins with `vague` does so without a preimage.
   */
  set tells(tells: boolean);
  /** Each invoice's payee. */
  readonly names: ReadonlyMap<string, string>;
  /** It makes no invoice before this many are requested at once. */
  set together(asked: number);
  /** How long its invoices can be paid. */
  set secondsValid(seconds: number);
  readonly close: () => Promise<void>;
};

const SECONDS_VALID = 600;
const { d: _, ...withoutText } = ORDINARY;

/** @param clock the tested server's clock, for invoice expiry */
export async function startReceiver(clock: () => Date): Promise<Receiver> {
  const preimages = new Map<string, string>();
  const arrived = new Set<string>();
  const names = new Map<string, string>();
  let tells = true;
  let isAway = false;
  let together = 1;
  const waiting: (() => void)[] = [];
  let secondsValid = SECONDS_VALID;
  /** A name beginning with `repeats` always returns its first invoice. */
  const repeated = new Map<string, string>();
  const invoiceFor = (name: string, msat: string): string => {
    if (!name.startsWith('repeats')) return makeInvoice(name, msat);
    const pr = repeated.get(name) ?? makeInvoice(name, msat);
    repeated.set(name, pr);
    return pr;
  };
  const makeInvoice = (name: string, msat: string): string => {
    const preimage = randomBytes(32);
    const hash = bytesToHex(sha256(preimage));
    preimages.set(hash, preimage.toString('hex'));
    names.set(hash, name);
    return writeFor({ name, msat, preimage, validFrom: clock(), secondsValid });
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const name = url.pathname.split('/').at(-1) ?? '';
    if (isAway) request.socket.destroy();
    else if (url.pathname.startsWith('/pay/')) {
      const pr = invoiceFor(name, url.searchParams.get('amount') ?? '');
      const verify = tells &&
        !name.startsWith('mute') && { verify: `http://${hostOf(server)}/verify/${pr}` };
      waiting.push(() => json(response, { pr, routes: [], ...verify }));
      if (waiting.length >= together) for (const answer of waiting.splice(0)) answer();
    } else if (url.pathname.startsWith('/verify/')) {
      const { paymentHash } = decodeInvoice(name);
      const settled = arrived.has(paymentHash);
      const isProven = settled && !names.get(paymentHash)?.startsWith('vague');
      json(response, {
        ...{ status: 'OK', settled, pr: name },
        preimage: isProven ? preimages.get(paymentHash) : null,
      });
    } else
      json(response, {
        tag: 'payRequest',
        callback: `http://${hostOf(server)}/pay/${name}`,
        minSendable: 1_000,
        maxSendable: 100_000_000_000,
        metadata: metadataOf(name),
      });
  });
  await listen(server);
  return {
    addressOf: (name) => `${name}@${hostOf(server)}`,
    host: hostOf(server),
    preimages,
    arrived,
    names,
    invoices: () => preimages.size,
    set isAway(away: boolean) {
      isAway = away;
    },
    set tells(next: boolean) {
      tells = next;
    },
    set together(asked: number) {
      together = asked;
    },
    set secondsValid(seconds: number) {
      secondsValid = seconds;
    },
    close: () => close(server),
  };
}

const metadataOf = (name: string) => JSON.stringify([['text/plain', `To ${name}`]]);

type Wanted = {
  name: string;
  msat: string;
  preimage: Uint8Array;
  validFrom: Date;
  secondsValid: number;
};

function writeFor({ name, msat, preimage, validFrom, secondsValid }: Wanted): string {
  // By the clock that invoices are read by: the machine's, except in a simulation.
  const timestamp = clock.nowSeconds() - 5;
  const ahead = Math.max(0, Math.floor(validFrom.getTime() / 1_000) - timestamp);
  const fields = {
    ...withoutText,
    p: bytesField('p', sha256(preimage)),
    h: bytesField('h', sha256(utf8ToBytes(metadataOf(name)))),
    x: numberField('x', ahead + secondsValid),
  };
  // A tenth of a pico is a millisat.
  return writeInvoice({ prefix: `lnbcrt${msat}0p`, timestamp, fields: Object.values(fields) });
}

/**
 * `lost`: it pays, but its reply is lost. `denies`: the same, and it denies the payment. `refuses`:
 * it has too little money.
 */
export type WalletMood = 'pays' | 'away' | 'lost' | 'denies' | 'unheard' | 'refuses';

type Payer = {
  readonly url: string;
  /** How often each invoice was paid, by payment hash. */
  readonly paid: ReadonlyMap<string, number>;
  set mood(mood: WalletMood);
  readonly close: () => Promise<void>;
};

/** A phoenixd with as much money as needed; each payment costs a fee of 3 sats. */
export async function startPayer({
  preimages,
  arrived,
}: {
  preimages: Pick<Receiver['preimages'], 'get'>;
  arrived: Set<string>;
}): Promise<Payer> {
  const paid = new Map<string, number>();
  const FEE_SATS = 3;
  let mood: WalletMood = 'pays';

  function pay(response: ServerResponse, text: string): void {
    const { paymentHash, amountMsat = 0n } = decodeInvoice(text);
    if (mood === 'unheard') response.destroy();
    else if (mood === 'refuses') json(response, { paymentHash, reason: 'not enough funds' });
    else settle(response, paymentHash, amountMsat);
  }

  function settle(response: ServerResponse, paymentHash: string, amountMsat: bigint): void {
    paid.set(paymentHash, (paid.get(paymentHash) ?? 0) + 1);
    arrived.add(paymentHash);
    const receipt = { paymentHash, paymentPreimage: preimages.get(paymentHash) };
    const recipientAmountSat = Number(amountMsat / 1_000n);
    if (mood === 'lost' || mood === 'denies') response.destroy();
    else json(response, { ...receipt, recipientAmountSat, routingFeeSat: FEE_SATS });
  }

  function tell(response: ServerResponse, paymentHash: string): void {
    const at = Date.now();
    const receipt = { paymentHash, preimage: preimages.get(paymentHash), isPaid: true };
    if (mood === 'denies' || !paid.has(paymentHash)) text(response, 404, 'Not found');
    else json(response, { ...receipt, fees: FEE_SATS * 1_000, createdAt: at, completedAt: at });
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const path = request.url ?? '';
    if (mood === 'away') request.socket.destroy();
    else if (path === '/getinfo') json(response, { nodeId: '02', chain: 'regtest' });
    else if (path === '/getbalance') json(response, { balanceSat: 21_000_000 });
    else if (path.startsWith('/payments/')) tell(response, path.split('/').at(-1) ?? '');
    else if (body === '') text(response, 400, 'Missing');
    else pay(response, new URLSearchParams(body).get('invoice') ?? '');
  });
  await listen(server);
  return {
    url: `http://${hostOf(server)}`,
    paid,
    set mood(next: WalletMood) {
      mood = next;
    },
    close: () => close(server),
  };
}

const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
const json = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const text = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
};
