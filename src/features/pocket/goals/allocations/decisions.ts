/** Gives, requests, answers and ends allocations. A child's request is answered like any other. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import {
  alreadyAnswered,
  answerRequests,
  type By,
  takeBackRequest,
} from '#features/book/approvals/decisions.ts';
import { lapsedBefore, type SessionKind, type Verdict } from '#features/book/approvals/rules.ts';
import { addRequest, requestFacts } from '#features/book/approvals/store.ts';
import { type Notice, notify } from '#features/notices/messages/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import { allocationBooking, assertRoom, factsOf, takesEffect } from './booking.ts';
import * as store from './store.ts';

type Tell = Pick<Services, 'jobs' | 'publicUrl'>;
type Context = Pick<FamilyContext, 'tx' | 'actor' | 'now'>;

const bookings = { allocation: allocationBooking };

/** @throws Refusal NOT_FOUND, or CONFLICT if it is already answered or can't take effect */
export async function decide(
  services: Tell,
  context: Context,
  allocationId: string,
  verdict: Verdict,
): Promise<store.AllocationRow> {
  const { tx, actor, now } = context;
  const { familyId } = actor;
  const row = await store.findAllocation(tx, familyId, allocationId, null);
  if (row.createdAt < lapsedBefore(now)) throw over(row);
  const books = new Map([[allocationId, takesEffect({ familyId, payloadId: allocationId })]]);
  const answering = { ...services, bookings };
  const answered = await answerRequests(
    answering,
    tx,
    [allocationId],
    verdict,
    byOf(context),
    books,
  );
  if (answered.length === 0) throw over(row);
  return store.findAllocation(tx, familyId, allocationId, null);
}

/** The refusal of a late answer. A parent's own allocation is approved from the start. */
const over = ({ decidedByName, requestState }: store.AllocationRow): Refusal =>
  alreadyAnswered(
    decidedByName,
    requestState === 'pending' ? 'lapsed' : (requestState ?? 'approved'),
  );

const byOf = ({ actor: { familyId, userId, firstName }, now }: Context): By => ({
  familyId,
  userId,
  firstName,
  now,
});

type Asked = Omit<store.NewAllocation, 'enteredBy' | 'now'> & {
  note: string;
  /** Null for a parent's allocation, which needs no approval. */
  sessionKind: SessionKind | null;
};

/** A child's allocation waits for approval; a parent's takes effect at once. Returns the row. */
export async function add(
  services: Tell,
  { tx, actor, now }: Context,
  { note, sessionKind, ...one }: Asked,
): Promise<store.AllocationRow> {
  const { familyId, userId } = actor;
  await assertRoom(tx, familyId, one);
  const id = await store.addAllocation(tx, familyId, { ...one, enteredBy: userId, now });
  const payload = { familyId, payloadId: id };
  if (sessionKind === null || one.childId === null) await takesEffect(payload)(tx, { userId, now });
  else
    await addRequest(services, tx, familyId, {
      kind: 'allocation',
      payloadId: id,
      facts: (await factsOf(tx, [payload])).get(id) ?? {},
      childId: one.childId,
      reason: note,
      enteredBy: userId,
      sessionKind,
      now,
    });
  return store.findAllocation(tx, familyId, id, null);
}

/** Withdraws an open request, or stops an active allocation (adults). Past amounts stay. */
export async function end(services: Tell, context: Context, allocationId: string): Promise<void> {
  const { tx, actor, now } = context;
  const { familyId, userId } = actor;
  const row = await store.findAllocation(tx, familyId, allocationId, actor.childId);
  if (row.status === 'active' && actor.role === 'child')
    throw new Refusal('CONFLICT', because('PARENT_MUST_STOP'));
  const isEnded =
    row.status === 'active'
      ? await store.stop(tx, familyId, allocationId, userId, now)
      : await takeBackRequest({ ...services, bookings }, tx, allocationId, byOf(context));
  if (!isEnded) throw over(row);
}

/** Before a goal is deleted, notifies each child whose request for it ends. */
export async function tellOfDeletedGoal(
  jobs: Services['jobs'],
  { tx, actor, now }: Context,
  goalId: string,
): Promise<void> {
  const { familyId, userId } = actor;
  const waiting = (await store.listAllocations(tx, familyId, 'asked', null)).filter(
    (one) => one.goalId === goalId,
  );
  const facts = await factsOf(
    tx,
    waiting.map(({ allocationId }) => ({ familyId, payloadId: allocationId })),
  );
  const notices = waiting.map(
    ({ allocationId: requestId, childId, note }): Notice => ({
      familyId,
      to: 'child',
      except: userId,
      kind: 'request_goal_deleted',
      childId: childId ?? undefined,
      data: {
        ...requestFacts({ requestId, kind: 'allocation', amountSats: null, reason: note ?? '' }),
        ...facts.get(requestId),
      },
    }),
  );
  await notify(jobs, tx, notices, now);
}
