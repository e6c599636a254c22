/** Children's requests and parents' answers: withdrawals, savings transfers, pending records. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcAboveZero, btcText, done, id, line, moment, nothing } from '#contract/fields.ts';

export const REQUEST_KINDS = ['withdrawal', 'savings_transfer', 'earned', 'import'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const REQUEST_STATES = ['pending', 'approved', 'denied', 'withdrawn', 'lapsed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const NOT_ENOUGH_SAVED = check('NOT_ENOUGH_SAVED');
export const REASON_REQUIRED = check('REASON_REQUIRED');
export const LAPSES_AFTER_DAYS = 30;
/** How long answers stay listed. */
export const ANSWERED_DAYS = 30;
export const ANSWERED_SHOWN = 20;
/** How long a request's texts are kept after its answer; the entry keeps its own. */
export const WORDS_KEPT_DAYS = 90;
/** Limits on one child's requests, of all kinds together: open ones, and per day (room.ts). */
export const MOST_OPEN = 20;
export const MOST_A_DAY = 60;
/** For all children of a family: the size of a list, and of one decision. */
const MOST_AT_ONCE = 600;

export const Request = v.object({
  id,
  kind: v.picklist(REQUEST_KINDS),
  childId: id,
  childName: v.string(),
  /** Null for an import, whose rows have the amounts. */
  amount: v.nullable(btcText),
  reason: v.string(),
  createdAt: moment,
  state: v.picklist(REQUEST_STATES),
  /** True if the child asked in person; otherwise an adult did, in the child's name. */
  byChild: v.boolean(),
  enteredBy: v.nullable(v.string()),
  /** First name of the person who answered or withdrew it; null while open, or if unknown. */
  decidedBy: v.nullable(v.string()),
  decidedAt: v.nullable(moment),
  /** The approved amount: everything requested, or less. */
  approvedAmount: v.nullable(btcText),
  denialReason: v.nullable(v.string()),
  /** The source account's balance if all of it were approved. */
  balanceAfter: v.nullable(btcText),
  payloadId: v.nullable(id),
});
export type Request = v.InferOutput<typeof Request>;

export const Transfer = v.object({
  id,
  childId: id,
  childName: v.string(),
  amount: btcText,
  description: v.string(),
  requestedAt: moment,
  state: v.picklist(['pending', 'approved', 'rejected', 'withdrawn', 'lapsed']),
});
export type Transfer = v.InferOutput<typeof Transfer>;

/** A savings transfer with its own call's terms: "rejected", where other requests are "denied". */
export const asTransfer = (one: Request): Transfer => ({
  id: one.id,
  childId: one.childId,
  childName: one.childName,
  amount: one.amount ?? '0.00000000',
  description: one.reason,
  requestedAt: one.createdAt,
  state: one.state === 'denied' ? 'rejected' : one.state,
});

export const Requests = v.object({ open: v.array(Request), answered: v.array(Request) });
export type Requests = v.InferOutput<typeof Requests>;

const decision = {
  approved: v.boolean('Expected true or false'),
  /** Sent with a denial; the child sees it. */
  reason: v.optional(line(1, 200)),
  /** Sent with an approval, to approve less than requested. */
  amount: v.optional(btcAboveZero()),
};

export const approvals = {
  canApprove: endpoint({
    method: 'GET',
    path: '/api/family/can-approve',
    access: 'member',
    input: nothing,
    output: v.object({ canApprove: v.boolean() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/requests',
    access: 'member',
    etag: true,
    input: nothing,
    output: Requests,
  }),
  decide: endpoint({
    method: 'PATCH',
    path: '/api/requests/{id}',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({ id, ...decision }),
    output: Request,
  }),
  approveAll: endpoint({
    method: 'POST',
    path: '/api/requests/approve-all',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      ids: v.pipe(
        v.array(id),
        v.minLength(1, check('REQUEST_REQUIRED')),
        v.maxLength(MOST_AT_ONCE, check('AT_MOST_REQUESTS', { most: MOST_AT_ONCE })),
      ),
    }),
    output: v.object({ approved: v.array(id) }),
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/requests/{id}',
    access: 'member',
    money: 'none',
    input: v.strictObject({ id }),
    output: Request,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/withdrawal-requests',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({
      childId: id,
      amount: btcAboveZero(),
      reason: line(1, 200, REASON_REQUIRED),
    }),
    output: Request,
  }),
  withdrawals: endpoint({
    method: 'GET',
    path: '/api/withdrawal-requests',
    access: 'member',
    input: nothing,
    output: v.array(Request),
  }),
  decideWithdrawal: endpoint({
    method: 'PATCH',
    path: '/api/withdrawal-requests/{id}',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({ id, ...decision }),
    output: Request,
  }),
  initiateTransfer: endpoint({
    method: 'POST',
    path: '/api/savings-transfers/initiate',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({
      childId: id,
      amount: btcAboveZero(),
      description: v.optional(line(0, 200)),
      transactionId: id,
    }),
    output: Transfer,
  }),
  pendingTransfers: endpoint({
    method: 'GET',
    path: '/api/savings-transfers/pending',
    access: 'member',
    etag: true,
    input: nothing,
    output: v.array(Transfer),
  }),
  approveTransfer: endpoint({
    method: 'POST',
    path: '/api/savings-transfers/approve',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      transferId: id,
      approved: decision.approved,
      reason: decision.reason,
    }),
    output: v.object({ success: done.entries.success, transfer: Transfer }),
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const approvalSummaries: Summaries<typeof approvals> = {
  canApprove: 'Whether who is signed in may answer requests',
  list: 'All open requests, and the answers of the last 30 days; a child gets its own',
  decide: 'Answer a request of any kind',
  approveAll:
    'Say yes to all of these, as asked; those that were answered meanwhile stay as they are',
  takeBack: 'Take an open request back',
  ask: 'Ask to use savings; the amount is held at once',
  withdrawals: 'The withdrawal requests that wait for an answer; a child gets its own',
  decideWithdrawal: 'Answer a withdrawal request',
  initiateTransfer: 'The savings transfer that a savings deposit has started',
  pendingTransfers: 'The savings transfers that wait for an answer; a child gets its own',
  approveTransfer: 'Answer a savings transfer',
};
