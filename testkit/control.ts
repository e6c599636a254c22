/**
 * The lab's controls over HTTP, for tests in other processes and for people with curl: mine, send,
 * reorg, pay, and scripted failures. `LabInfo` says where everything is.
 */
import { HttpError } from './chain/esplora-json.ts';
import type { Payment } from './chain/regtest-node.ts';
import type { Fault, Faults } from './faults.ts';
import { type HttpQuestion, type HttpService, startHttpService } from './http-service.ts';
import type { Lab } from './lab.ts';

export interface LabInfo {
  control: string;
  esplora: string;
  /** `host:port`, plain TCP. */
  electrum: string;
  relay: string;
  nwc: Record<keyof Lab['nwc'], string>;
  /** A Lightning address of the stranger: `grandma@host:port`. */
  lightningAddress: string;
  hub: { url: string; token: string; readonlyToken: string };
  phoenixd: { url: string; password: string; limitedPassword: string };
}

export const FAULTY = [
  'esplora',
  'electrum',
  'relay',
  'lnurl',
  'hub',
  'phoenixd',
  'receiveOnly',
  'spending',
  'withoutBudget',
  'nip04',
] as const;
export type Faulty = (typeof FAULTY)[number];

/** The input of each control; every one replies with JSON. */
export interface Controls {
  mine: { blocks?: number; address?: string };
  reorg: { depth?: number; forget?: boolean };
  send: { payments: Payment[] };
  /** The network drops an unconfirmed transaction. */
  evict: { txid: string };
  /** The stranger pays an invoice of the family. */
  pay: { bolt11: string };
  /** The stranger requests money from the family. */
  invoice: { sats: number; text?: string; expirySeconds?: number };
  /** `only`: a wallet's calls of this name, such as `pay_invoice`. */
  fail: { service: Faulty; fault: Fault; times?: number; only?: string };
  heal: { service: Faulty };
  /** How the Lightning address deviates from the request; empty makes it honest again. */
  cheat: { amountMsat?: number; metadata?: string; callback?: string };
  asked: { service: 'esplora' | 'electrum' };
  /** Scripts looked up on the Electrum server since the last call. */
  histories: Record<string, never>;
  waiting: Record<string, never>;
}

function faultsOf(lab: Lab, service: Faulty): Faults {
  const nwc = lab.nwc[service as keyof Lab['nwc']];
  const place = nwc ?? lab[service as Exclude<Faulty, keyof Lab['nwc']>];
  if (!place) throw new HttpError(400, `service: expected one of ${FAULTY.join(', ')}`);
  return place.faults;
}

type Run<Name extends keyof Controls> = (lab: Lab, asked: Controls[Name]) => Promise<object>;

const CONTROLS: { [Name in keyof Controls]: Run<Name> } = {
  mine: ({ chain }, { blocks, address }) => chain.mine(blocks, address),
  reorg: ({ chain }, { depth = 1, forget = false }) => chain.reorg(depth, { forget }),
  send: async ({ chain }, { payments }) => ({ txid: await chain.send(payments) }),
  evict: async ({ chain }, { txid }) => {
    await chain.evict(txid);
    return {};
  },
  pay: ({ stranger }, { bolt11 }) => stranger.pay(bolt11),
  invoice: async ({ stranger }, { sats, text = '', expirySeconds }) =>
    stranger.invoice(sats * 1000, text, expirySeconds),
  fail: async (lab, { service, fault, times, only }) => {
    faultsOf(lab, service).next(fault, times, only);
    return {};
  },
  heal: async (lab, { service }) => {
    faultsOf(lab, service).heal();
    return {};
  },
  cheat: async ({ lnurl }, { amountMsat, metadata, callback }) => {
    const honest = { amountMsat: undefined, metadata: undefined, callback: undefined };
    Object.assign(lnurl.tricks, honest, {
      ...(amountMsat !== undefined && { amountMsat: () => amountMsat }),
      ...(metadata !== undefined && { metadata: () => metadata }),
      ...(callback !== undefined && { callback }),
    });
    return {};
  },
  asked: async (lab, { service }) => ({ times: lab[service].asked() }),
  histories: async ({ electrum }) => electrum.takeHistories(),
  waiting: async ({ chain }) => chain.waiting(),
};

export function infoOf(lab: Lab, control: HttpService): LabInfo {
  const { nwc, hub, phoenixd } = lab;
  return {
    control: control.url,
    esplora: lab.esplora.url,
    electrum: `127.0.0.1:${lab.electrum.port}`,
    relay: lab.relay.url,
    nwc: {
      receiveOnly: nwc.receiveOnly.uri,
      spending: nwc.spending.uri,
      withoutBudget: nwc.withoutBudget.uri,
      nip04: nwc.nip04.uri,
    },
    lightningAddress: lab.lnurl.addressOf('grandma'),
    hub: { url: hub.url, token: hub.token, readonlyToken: hub.readonlyToken },
    phoenixd: {
      url: phoenixd.url,
      password: phoenixd.password,
      limitedPassword: phoenixd.limitedPassword,
    },
  };
}

export function startControl(lab: Lab, port = 0): Promise<HttpService> {
  return startHttpService(async ({ url, body }: HttpQuestion) => {
    const name = url.pathname.slice(1);
    if (!Object.hasOwn(CONTROLS, name)) {
      throw new HttpError(404, `Expected one of ${Object.keys(CONTROLS).join(', ')}`);
    }
    const run = CONTROLS[name as keyof Controls] as Run<keyof Controls>;
    return run(lab, body === '' ? {} : JSON.parse(body));
  }, port);
}

/** Uses a control of a lab in another process. @throws Error with the lab's own message */
export async function press<Name extends keyof Controls>(
  info: LabInfo,
  name: Name,
  asked: Controls[Name],
): Promise<Record<string, unknown>> {
  const body = JSON.stringify(asked);
  const reply = await fetch(`${info.control}/${name}`, { method: 'POST', body });
  if (!reply.ok) throw new Error(`The lab refused ${name}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
}
