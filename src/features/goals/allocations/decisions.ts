/** Answers to allocation requests, and their effect. Both specified addresses lead here. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { WHOLE_TENTHS } from '#core/tenths.ts';
import { answeredMail, lapsedMail, waitingMail } from '#features/approvals/mails.ts';
import { lapsedBefore } from '#features/approvals/rules.ts';
import { type Notice, notify } from '#features/messages/store.ts';
import { type Pool, retried, type Tx, transaction } from '#server/db/database.ts';
import { markChanged } from '#server/db/revision.ts';
import type { FamilyContext, Services } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import type { Queue } from '#server/jobs.ts';
import { accountsOf } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import { assertNeeds } from '../permits.ts';
import { intoGoal, roomOf, toGoal } from '../rules.ts';
import { findGoal, goalAccount } from '../store.ts';
import { partOf, takingText } from './rules.ts';
import * as store from './store.ts';

type Tell = Pick<Services, 'jobs' | 'publicUrl'>;
type Context = Pick<FamilyContext, 'tx' | 'actor' | 'now'>;

/**
 * Approves or denies once: only a pending request changes, so a second answer is refused.
 * @throws Refusal NOT_FOUND, or CONFLICT when it is already answered or cannot take effect.
 */
export async function decide(
  { jobs, publicUrl }: Tell,
  context: Context,
  allocationId: string,
  verdict: { approved: boolean; denialReason?: string | undefined },
): Promise<store.AllocationRow> {
  const { tx, actor, now } = context;
  const { familyId, userId: by, firstName } = actor;
  const before = await store.findAllocation(tx, familyId, allocationId, null);
  const denialReason = verdict.approved ? undefined : verdict.denialReason;
  const change = {
    from: ['pending'] as const,
    to: verdict.approved ? ('active' as const) : ('denied' as const),
    by,
    denialReason,
    madeAfter: lapsedBefore(now),
  };
  if (!(await store.changeStatus(tx, familyId, allocationId, change, now)))
    throw alreadyAnswered(before);
  if (verdict.approved) await takeEffect(context, before);
  const notice: Notice = {
    familyId,
    to: 'child',
    except: by,
    kind: verdict.approved ? 'request_approved' : 'request_denied',
    childId: before.childId ?? undefined,
    data: {
      ...facts(before),
      ...(firstName && { by: firstName }),
      ...(denialReason && { answer: denialReason }),
    },
    mail: answeredMail(publicUrl),
  };
  await notify(jobs, tx, [notice], now);
  return store.findAllocation(tx, familyId, allocationId, null);
}

/** The refusal of the second answer. */
function alreadyAnswered({ status, decidedByName }: store.AllocationRow): Refusal {
  const who = decidedByName ?? 'Somebody';
  if (status === 'active')
    return new Refusal('CONFLICT', because('SAID_YES_ALREADY', { name: who }));
  if (status === 'denied')
    return new Refusal('CONFLICT', because('SAID_NO_ALREADY', { name: who }));
  return new Refusal('CONFLICT', because('ENDED_UNANSWERED'));
}

/** A child's request is pending; a parent's allocation takes effect at once. Returns the row. */
export async function add(
  { jobs, publicUrl }: Tell,
  context: Context,
  one: Omit<store.NewAllocation, 'enteredBy' | 'now'>,
): Promise<store.AllocationRow> {
  const { tx, actor, now } = context;
  const { familyId, userId } = actor;
  await assertRoom(tx, familyId, one);
  const id = await store.addAllocation(tx, familyId, { ...one, enteredBy: userId, now });
  const row = await store.findAllocation(tx, familyId, id, null);
  if (one.sessionKind === 'adult') {
    const change = { from: ['pending'] as const, to: 'active' as const, by: userId };
    await store.changeStatus(tx, familyId, id, change, now);
    await takeEffect(context, row);
    return store.findAllocation(tx, familyId, id, null);
  }
  const notice: Notice = {
    familyId,
    to: 'adults',
    // On a tablet that was handed over, the child asks in the parent's session.
    except: one.sessionKind === 'handed_over' ? undefined : userId,
    kind: 'request_opened',
    childId: one.childId ?? undefined,
    data: facts(row),
    mail: waitingMail(publicUrl),
  };
  await notify(jobs, tx, [notice], now);
  return row;
}

/** The facts of a request in a message. */
const facts = (row: store.AllocationRow): Record<string, string> => ({
  requestId: row.allocationId,
  request: 'allocation',
  goalId: row.goalId,
  goal: row.goalTitle,
  percentage: String(row.tenths / 10),
  ...(row.note && { reason: row.note }),
});

/** @throws Refusal CONFLICT where the percentages of new allowances would pass 100. */
async function assertRoom(
  tx: Tx,
  familyId: string,
  { childId, tenths, applyTo }: Pick<store.NewAllocation, 'childId' | 'tenths' | 'applyTo'>,
  exceptId: string | null = null,
): Promise<void> {
  if (applyTo !== 'new_contributions') return;
  const taking = await store.listTaking(tx, familyId, childId, exceptId);
  const taken = taking.reduce((sum, one) => sum + one.tenths, 0);
  if (taken + tenths > WHOLE_TENTHS)
    throw new Refusal(
      'CONFLICT',
      because('OVER_ALLOCATED', {
        taken: taken / 10,
        left: (WHOLE_TENTHS - taken) / 10,
        goals: takingText(taking),
      }),
      'percentage',
    );
}

/** From now on, or once: then the share of available savings moves, as far as it fits. */
async function takeEffect(context: Context, row: store.AllocationRow): Promise<void> {
  const { tx, actor, now } = context;
  const { familyId, userId: madeBy } = actor;
  const goal = await findGoal(tx, familyId, row.goalId, null);
  assertNeeds(goal);
  const accountId = await goalAccount(tx, familyId, row.goalId, row.childId, now);
  if (row.applyTo === 'new_contributions') {
    // It is active already.
    await assertRoom(tx, familyId, row, row.allocationId);
    await store.endFull(tx, familyId, row.childId, now);
    return;
  }
  if (row.childId === null || row.availableSats === null)
    throw new Refusal('CONFLICT', because('USE_CONTRIBUTE'), 'childId');
  const wanted = partOf(row.availableSats, row.tenths);
  const room = roomOf(goal);
  const sats = wanted < room ? wanted : room;
  if (sats === 0n) throw new Refusal('CONFLICT', because('NO_SAVINGS_TO_MOVE'));
  const accounts = await accountsOf(tx, familyId, row.childId);
  if (!accounts) throw new Error(`The child ${row.childId} has no accounts`);
  const entryId = newId(now.getTime());
  if (!(await store.markDone(tx, familyId, row.allocationId, entryId, sats)))
    throw new Refusal('CONFLICT', because('MOVED_ALREADY'));
  const entry = {
    entryId,
    familyId,
    type: 'savings_withdrawal',
    childId: row.childId,
    amountSats: -sats,
    occurredAt: now,
    madeBy,
    text: entryText(toGoal(goal.title)),
    postings: intoGoal(accounts.savings, { accountId, goalId: row.goalId }, sats),
  };
  await post(tx, [entry], now);
}

/** Withdraws an open request, or stops an active allocation (adults). Past amounts stay. */
export async function end(
  { jobs }: Tell,
  { tx, actor, now }: Context,
  allocationId: string,
): Promise<void> {
  const { familyId, userId: by } = actor;
  const row = await store.findAllocation(tx, familyId, allocationId, actor.childId);
  if (row.status === 'active' && actor.role === 'child')
    throw new Refusal('CONFLICT', because('PARENT_MUST_STOP'));
  const to = row.status === 'active' ? 'stopped' : 'withdrawn';
  const change = { from: ['pending', 'active'] as const, to, by } as const;
  if (!(await store.changeStatus(tx, familyId, allocationId, change, now)))
    throw alreadyAnswered(row);
  if (row.status === 'active') return;
  const notice = {
    familyId,
    childId: row.childId ?? undefined,
    except: by,
    kind: 'request_withdrawn',
    data: facts(row),
  } as const;
  await notify(
    jobs,
    tx,
    [
      { ...notice, to: 'adults' },
      { ...notice, to: 'child' },
    ],
    now,
  );
}

/** Before a goal is deleted: tells each child whose request for it ends. */
export async function tellOfDeletedGoal(
  jobs: Queue,
  { tx, actor, now }: Context,
  goalId: string,
): Promise<void> {
  const { familyId, userId } = actor;
  const waiting = await store.listAllocations(tx, familyId, 'pending', null);
  const notices = waiting
    .filter((one) => one.goalId === goalId && one.childId !== null)
    .map(
      (one): Notice => ({
        familyId,
        to: 'child',
        except: userId,
        kind: 'request_goal_deleted',
        childId: one.childId ?? undefined,
        data: facts(one),
      }),
    );
  await notify(jobs, tx, notices, now);
}

/** The worker: what had no answer for 30 days ends, and both sides are told. */
export async function lapseAllocations(
  owner: Pool,
  jobs: Queue,
  publicUrl: string,
  now: Date,
  onChange: (familyIds: readonly string[]) => void = () => undefined,
): Promise<number> {
  const families = await retried(() =>
    transaction(owner, 'BEGIN', async (tx) => {
      const lapsed = await store.lapse(tx, lapsedBefore(now), now);
      await markChanged(
        tx,
        lapsed.map(({ familyId }) => familyId),
      );
      const notices = lapsed.flatMap(({ familyId, childId, allocationId }) => {
        const notice = {
          familyId,
          childId: childId ?? undefined,
          kind: 'request_lapsed',
          data: { requestId: allocationId, request: 'allocation' },
          mail: lapsedMail(publicUrl),
        } as const;
        return [{ ...notice, to: 'adults' } as const, { ...notice, to: 'child' } as const];
      });
      await notify(jobs, tx, notices, now);
      return lapsed.map(({ familyId }) => familyId);
    }),
  );
  onChange([...new Set(families)]);
  return families.length;
}
