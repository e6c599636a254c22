/**
 * One API call, described once.
 *
 * The server's checks (server/http/mount.ts), the browser's client (web/api.ts) and the OpenAPI
 * document (contract/openapi.ts) are all derived from these descriptions, so they cannot disagree.
 */
import type * as v from 'valibot';

/**
 * Access to a call. Everyone else is refused.
 * - `public`: anyone.
 * - `user`: anyone who is signed in, except on a tablet that was handed over to a child.
 * - `handedOver`: only a tablet that was handed over.
 * - `member`: parent, spouse or child; the handler shows a child only the child's own data.
 * - `ownChild`: parent and spouse for every child of the family, a child only for itself
 *   (`input.childId` or `input.id` names the child; to a child any other id doesn't exist: 404).
 * - `adult`: parent or accepted spouse. `parent`: the parent alone. `admin`: the operator.
 * - `adultUser`: like `adult`, but about the person: the handler opens its own transactions,
 *   because a counted attempt must stay counted when the call is refused.
 */
export type Access =
  | 'public'
  | 'user'
  | 'handedOver'
  | 'member'
  | 'ownChild'
  | 'adult'
  | 'adultUser'
  | 'parent'
  | 'admin';

/**
 * The effect of a call on money. A test fails for a change that doesn't declare it.
 * - `none`: none of the below.
 * - `moves`: sats may leave a family wallet, or a child may gain spending money that it can pay out
 *   without asking. Above the family's ceiling it needs a fresh sign-in (server/http/money.ts).
 * - `redirects`: changes where money goes or who may send it. Always needs a fresh sign-in.
 * - `destroys`: ends or overwrites a key or a book. Always needs a fresh sign-in.
 */
export type Money = 'none' | 'moves' | 'redirects' | 'destroys';

export type Endpoint<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
  A extends Access = Access,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters are written in braces and are fields of `input`: `/api/children/{id}`. */
  readonly path: `/${string}`;
  readonly access: A;
  /** Required for every call that changes something. */
  readonly money?: Money;
  /** Can't be undone, or changes the members of the family: see `needsFresh`. */
  readonly fresh?: true;
  /** Adds a wallet, so the operator must have chosen the network (server/chain-settings.ts). */
  readonly needsNetwork?: true;
  /** A POST that only reads: its input is too large for an address. */
  readonly reads?: true;
  /**
   * Polled: the reply carries an ETag, and an unchanged one is answered with 304. It may show only
   * data in the family's own rows, plus the caller and today's date.
   */
  readonly etag?: true;
  /** Removes entries, which only the tables’ owner may do: see changeFamilyAsOwner. */
  readonly owner?: true;
  /** Accepts a body as large as an import file. */
  readonly large?: true;
  /** Expensive: each person makes one at a time. */
  readonly heavy?: true;
  /** Reads much of a long book: each family makes one at a time. */
  readonly long?: true;
  /** Accepts a wallet's extended key; no other call may send one (web/keys-stay.ts). */
  readonly takesKey?: true;
  /** Skips the queue: a watchdog calls it, and it costs next to nothing. */
  readonly unqueued?: true;
  /** A strict object: path parameters, query and body together. Unknown keys are refused. */
  readonly input: I;
  /** Only these fields leave the server. */
  readonly output: O;
  /** The content type, if the reply is a file instead of JSON. The output is then its text. */
  readonly file?: string;
};

export type Contract = Readonly<Record<string, Endpoint>>;

/** A short description of each call of a contract. */
export type Summaries<C extends Contract = Contract> = { readonly [K in keyof C]: string };

/** A caller's input, before validation. */
export type Input<E extends Endpoint> = v.InferInput<E['input']>;
/** A handler's input: validated and converted (amounts are sats). */
export type Parsed<E extends Endpoint> = v.InferOutput<E['input']>;
/** A handler's result, as the caller receives it. */
export type Output<E extends Endpoint> = v.InferInput<E['output']>;

/** Preserves the exact type of every schema; does nothing at run time. */
export const endpoint = <
  I extends v.GenericSchema,
  O extends v.GenericSchema,
  const A extends Access,
>(
  e: Endpoint<I, O, A>,
): Endpoint<I, O, A> => e;

const known = new Map<string, readonly string[]>();

/** `/api/children/{id}` → `['id']`. Cached by path: every request needs it. */
export function pathParams(path: string): readonly string[] {
  const found =
    known.get(path) ?? [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  known.set(path, found);
  return found;
}

/** `POST /api/children` */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method} ${path}`;

/** True if the input outside the path is sent as a JSON body; false if it is the query. */
export const sendsBody = (e: Pick<Endpoint, 'method'>): boolean => e.method !== 'GET';

/**
 * True if the call is refused with SIGN_IN_AGAIN unless the person has recently confirmed their
 * identity (server/http/actor.ts: `isFresh`).
 */
export const needsFresh = ({ fresh, money }: Pick<Endpoint, 'fresh' | 'money'>): boolean =>
  fresh === true || money === 'redirects' || money === 'destroys';

/** True if the call may change something; it then carries an Idempotency-Key. */
export const changes = (e: Pick<Endpoint, 'method' | 'reads'>): boolean =>
  e.method !== 'GET' && !e.reads;
