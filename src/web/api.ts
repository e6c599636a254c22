/** The browser's typed client: `callApi(children.list, {})`. */
import { address } from '#contract/address.ts';
import {
  changes,
  type Endpoint,
  type Input,
  type Output,
  pathParams,
  sendsBody,
} from '#contract/endpoint.ts';
import { takeEarly } from './early-call.ts';
import { fromResponse, needsFreshSignIn } from './errors.ts';
import { refuseKeys } from './keys-stay.ts';
import { stepUp } from './step-up.ts';
import { timed } from './timings.ts';

/** Sends a call. @returns the reply's JSON value */
export type Send = (e: Endpoint, input: object, key: string) => Promise<unknown>;

/** @param key one per action of a person; the same for every retry */
export const callApi = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  key: string = newKey(),
  via: Send = overHttp,
): Promise<Output<E>> => via(endpoint, input as object, key) as Promise<Output<E>>;

/** For calls the browser sends automatically: they never open a dialog. */
export const unasked: Send = (e, input, key) => overHttp(e, input, key, async () => false);

async function overHttp(
  e: Endpoint,
  input: object,
  key: string,
  confirm = stepUp,
): Promise<unknown> {
  refuseKeys(e, input);
  const inPath = pathParams(e.path);
  const body = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined),
  );
  const init = {
    method: e.method,
    ...(sendsBody(e) && {
      headers: {
        'content-type': 'application/json',
        // The page's language, not the browser's: mails to the person who signs in here use it.
        'accept-language': document.documentElement.lang,
        ...(changes(e) && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    }),
  };
  const ask = () =>
    e.file === undefined ? fetchJson(address(e, input), init) : fetchText(address(e, input), init);
  try {
    return await ask();
  } catch (error) {
    // Repeats the call under the same key once the person has confirmed it's them.
    if (needsFreshSignIn(error) && (await confirm())) return ask();
    throw error;
  }
}

/** Sends with cookies, reads JSON; anything but 2xx becomes an error. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const text = await fetchText(url, init);
  return text === '' ? undefined : JSON.parse(text);
}

async function fetchText(url: string, init: RequestInit): Promise<string> {
  return textOf(await send(url, init));
}

/** A reply, and the ETag with which the server can confirm that it has not changed. */
export type Tagged = { readonly body: unknown; readonly etag: string | null };

/** Like fetchJson, for a call that replies with an ETag; `held` is its last reply. */
export async function fetchTagged(url: string, held?: Tagged): Promise<Tagged> {
  const headers = held?.etag ? { 'if-none-match': held.etag } : undefined;
  // Bypasses the browser's cache, to store nothing of a book on disk.
  const response = await send(url, { cache: 'no-store', ...(headers && { headers }) });
  if (held && response.status === 304) return held;
  const body = JSON.parse(await textOf(response));
  return { body, etag: response.headers.get('etag') };
}

const send = (url: string, init: RequestInit): Promise<Response> =>
  timed(
    url.split('?')[0] as string,
    () => takeEarly(url, init.method) ?? fetch(url, { ...init, credentials: 'include' }),
  );

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw fromResponse(response.status, text, response.statusText);
  return text;
}

/** 128 random bits. (`crypto.randomUUID` exists only on https and localhost.) */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
