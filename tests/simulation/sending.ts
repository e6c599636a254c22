/** What sending an act needs: the ids of what there is, and calls in short. */
import type { TestWallet } from '../support/wallets.ts';
import type { ActOf, Call } from './act.ts';
import type { ChildNo } from './model-types.ts';

/** Ids of what was made, by its name in the model. */
export type Ids = {
  children: readonly [string, string];
  made: Map<string, string>;
  /** What there was before the first act. */
  before: ReadonlySet<string>;
  /** Which Lightning address of a person's; 0 is none. */
  addressOf: (who: 'parents' | ChildNo, which: number) => string;
  /** The key that an act of this name has watched; `like`: the same as that one has. */
  keyOf: (name: string, like?: string) => TestWallet;
  /** Their passkeys. */
  passkeys: Record<'parent' | 'spouse', string>;
  /** The family's own wallet. */
  wallet: string;
  /** The Hub on which children's wallets are made. */
  hub: string;
  /** The family's own id, and that of another. */
  families: readonly [own: string, other: string];
  /** Who has, or had, a sign-in of this family. */
  users: Map<string, string>;
  /** The invoice that an act of this name pays. */
  invoiceOf: (name: string, sats: bigint) => string;
};

export type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body: object;
};
/** What sending needs: the ids, and the act's own name. */
export type Sending = Ids & { name: string; idOf: (name: string) => string };
export type SentBy<C extends Call> = {
  readonly [One in C]: (act: ActOf<One>, sending: Sending) => Sent;
};

export const btc = (sats: bigint) => `0.${sats.toString().padStart(8, '0')}`;

export const post = (path: string, body: object = {}): Sent => ({ method: 'POST', path, body });
export const remove = (path: string, body: object = {}): Sent => ({ method: 'DELETE', path, body });
export const patch = (path: string, body: object): Sent => ({ method: 'PATCH', path, body });

/** A file that waits for a yes has an id of its own beside that of the request. */
export const fileName = (name: string) => `the file of ${name}`;

/** The wallet that is watched since this act. */
export const walletName = (name: string) => `the wallet of ${name}`;

/** A change of settings, by the act that made it. */
export const changeName = (name: string) => `the change of ${name}`;

export const payoutName = (child: ChildNo, dueDate: string) => `pay day ${child} ${dueDate}`;

/** Of a pay day, by its name. */
export const childOfPayout = (name: string): ChildNo => (name.startsWith('pay day 0') ? 0 : 1);
