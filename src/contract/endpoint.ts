/**
 * One API call, described once.
 *
 * The server's checks (server/http/mount.ts), the browser's client (web/api.ts) and the OpenAPI
 * document (contract/openapi.ts) are all derived from these descriptions, so they cannot disagree.
 */
import type * as v from 'valibot';

/**
 * Who may call. Everything not allowed here is refused.
 * - `public`: anyone.
 * - `user`: anyone who is signed in; not with a tablet that was handed over to a child.
 * - `handedOver`: only that tablet.
 * - `member`: parent, spouse or child; the handler gives a child only what is the child's own.
 * - `ownChild`: parent and spouse for every child of the family, a child only for itself
 *   (`input.childId` or `input.id` names the child; any other id does not exist for it: 404).
 * - `adult`: parent or accepted spouse. `parent`: the parent alone. `admin`: the operator.
 * - `adultUser`: as `adult`, but about the person: the handler opens its own transactions, so that
 *   a counted try stays counted when the call is refused.
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
 * What a call does to money. A test refuses a call that changes something and does not say.
 * - `none`: nothing of what follows.
 * - `moves`: sats may leave a family wallet, or spending money that a child may pay out unasked may
 *   grow. Above the family's ceiling it needs a fresh sign-in (server/http/money.ts).
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
  /** Path parameters are written in braces, and are fields of `input`: `/api/children/{id}`. */
  readonly path: `/${string}`;
  readonly access: A;
  /** Of every call that changes something. */
  readonly money?: Money;
  /**
   * Cannot be taken back, or changes who is in: see `needsFresh`.
   */
  readonly fresh?: true;
  /** Takes in a wallet, so the operator must have chosen the network (server/chain-settings.ts). */
  readonly needsNetwork?: true;
  /** A POST that only reads: what it asks about is too much for an address. */
  readonly reads?: true;
  /**
   * Asked again and again: the reply carries an ETag, and an unchanged one is answered with 304.
   * It may show nothing but what stands in the family's own rows, the asker and today's date.
   */
  readonly etag?: true;
  /** It removes entries, which only the tables’ owner may: see changeFamilyAsOwner. */
  readonly owner?: true;
  /** Its body may be as large as the file of an import. */
  readonly large?: true;
  /** It costs much: each person makes one at a time. */
  readonly heavy?: true;
  /** It reads much of a long book: each family makes one at a time. */
  readonly long?: true;
  /** It is there to take a wallet's extended key; no other call sends one (web/keys-stay.ts). */
  readonly takesKey?: true;
  /** It waits for no other call: a watchdog asks it, and it costs next to nothing. */
  readonly unqueued?: true;
  /** A strict object: path parameters, query and body together. Unknown keys are refused. */
  readonly input: I;
  /** Only what stands here leaves the server. */
  readonly output: O;
  /** Where the reply is a file and not JSON: its content type. The output is then its text. */
  readonly file?: string;
};

export type Contract = Readonly<Record<string, Endpoint>>;

/** What each call of a contract does, in a few words. */
export type Summaries<C extends Contract = Contract> = { readonly [K in keyof C]: string };

/** What a caller sends. */
export type Input<E extends Endpoint> = v.InferInput<E['input']>;
/** What a handler receives: checked and converted (amounts are sats). */
export type Parsed<E extends Endpoint> = v.InferOutput<E['input']>;
/** What a handler returns and a caller receives. */
export type Output<E extends Endpoint> = v.InferInput<E['output']>;

/** Keeps the exact type of every schema; does nothing at run time. */
export const endpoint = <
  I extends v.GenericSchema,
  O extends v.GenericSchema,
  const A extends Access,
>(
  e: Endpoint<I, O, A>,
): Endpoint<I, O, A> => e;

const known = new Map<string, readonly string[]>();

/** `/api/children/{id}` → `['id']`. Found once for each path: every request asks. */
export function pathParams(path: string): readonly string[] {
  const found =
    known.get(path) ?? [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  known.set(path, found);
  return found;
}

/** `POST /api/children` */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method} ${path}`;

/** True where the input beside the path travels as a JSON body, false where it is the query. */
export const sendsBody = (e: Pick<Endpoint, 'method'>): boolean => e.method !== 'GET';

/**
 * True where a call is refused with SIGN_IN_AGAIN unless the person proved within the last minutes
 * who they are (server/http/actor.ts: `isFresh`).
 */
export const needsFresh = ({ fresh, money }: Pick<Endpoint, 'fresh' | 'money'>): boolean =>
  fresh === true || money === 'redirects' || money === 'destroys';

/** True where a call may change something; such a call carries an Idempotency-Key. */
export const changes = (e: Pick<Endpoint, 'method' | 'reads'>): boolean =>
  e.method !== 'GET' && !e.reads;
