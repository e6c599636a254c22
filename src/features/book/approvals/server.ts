/** Requests on the server: asking, reading, answering, withdrawing. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { FamilyContext, Services, UserContext } from '#server/http/context.ts';
import { type Handlers, preparedBy } from '#server/http/mount.ts';
import type { Bookings } from './bookings.ts';
import { type approvals, asTransfer, type RequestKind } from './contract.ts';
import {
  type Answering,
  alreadyAnswered,
  answerRequests,
  type Books,
  type By,
  prepareBooks,
  takeBackRequest,
} from './decisions.ts';
import { asRequest } from './record.ts';
import { checkVerdict, mayApprove, sessionKind, stateAt, type Verdict } from './rules.ts';
import * as store from './store.ts';

const NO_REQUEST = because('NO_REQUEST');
const YES: Verdict = { approved: true };

export function approvalHandlers(
  services: Services,
  bookings: Bookings,
): Handlers<typeof approvals> {
  const answering = { ...services, bookings };
  const prepare = preparing(answering);
  return {
    canApprove: async (_, { actor }) => ({ canApprove: mayApprove(actor.role) }),

    list: async (_, { tx, actor: { familyId, childId }, now }) => ({
      open: (await store.openRequests(tx, familyId, childId)).map(asRequest),
      answered: (await store.answeredRequests(tx, familyId, childId, now)).map(asRequest),
    }),

    decide: preparedBy(
      ({ id, approved }, by) => prepare(approved ? [id] : [], by),
      async ({ id, ...verdict }, context, books) =>
        asRequest(await answerOne(answering, context, id, { ...verdict, books })),
    ),

    approveAll: preparedBy(
      ({ ids }, by) => prepare(ids, by),
      ({ ids }, context, books) => approveAll(answering, context, ids, books),
    ),

    takeBack: async ({ id }, context) => {
      const request = await answerable(context, id);
      if (!(await takeBackRequest(answering, context.tx, id, byOf(context))))
        throw alreadyAnswered(request.decidedByName, request.state);
      return asRequest(await existing(context, id));
    },

    ask: async ({ childId, amount, reason }, context) => {
      const { tx, actor, now } = context;
      const request = await store.openRequest(services, tx, actor.familyId, {
        kind: 'withdrawal',
        childId,
        amountSats: amount,
        reason,
        enteredBy: actor.userId,
        sessionKind: sessionKind(actor),
        now,
      });
      return asRequest(request);
    },

    withdrawals: async (_, { tx, actor }) =>
      (await store.openRequests(tx, actor.familyId, actor.childId, 'withdrawal')).map(asRequest),

    decideWithdrawal: async ({ id, ...verdict }, context) =>
      asRequest(await answerOne(answering, context, id, verdict, 'withdrawal')),

    initiateTransfer: async ({ childId, amount, transactionId }, context) => {
      const transfer = await existing(context, transactionId, 'savings_transfer');
      if (transfer.childId !== childId) throw new Refusal('NOT_FOUND', NO_REQUEST, 'transactionId');
      if (transfer.amountSats !== amount)
        throw new Refusal('CONFLICT', because('OTHER_AMOUNT'), 'amount');
      return asTransfer(asRequest(transfer));
    },

    pendingTransfers: async (_, { tx, actor: { familyId, childId } }) =>
      (await store.openRequests(tx, familyId, childId, 'savings_transfer')).map((row) =>
        asTransfer(asRequest(row)),
      ),

    approveTransfer: async ({ transferId, ...verdict }, context) => {
      const row = await answerOne(answering, context, transferId, verdict, 'savings_transfer');
      return { success: true, transfer: asTransfer(asRequest(row)) };
    },
  };
}

const preparing =
  (answering: Answering & Pick<Services, 'db'>) =>
  (yes: readonly string[], { actor, now }: UserContext) =>
    prepareBooks(answering, actor.familyId, yes, now);

/** Skips requests that have ended in the meantime. */
async function approveAll(
  answering: Answering,
  { tx, ...context }: FamilyContext,
  ids: readonly string[],
  books: Books,
) {
  const open = await store.inTime(tx, context.actor.familyId, ids, context.now);
  return { approved: await answerRequests(answering, tx, open, YES, byOf(context), books) };
}

async function answerOne(
  answering: Answering,
  context: FamilyContext,
  id: string,
  { books, ...verdict }: Verdict & { books?: Books | undefined },
  kind?: RequestKind,
): Promise<store.RequestRow> {
  const request = await answerable(context, id, kind);
  checkVerdict(request.amountSats, verdict);
  const answered = await answerRequests(answering, context.tx, [id], verdict, byOf(context), books);
  if (answered.length === 0) throw alreadyAnswered(request.decidedByName, request.state);
  return existing(context, id);
}

const byOf = ({ actor: { familyId, userId, firstName }, now }: UserContext): By => ({
  familyId,
  userId,
  firstName,
  now,
});

/** @throws Refusal if it can't be answered, or its 30 days are over */
async function answerable(context: FamilyContext, id: string, kind?: RequestKind) {
  const request = await existing(context, id, kind);
  if (stateAt(request, context.now) === 'lapsed') throw alreadyAnswered(null, 'lapsed');
  return request;
}

/** To a child, other children's requests don't exist. */
async function existing(
  { tx, actor }: FamilyContext,
  id: string,
  kind?: RequestKind,
): Promise<store.RequestRow> {
  const row = await store.findRequest(tx, actor.familyId, id);
  const isTheirs = row && (actor.childId === null || row.childId === actor.childId);
  if (!isTheirs || (kind && row.kind !== kind)) throw new Refusal('NOT_FOUND', NO_REQUEST);
  return row;
}
