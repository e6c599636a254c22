/** Server state: TanStack Query on top of the typed client, with the specified constants. */

import {
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { address } from '#contract/address.ts';
import { type Endpoint, type Input, nameOf, type Output } from '#contract/endpoint.ts';
import { SECOND } from '#core/time.ts';
import { callApi, fetchJson, fetchTagged, newKey, type Send, type Tagged } from './api.ts';
import { AppError, record, statusOf } from './errors.ts';
import { forgetBook } from './local/storage.ts';
import { keepUndo } from './undo-after-sign-in.ts';

const MINUTES = 60_000;
/**
 * How long a change is remembered after its screen was closed: it refers to the screen's input,
 * which may have been a passphrase.
 */
const KEY_MINUTES = 10;
export const LOGIN_PATH = '/api/login';
/** The mutation key of signing out. */
export const SIGNING_OUT = ['sign-out'];

/** Up to 3 retries, but none if the reply will not change. */
export const retryQuery = (failures: number, error: unknown): boolean =>
  failures < 3 && ![401, 403, 404].includes(statusOf(error) ?? 0);

/** 1 s, doubled each time, at most 30 s. */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

/** Up to 2 retries, but none after a 4xx: the server has refused the call. */
export const retryMutation = (failures: number, error: unknown): boolean => {
  const status = statusOf(error);
  return failures < 2 && !(status !== undefined && status >= 400 && status < 500);
};

/** The default query is a GET on the parts of its key, joined with a slash. */
export const defaultQuery = ({ queryKey }: { queryKey: QueryKey }) => fetchJson(queryKey.join('/'));

/** A 401 sends the browser to the sign-in; unexpected errors are recorded and rethrown. */
export function onError(error: unknown, leave = (path: string) => location.assign(path)): void {
  if (statusOf(error) === 401) {
    forgetBook(); // no part of the book may be readable here without a session
    keepUndo();
    leave(LOGIN_PATH);
  } else if (!(error instanceof AppError)) record(error);
}

const senders = new WeakMap<QueryClient, Send>();

/** Answers a cache's calls instead of HTTP, if set. */
export const senderOf = (queries: QueryClient): Send | undefined => senders.get(queries);

/** @param via answers every call instead of HTTP: sample data, which is never stored */
export function newQueryClient(via?: Send): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        ...(!via && { queryFn: defaultQuery }),
        staleTime: 5 * MINUTES,
        gcTime: 5 * MINUTES,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: retryQuery,
        retryDelay,
      },
      // Offline, a change fails with an error; it is never sent later automatically.
      mutations: { networkMode: 'always', retry: retryMutation, retryDelay, gcTime: SECOND },
    },
  });
  if (via) senders.set(queries, via);
  const report = (error: unknown, quiet: unknown) => {
    // While somebody signs out, other calls may get a 401: it must not lead to the sign-in page.
    const signsOut = () => queries.isMutating({ mutationKey: SIGNING_OUT }) > 0;
    if (quiet !== true && !(statusOf(error) === 401 && signsOut())) onError(error);
  };
  queries.getQueryCache().config.onError = (error, query) => {
    if (statusOf(error) === 401) forgetBook(); // even if the page shows the 401 itself
    report(error, query.meta?.quiet);
  };
  queries.getMutationCache().config.onError = (error, _v, _c, mutation) =>
    report(error, mutation.meta?.quiet);
  return queries;
}

/** The key of a GET call: its address in parts, `['', 'api', 'children', id]`. */
export const keyOf = <E extends Endpoint>(endpoint: E, input: Input<E>): string[] =>
  address(endpoint, input as object).split('/');

/** `useQuery(query(children.list, {}))`. */
export const query = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ client, queryKey }) => {
      const via = senderOf(client);
      return endpoint.etag && !via
        ? (askAgain(client, queryKey) as Promise<Output<E>>)
        : callApi(endpoint, input, undefined, via);
    },
  });

/** The reply to a call with an ETag, for as long as its entry is in the cache. */
const tagged = new WeakMap<Query, Tagged>();

async function askAgain(queries: QueryClient, queryKey: QueryKey): Promise<unknown> {
  const entry = queries.getQueryCache().find({ queryKey, exact: true });
  const reply = await fetchTagged(queryKey.join('/'), entry && tagged.get(entry));
  if (entry) tagged.set(entry, reply);
  return reply.body;
}

type Action = { text: string; key: string; until: number };
const actions = new WeakMap<QueryClient, Map<string, Action>>();

/** Actions with an unknown outcome, by call; they outlive the screen they began on. */
function openActions(queries: QueryClient): Map<string, Action> {
  const known = actions.get(queries) ?? new Map<string, Action>();
  actions.set(queries, known);
  return known;
}

/**
 * A change to the family's book: one idempotency key per action of a person. The key lives until
 * the server has replied, at most 10 minutes: a second press after a lost reply, even in a dialog
 * that was closed in between, repeats the same action and doesn't book it twice; a press on another
 * day is a new action.
 *
 * A change of a book shows in many places: an allowance in balances, entries, goals and the total.
 * So a change makes every cached reply stale and refetches what is on the screen, like live updates
 * do. No list maps calls to the replies they change. Public calls change no book.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  options: {
    onDone?: (answer: Output<E>, input: Input<E>) => void;
    /** Runs `onDone` before the screen is refetched: it needs the old screen, or leaves it. */
    doneFirst?: boolean;
    /** `sent`: the input, and the idempotency key. */
    onFail?: (error: unknown, sent: { input: Input<E>; key: string }) => void;
    /** The screen handles a 401 itself. */
    quiet?: boolean;
  } = {},
) {
  const queries = useQueryClient();
  const open = openActions(queries);
  const name = nameOf(endpoint);
  const mutation = useMutation({
    mutationFn: ({ input, key }: { input: Input<E>; key: string }) =>
      callApi(endpoint, input, key, senderOf(queries)),
    meta: { quiet: options.quiet === true },
    onSuccess: async (answer, { input }) => {
      open.delete(name);
      if (options.doneFirst) options.onDone?.(answer, input);
      if (endpoint.access !== 'public') await queries.invalidateQueries();
      if (!options.doneFirst) options.onDone?.(answer, input);
    },
    onError: (error, sent) => {
      const status = statusOf(error);
      if (status !== undefined && status < 500) open.delete(name);
      options.onFail?.(error, sent);
    },
  });
  return {
    ...mutation,
    run(input: Input<E>) {
      const text = JSON.stringify(input);
      const now = Date.now();
      const before = open.get(name);
      const action =
        before?.text === text && before.until > now
          ? before
          : { text, key: newKey(), until: now + KEY_MINUTES * MINUTES };
      open.set(name, action);
      mutation.mutate({ input, key: action.key });
    },
  };
}
