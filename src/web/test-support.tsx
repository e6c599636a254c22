/** For tests of screens: a server made of answers at the network boundary, and the providers. */
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { vi } from 'vitest';
import { MessagesProvider } from './messages/messages-provider.tsx';
import { newQueryClient } from './query.ts';

export interface Sent {
  /** `POST /api/auth/logout`, without the query. */
  call: string;
  url: string;
  init: RequestInit;
  /** The JSON that was sent, if any. */
  body: unknown;
}

/** A status and a body, or `'offline'`; the last of several is repeated. */
export type Reply = readonly [status: number, body: unknown] | 'offline';

/** Answers each call with its replies in turn; a call that is not named is a 404. */
export function serve(replies: Record<string, Reply | readonly Reply[]>): Sent[] {
  const sent: Sent[] = [];
  const counts = new Map<string, number>();
  const answer = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const call = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
    sent.push({ call, url, init, body: readBody(init.body) });
    const count = counts.get(call) ?? 0;
    counts.set(call, count + 1);
    const reply = nth(replies[call] ?? [404, { message: 'Not found', code: 'NOT_FOUND' }], count);
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    const [status, body] = reply;
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return sent;
}

/** What was sent to one call. */
export const sentTo = (sent: readonly Sent[], call: string): Sent[] =>
  sent.filter((one) => one.call === call);

/** Draws a screen as the app does, StrictMode included. */
export function show(screen: ReactNode): QueryClient {
  const queries = newQueryClient();
  render(
    <StrictMode>
      <MessagesProvider>
        <QueryClientProvider client={queries}>{screen}</QueryClientProvider>
      </MessagesProvider>
    </StrictMode>,
  );
  return queries;
}

export const refusal = (status: number, message: string, field?: string): Reply => [
  status,
  { message, code: status === 400 ? 'VALIDATION_ERROR' : 'CONFLICT', field },
];

function nth(replies: Reply | readonly Reply[], index: number): Reply {
  if (isOne(replies)) return replies;
  return replies[Math.min(index, replies.length - 1)] as Reply;
}

const isOne = (replies: Reply | readonly Reply[]): replies is Reply =>
  replies === 'offline' || typeof replies[0] === 'number';

const readBody = (body: RequestInit['body']): unknown =>
  typeof body === 'string' ? JSON.parse(body) : undefined;

/** Sets or takes away the readable cookie beside the session. */
export function hintSignedIn(signedIn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `signed_in=1; max-age=${signedIn ? 60 : 0}`;
}
