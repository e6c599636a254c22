/**
 * The connection to a wallet behind Nostr Wallet Connect (NIP-47). Its relays are dialed all at
 * once, or in turn from a browser; the first with the wallet's info event carries all requests.
 * Each request goes to that relay only: a payment request that arrived twice could be refused while
 * the first is still paying.
 */

import { withConnectionErrors } from './answers.ts';
import { LightningError } from './error.ts';
import { INFO_KIND, type NwcConnection, type NwcEncryption, readWalletInfo } from './nwc.ts';
import { getInfo, type WalletDescription } from './nwc-calls.ts';
import {
  type NwcChannel,
  openChannel,
  REPLY_KIND,
  replyText,
  requestEvent,
} from './nwc-channel.ts';
import {
  type NwcCall,
  type NwcReply,
  readReply,
  requestText,
  type WalletError,
  type WalletErrorCode,
} from './nwc-reply.ts';
import type { Platform } from './platform.ts';
import { openRelay, type Relay } from './relay.ts';
import { ConnectionError, type ConnectionErrorCode } from './wallet.ts';

/** A connection string may name ten; the others are not tried. */
const MAX_RELAYS = 3;
const INFO_MS = 3_000;
/** The wallet ignores a request that arrives later than this. */
const REQUEST_SECONDS = 60;

/** An open relay, and the wallet behind it. */
export type Line = {
  readonly platform: Platform;
  readonly relay: Relay;
  readonly channel: NwcChannel;
  readonly answerMs: number;
  /** The wallet's reply to get_info. */
  readonly words: WalletDescription;
};

type Way = Omit<Line, 'words'>;

/**
 * `opened` collects every relay that is dialed, for the caller to close in the end.
 * @throws ConnectionError
 */
export async function openLine(
  connection: NwcConnection,
  platform: Platform,
  answerMs: number,
  opened: Relay[],
): Promise<Line> {
  const urls = connection.relays.slice(0, MAX_RELAYS);
  const tryOne = async (url: string): Promise<Tried> => {
    const relay = await openRelay(url, platform);
    opened.push(relay);
    return { relay, encryption: await encryptionOf(relay, connection) };
  };
  const tries = platform.isFrugal ? inTurn(urls, tryOne) : urls.map(tryOne);
  const { relay, encryption } = await withConnectionErrors(() => firstWithInfo(tries));
  const introduce = async (spoken: NwcEncryption): Promise<Line> => {
    const way = { platform, relay, channel: openChannel(connection, spoken), answerMs };
    return { ...way, words: await resultOf(way, getInfo, undefined) };
  };
  if (encryption) return introduce(encryption);
  // A relay may not store info events; then the wallet's reply shows which encryption it supports.
  return introduce('nip44_v2').catch(() => introduce('nip04'));
}

type Tried = { readonly relay: Relay; readonly encryption: NwcEncryption | undefined };

/** Dials each only if those before it couldn't be reached or had no info event. */
function inTurn(urls: readonly string[], tryOne: (url: string) => Promise<Tried>) {
  const tries: Promise<Tried>[] = [];
  for (const url of urls) {
    const next = () => tryOne(url);
    const before = tries.at(-1);
    const isDone = (tried: Tried) => tried.encryption !== undefined;
    tries.push(before ? before.then((one) => (isDone(one) ? one : next()), next) : next());
  }
  return tries;
}

/** The first relay with the wallet's info event, otherwise any that is open. */
async function firstWithInfo(tries: readonly Promise<Tried>[]): Promise<Tried> {
  const informed = tries.map(async (one) => {
    const tried = await one;
    if (tried.encryption === undefined) throw new Error('The relay has no info event');
    return tried;
  });
  const first = await Promise.any(informed).catch(() => undefined);
  if (first) return first;
  const ended = await Promise.allSettled(tries);
  const open = ended.find((one) => one.status === 'fulfilled');
  if (open) return open.value;
  throw ended.find((one) => one.status === 'rejected')?.reason;
}

/** Undefined if the relay has no info event of this wallet. @throws LightningError */
async function encryptionOf(
  relay: Relay,
  connection: NwcConnection,
): Promise<NwcEncryption | undefined> {
  const reply = await relay.ask({
    filter: { kinds: [INFO_KIND], authors: [connection.walletPubkey], limit: 1 },
    read: (event) => unlessForeign(() => readWalletInfo(connection, event).encryption),
    patienceMs: INFO_MS,
  });
  return reply.kind === 'answer' ? reply.result : undefined;
}

/** @throws ConnectionError for silence, an unreadable reply, and the wallet's refusal */
export async function resultOf<Params, Result>(
  way: Way,
  call: NwcCall<Params, Result>,
  params: Params,
): Promise<Result> {
  const reply = await ask(way, call, params);
  if (reply.ok) return reply.result;
  throw errorFrom(reply.error);
}

/** The wallet's reply, which may be a refusal. @throws ConnectionError */
export const ask = async <Params, Result>(
  way: Way,
  call: NwcCall<Params, Result>,
  params: Params,
): Promise<NwcReply<Result>> => readWords(call, params, await askForWords(way, call, params));

/** @throws ConnectionError */
export const readWords = <Params, Result>(
  call: NwcCall<Params, Result>,
  params: Params,
  words: string,
): Promise<NwcReply<Result>> => withConnectionErrors(() => readReply(call, params, words));

/** The wallet's raw reply. @throws ConnectionError */
export async function askForWords<Params>(
  { platform, relay, channel, answerMs }: Way,
  call: NwcCall<Params, unknown>,
  params: Params,
  patienceMs = answerMs,
): Promise<string> {
  return withConnectionErrors(async () => {
    const { nowSeconds, randomBytes } = platform;
    const createdAt = nowSeconds();
    const request = requestEvent(channel, requestText(call, params), {
      createdAt,
      expiresAt: createdAt + REQUEST_SECONDS,
      nonce: randomBytes(32),
      auxRandom: randomBytes(32),
    });
    const reply = await relay.ask({
      filter: {
        kinds: [REPLY_KIND],
        authors: [channel.connection.walletPubkey],
        '#e': [request.id],
      },
      publish: request,
      read: (event) => unlessForeign(() => replyText(channel, request, event)),
      patienceMs,
    });
    if (reply.kind === 'answer') return reply.result;
    if (reply.kind === 'relay-refuses') throw new ConnectionError('UNREACHABLE', reply.message);
    const why = reply.kind === 'silence' ? reply.message : 'The wallet does not answer';
    throw new ConnectionError('NO_ANSWER', why);
  });
}

/** Undefined for an event from another author or one that answers another request. */
function unlessForeign<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof LightningError && error.code === 'BAD_EVENT') return undefined;
    throw error;
  }
}

const CODES: Partial<Record<WalletErrorCode, ConnectionErrorCode>> = {
  RATE_LIMITED: 'BUSY',
  QUOTA_EXCEEDED: 'OVER_BUDGET',
  NOT_IMPLEMENTED: 'NOT_OFFERED',
  RESTRICTED: 'NOT_OFFERED',
  UNSUPPORTED_ENCRYPTION: 'NOT_OFFERED',
};

const errorFrom = ({ code, message }: WalletError): ConnectionError =>
  new ConnectionError(CODES[code] ?? 'REFUSED', message);
