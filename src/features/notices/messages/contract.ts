/** In-app messages: one list per person, worded by the browser. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, nothing } from '#contract/fields.ts';
import { unread } from './unread/contract.ts';

/**
 * The event. The facts in `data` are strings: `requestId` and `request`, the kind of request;
 * `goalId` if it is for a goal; `email` of an adult admitted by `by`; `amount` in BTC; `mark` one
 * of core/marks.ts; `what` or `goal` its purpose; `what` of account news and the `device` that
 * signed in; `asks` if a late payment needs an answer; `by` the actor's first name; `reason` text
 * typed by a person.
 */
export const MESSAGE_KINDS = [
  'request_opened',
  'request_approved',
  'request_denied',
  'request_withdrawn',
  'request_lapsed',
  'request_goal_deleted',
  'book_closed',
  'book_restored',
  'child_left',
  'joined',
  'deposit_seen',
  'deposit_taken_back',
  'deposit_stuck',
  'coverage_short',
  'spending_short',
  'send_taken_back',
  'send_late',
  'send_stuck',
  'vault_day_undone',
  'vault_fee_low',
  'payout_owed',
  'payout_owed_to_you',
  'payment_asked',
  'payment_declined',
  'payment_late',
  'invoice_paid',
  'gift_arrived',
  'gift_booked',
  'lightning_can_pay',
  'spending_large',
  'money_moved',
  'sync_due',
  'subscription_paid',
  'friend_subscribed',
  'money_changed',
  'backup_failed',
  'sheet_shown',
  'well_done',
  'thanks',
  'buy_asked',
  'account_news',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The `what` of account news: a person's sign-ins, the family's members, or its stored data. */
export type AccountNews =
  | 'new_device'
  | 'pin_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'joined'
  | 'left'
  | 'removed_spouse'
  | 'removed_you'
  | 'full_parent'
  | 'full_parent_you'
  | 'full_parent_undone'
  | 'prune_automatic'
  | 'pruned'
  | 'family_kept';

export const MESSAGES_SHOWN = 50;

/** The current state of a message's request. */
export const REQUEST_STATES = ['pending', 'approved', 'denied', 'withdrawn', 'lapsed'] as const;

export const Message = v.object({
  id,
  kind: v.picklist(MESSAGE_KINDS),
  childId: v.nullable(id),
  childName: v.nullable(v.string()),
  data: v.record(v.string(), v.string()),
  createdAt: moment,
  read: v.boolean(),
  /** The current state of its request; null if there is none, or it no longer exists. */
  state: v.nullable(v.picklist(REQUEST_STATES)),
});
export type Message = v.InferOutput<typeof Message>;

export const messages = {
  list: endpoint({
    method: 'GET',
    path: '/api/messages',
    access: 'member',
    input: nothing,
    output: v.array(Message),
  }),
  unread,
  read: endpoint({
    method: 'POST',
    path: '/api/messages/read',
    access: 'member',
    money: 'none',
    input: v.strictObject({ upTo: id }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const messageSummaries: Summaries<typeof messages> = {
  list: 'The 50 latest messages to who is signed in, the newest first',
  unread: 'How many messages wait to be read',
  read: 'Mark this message and all older ones as read',
};
