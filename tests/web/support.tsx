/** For tests of screens: a server made of replies, faked at `fetch`, and the app's providers. */
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
  /** The sent JSON, if any. */
  body: unknown;
  /** The Idempotency-Key, if any. */
  key: string | null;
}

/**
 * A status and a body, or `'offline'`. Text is sent unchanged, as if by a proxy, and so is no body;
 * anything else must match the call's contract, or the test fails.
 */
export type Reply = readonly [status: number, body: unknown] | 'offline';

/** Replies to each call in turn, repeating the last one; a call without a reply gets 404. */
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
 * The only fake of the API, at `fetch`. @param own contracts only this test knows. @returns the
 * requests, in order.
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
    // Fails the test but lets it run on: an exception here would look like a lost network.
    expect.soft(faultOf(call, reply, own)).toBeUndefined();
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return all;
}

/** Bodies sent to a call. */
export const sentTo = (sent: readonly Sent[], call: string): Sent[] =>
  sent.filter((one) => one.call === call);

/**
 * Asserts that nothing was sent to this call, or to any, after everything a press started has run:
 * checking in the same tick would miss a call that is sent one promise later.
 */
export async function noneSent(sent: readonly Sent[], call?: string): Promise<void> {
  for (let turn = 0; turn < 10; turn++)
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(call === undefined ? sent : sentTo(sent, call)).toEqual([]);
}

/** Calls of the book itself; the parts further down make their own. */
export const bookCalls = (sent: readonly Sent[]): Sent[] =>
  sent.filter(
    ({ call }) => !/\/api\/(wallet\/|lightning\/|payouts)|\/(growth|sapling)$/.test(call),
  );

/** Draws a screen as the app does, in StrictMode. @param timeZone the family's */
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

/** A refusal with the server's words; the code follows from the status. */
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

/** Sets or removes the readable cookie that accompanies the session. */
export function hintSignedIn(signedIn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `signed_in=1; max-age=${signedIn ? 60 : 0}`;
}
