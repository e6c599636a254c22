/** Helpers for sending an act: ids of existing things, and short calls. */
import type { TestWallet } from '../support/wallets.ts';
import type { ActOf, Call } from './act.ts';
import type { ChildNo } from './model-types.ts';

/** Ids of what was made, by its name in the model. */
export type Ids = {
  children: readonly [string, string];
  made: Map<string, string>;
  /** Existing ids before the first act. */
  before: ReadonlySet<string>;
  /** A person's nth Lightning address; 0 is none. */
  addressOf: (who: 'parents' | ChildNo, which: number) => string;
  /** The key watched by the act of this name; `like`: the same key as that act's. */
  keyOf: (name: string, like?: string) => TestWallet;
  /** Their passkeys. */
  passkeys: Record<'parent' | 'spouse', string>;
  /** The family's own wallet. */
  wallet: string;
  /** The Hub on which children's wallets are made. */
  hub: string;
  /** The family's own id, and another's. */
  families: readonly [own: string, other: string];
  /** Past and present users of this family. */
  users: Map<string, string>;
  /** The invoice paid by the act of this name. */
  invoiceOf: (name: string, sats: bigint) => string;
};

export type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body: object;
};
/** For sending: the ids, and the act's own name. */
export type Sending = Ids & { name: string; idOf: (name: string) => string };
export type SentBy<C extends Call> = {
  readonly [One in C]: (act: ActOf<One>, sending: Sending) => Sent;
};

export const btc = (sats: bigint) => `0.${sats.toString().padStart(8, '0')}`;

export const post = (path: string, body: object = {}): Sent => ({ method: 'POST', path, body });
export const remove = (path: string, body: object = {}): Sent => ({ method: 'DELETE', path, body });
export const patch = (path: string, body: object): Sent => ({ method: 'PATCH', path, body });

/** A waiting file has an id besides that of its request. */
export const fileName = (name: string) => `the file of ${name}`;

/** The wallet watched since this act. */
export const walletName = (name: string) => `the wallet of ${name}`;

/** A change of settings, by the act that made it. */
export const changeName = (name: string) => `the change of ${name}`;

export const payoutName = (child: ChildNo, dueDate: string) => `pay day ${child} ${dueDate}`;

/** A pay day's child. */
export const childOfPayout = (name: string): ChildNo => (name.startsWith('pay day 0') ? 0 : 1);
