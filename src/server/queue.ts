/** The queue of mails and pushes, each with the earliest time to send it. */
import type { Mail } from './adapters/mail/mail.ts';
import type { Sql } from './db/sql.ts';

export type Queue = {
  /** Queues many mails in one statement. */
  mails(mails: readonly Timed[], tx: Sql): Promise<void>;
  /** The same for push notifications. */
  pushes(pushes: readonly TimedPush[], tx: Sql): Promise<void>;
};

export type Timed = { mail: Mail; notBefore: Date };

/**
 * Ids and a kind: the device's address is looked up on sending. `copyId`: the change that pressing
 * the notification undoes.
 */
export type Push = { familyId: string; sessionId: string; kind: string; copyId?: string };
export type TimedPush = { push: Push; notBefore: Date };
/** The outcome. `notBefore`: it is night at the device. */
export type PushResult = 'sent' | 'gone' | 'nobody' | { notBefore: Date };
