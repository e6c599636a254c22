/** For tests of screens: a server made of replies at the network boundary, and the providers. */
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { expect, vi } from 'vitest';
import type { Contract } from '#contract/endpoint.ts';
import { STATUS } from '#contract/errors.ts';
import { faultOf } from '#tests/web/contracts.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { newQueryClient } from '#web/query.ts';
import { TimeZoneProvider } from '#web/time-zone.ts';
import { toastState, toastWords } from '#web/ui/toast-store.ts';

export interface Sent {
  /** `POST /api/auth/logout`, without the query. */
  call: string;
  url: string;
  init: RequestInit;
  /** The JSON that was sent, if any. */
  body: unknown;
  /** The Idempotency-Key, if any. */
  key: string | null;
}

/**
 * A status and a body, or `'offline'`. A text is sent as it is, as by a proxy, and so is no body;
 * anything else must be what the call's contract names, or else the test fails.
 */
export type Reply = readonly [status: number, body: unknown] | 'offline';

/** Replies to each call in turn, the last one again; a call that is not named is a 404. */
export function serve(replies: Record<string, Reply | readonly Reply[]>, ...own: Contract[]) {
  const counts = new Map<string, number>();
  return fakeApi(({ call }) => {
    const count = counts.get(call) ?? 0;
    counts.set(call, count + 1);
    const some = replies[call];
    return some && nth(some, count);
  }, own);
}

/**
 * The one fake of the API, at `fetch`.
 * @param own contracts that only this test knows.
 * @returns what is sent, in order.
 */
export function fakeApi(
  replyTo: (sent: Sent) => Reply | undefined | Promise<Reply | undefined>,
  own: readonly Contract[] = [],
): Sent[] {
  const all: Sent[] = [];
  const answer = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const call = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
    const key = new Headers(init.headers).get('idempotency-key');
    const sent = { call, url, init, body: readBody(init.body), key };
    all.push(sent);
    const reply = (await replyTo(sent)) ?? refusal(404, 'Not found');
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    const [status, body] = reply;
    // Fails the test and lets it go on: thrown here, it would only look like a lost network.
    expect.soft(faultOf(call, reply, own)).toBeUndefined();
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return all;
}

/** What was sent to one call. */
export const sentTo = (sent: readonly Sent[], call: string): Sent[] =>
  sent.filter((one) => one.call === call);

/**
 * Nothing was sent to this call, or to any, once all that the press began has run: in the same
 * tick, a call that is sent a promise later would go unseen.
 */
export async function noneSent(sent: readonly Sent[], call?: string): Promise<void> {
  for (let turn = 0; turn < 10; turn++)
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(call === undefined ? sent : sentTo(sent, call)).toEqual([]);
}

/** What the book itself asks for; the parts further down ask on their own. */
export const bookCalls = (sent: readonly Sent[]): Sent[] =>
  sent.filter(
    ({ call }) => !/\/api\/(wallet\/|lightning\/|payouts)|\/(growth|sapling)$/.test(call),
  );

/** Draws a screen as the app does, StrictMode included. @param timeZone the family's */
export function show(screen: ReactNode, timeZone?: string): QueryClient {
  const queries = newQueryClient();
  render(
    <StrictMode>
      <MessagesProvider>
        <QueryClientProvider client={queries}>
          <TimeZoneProvider value={timeZone}>{screen}</TimeZoneProvider>
        </QueryClientProvider>
      </MessagesProvider>
    </StrictMode>,
  );
  return queries;
}

/** A refusal as the server words it; the code follows from the status. */
export function refusal(status: number, message: string, field?: string): Reply {
  const [code] = Object.entries(STATUS).find(([, one]) => one === status) ?? [];
  return [status, { message, code, ...(field !== undefined && { field }) }];
}

function nth(replies: Reply | readonly Reply[], index: number): Reply {
  if (isOne(replies)) return replies;
  return replies[Math.min(index, replies.length - 1)] as Reply;
}

const isOne = (replies: Reply | readonly Reply[]): replies is Reply =>
  replies === 'offline' || typeof replies[0] === 'number';

const readBody = (body: RequestInit['body']): unknown =>
  typeof body === 'string' ? JSON.parse(body) : undefined;

/** Waits for a toast with these words: its title, and its description. */
export const toasted = (words: string): Promise<void> =>
  waitFor(() => expect(toastState().recent.map(toastWords)[0]).toContain(words));

/** Sets or takes away the readable cookie beside the session. */
export function hintSignedIn(signedIn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `signed_in=1; max-age=${signedIn ? 60 : 0}`;
}
