/** JSON over the guarded HTTP client, for wallets with an HTTP API. */
import { isObject } from '#core/lightning/fields.ts';
import { shortened } from '#core/lightning/text.ts';
import { ConnectionError } from '#core/lightning/wallet.ts';
import { type OutboundRules, RefusedTarget } from '../../outbound/reach.ts';
import { sendOut } from '../../outbound/request.ts';

export type JsonReply = {
  readonly status: number;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
  /** The server's message, for display. Untrusted text. */
  readonly words: string;
  /** The raw body: a preimage anywhere in it is proof of payment. */
  readonly text: string;
};

type Headers = Readonly<Record<string, string>>;

const MAX_WORDS = 300;

/** Errors raised before anything was sent: no name, no route, no listener, no certificate. */
const NOT_SENT =
  /^(ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/** A form or JSON, depending on the API; null for GET. */
export type Body = URLSearchParams | Readonly<Record<string, unknown>> | null;

/**
 * @throws ConnectionError BAD_CONNECTION for an address that may not be called, UNREACHABLE if
 * nothing was sent, NO_ANSWER or BAD_ANSWER if the request may have arrived
 */
export async function askApi(
  url: string,
  headers: Headers,
  body: Body,
  { rules, patienceMs }: { readonly rules: OutboundRules; readonly patienceMs: number },
): Promise<JsonReply> {
  const method = body === null ? 'GET' : 'POST';
  const sent = { method, patienceMs, ...packed(headers, body) };
  const reply = await sendOut(url, sent, rules).catch((error: unknown) => {
    throw errorFrom(error);
  });
  const text = reply.body.toString();
  const json = readJson(text);
  return { status: reply.status, json, words: wordsOf(reply.status, json, text), text };
}

function packed(headers: Headers, body: Body) {
  if (body === null) return { headers, body };
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const text = isForm ? body.toString() : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return { headers: { ...headers, 'content-type': type, 'content-length': length }, body: text };
}

function errorFrom(error: unknown): ConnectionError {
  if (error instanceof RefusedTarget)
    return new ConnectionError('BAD_CONNECTION', 'The wallet’s address may not be called');
  const { code, message } = error as NodeJS.ErrnoException;
  if (NOT_SENT.test(code ?? ''))
    return new ConnectionError('UNREACHABLE', 'The wallet’s server cannot be reached');
  return message === 'The reply is too long'
    ? new ConnectionError('BAD_ANSWER', 'The wallet’s answer is too long')
    : new ConnectionError('NO_ANSWER', 'The wallet’s server does not answer');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Alby Hub answers with `{message}`, phoenixd with plain text. A proxy's error page is dropped. */
function wordsOf(status: number, json: unknown, text: string): string {
  const said = isObject(json) ? json.message : text;
  const isPlain = typeof said === 'string' && said.trim() !== '' && !said.includes('<');
  return isPlain ? shortened(said.trim(), MAX_WORDS) : `The wallet’s server answers ${status}`;
}

/** @throws ConnectionError unless the reply is a success with JSON */
export function jsonOf({ status, json, words }: JsonReply): unknown {
  if (status === 429) throw new ConnectionError('BUSY', words);
  if (status === 403) throw new ConnectionError('NOT_OFFERED', words);
  if (status !== 200 && status !== 201) throw new ConnectionError('REFUSED', words);
  if (json === undefined)
    throw new ConnectionError('BAD_ANSWER', 'The wallet’s answer is not JSON');
  return json;
}

/** The base of an API as typed, minus any trailing slash. @throws ConnectionError */
export function readBase(url: string): string {
  const text = url.trim().replace(/\/+$/, '');
  const isUrl = text.length <= 2000 && /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isUrl || /[?#]/.test(text))
    throw new ConnectionError('BAD_CONNECTION', 'A wallet’s address begins with https://');
  return text;
}

/** A token or password that is valid in a header. @throws ConnectionError */
export function readSecret(secret: string, what: string): string {
  const text = secret.trim();
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text;
  throw new ConnectionError('BAD_CONNECTION', `${what} has letters, digits and signs, no spaces`);
}
