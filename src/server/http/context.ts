/** Contexts of calls: the server's services, the caller, the time and the transaction. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { PriceSource } from '../adapters/price/source.ts';
import type { BillingSettings } from '../billing-settings.ts';
import type { ChainSettings } from '../chain-settings.ts';
import type { Database } from '../db/database.ts';
import type { Last, Tx } from '../db/sql.ts';
import type { FamilyCalendar } from '../family-calendar.ts';
import type { Jobs } from '../jobs.ts';
import type { OutboundRules } from '../outbound/reach.ts';
import type { Restoring } from '../restoring.ts';
import type { ServerSettings } from '../settings.ts';
import type { Actor, CookieJar } from './actor.ts';

export type ImportLimits = { readonly bytes: number; readonly rows: number };

/** Shared by every part of the server; created once, in app/main.ts. */
export type Services = {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly cookies: CookieJar;
  readonly publicUrl: string;
  readonly admins: ReadonlySet<string>;
  /** Makes the person who enters it the operator, if there is none; undefined: disabled. */
  readonly claimCode?: string | undefined;
  readonly clock: () => Date;
  /** Seals the book (ledger/seal.ts). */
  readonly sealKey: Uint8Array;
  /** Checks that the mail server accepts mail; undefined if none is configured. */
  readonly checkMail?: (() => Promise<void>) | undefined;
  /** Lets a metrics collector read the metrics. */
  readonly metricsToken?: string | undefined;
  /** The key that identifies this server to push services, and rules for calling those services. */
  readonly push: { readonly publicKey: string; readonly rules: OutboundRules };
  /** The operator's settings for the Bitcoin chain. */
  readonly chain: ChainSettings;
  /** The sign-up policy, and the operator's other settings from a page. */
  readonly settings: ServerSettings;
  /** Undefined if nothing can be restored from a page. */
  readonly restoring?: Restoring | undefined;
  /** The operator's prices; undefined if everything is free. */
  readonly billing?: BillingSettings | undefined;
  /** The source of prices; undefined if none is used. */
  readonly prices?: PriceSource | undefined;
  /** Encrypts the secrets that families store here (secrets.ts). */
  readonly secretsKey: Uint8Array;
  /** Limits of an import; defaults if undefined. */
  readonly importLimits?: ImportLimits;
};

export type Base = {
  readonly now: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};
export type PublicContext = Base;
export type UserContext = Base & { readonly actor: Actor };
export type FamilyContext = UserContext & {
  /**
   * The call's only transaction. If the call changes anything, it locks the family and runs once.
   */
  readonly tx: Tx;
  /** The family's time zone and today's date there; read once per call. */
  readonly calendar: () => Promise<FamilyCalendar>;
  /** Defers the answer of a statement: it is awaited together with COMMIT's. */
  readonly last: Last;
};

export type ContextOf<A extends Access> = A extends 'public'
  ? PublicContext
  : A extends 'user' | 'adultUser' | 'handedOver' | 'admin'
    ? UserContext
    : FamilyContext;

/**
 * Runs a call of a family; if the call redirects or destroys money, first copies the old values.
 */
export type AroundChange = <T>(
  e: Endpoint,
  input: unknown,
  context: FamilyContext,
  work: () => Promise<T>,
) => Promise<T>;
