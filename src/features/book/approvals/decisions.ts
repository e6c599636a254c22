/** Answers to requests: each is decided once, moves or releases its money, and notifies people. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Entry } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import { type Notice, notify } from '#features/notices/messages/store.ts';
import { list } from '#server/db/columns.ts';
import { retried, transaction } from '#server/db/database.ts';
import { markChanged } from '#server/db/revision.ts';
import type { Pool, Tx } from '#server/db/sql.ts';
import type { Services } from '#server/http/context.ts';
import { endHolds } from '#server/ledger/holds.ts';
import { post } from '#server/ledger/post.ts';
import { entryText } from '#server/ledger/text.ts';
import type { Queue } from '#server/queue.ts';
import type { Book, Bookings, Facts, Payload, PayloadKind } from './bookings.ts';
import type { RequestState } from './contract.ts';
import { answeredMail, lapsedMail } from './mails.ts';
import { type Act, after, bookedAs, lapsedBefore, type Verdict } from './rules.ts';
import { type AnyKind, openPayloads, requestFacts } from './store.ts';

/** Services for answering: the job queue for notices, and the payload bookings. */
export type Answering = Pick<Services, 'jobs' | 'publicUrl'> & { readonly bookings: Bookings };

/** For requests with known payloads, if any. */
type AnsweringSome = Pick<Services, 'publicUrl'> & {
  readonly jobs: Queue;
  readonly bookings?: Partial<Bookings>;
};

/** The person answering, and the family, which the caller has locked. */
export type By = { familyId: string; userId: string; firstName: string | null; now: Date };

type Closed = {
  familyId: string;
  requestId: string;
  childId: string;
  kind: AnyKind;
  amountSats: Sats | null;
  reason: string;
  holdId: string | null;
  payloadId: string | null;
  outside: string;
  savings: string;
  spending: string;
};

type Change = {
  act: Act;
  by: string | null;
  amount?: Sats | undefined;
  reason?: string | undefined;
};

/**
 * Compare and set: only pending requests change, so the second of two answers changes nothing, and
 * requests with an open payment are left alone.
 * @returns the changed requests
 */
async function close(
  tx: Tx,
  bookings: Partial<Bookings> | undefined,
  which:
    | { families: readonly string[]; ids: readonly string[] }
    | { families: readonly string[]; madeBefore: Date },
  { act, by, amount, reason }: Change,
  now: Date,
): Promise<Closed[]> {
  const state = after('pending', act) as RequestState;
  const approved = state === 'approved';
  const closed = await tx<Closed[]>`
    WITH closed AS (
      UPDATE request SET state = ${state}, decided_by = ${by}, decided_at = ${now},
        approved_sats = CASE WHEN ${approved} THEN coalesce(${amount ?? null}::bigint, amount_sats)
          END,
        denial_reason = ${state === 'denied' ? (reason ?? null) : null},
        entry_id = CASE WHEN ${approved} AND payload_id IS NULL THEN request_id END
      WHERE family_id = ANY(${list(which.families, (id) => id)}::uuid[]) AND state = 'pending'
        AND NOT paying AND ${'ids' in which ? tx`request_id = ANY(${list(which.ids, (id) => id)}::uuid[])` : tx`created_at < ${which.madeBefore}`}
      RETURNING family_id, request_id, child_id, kind,
        coalesce(approved_sats, amount_sats) AS amount_sats, reason, hold_id, payload_id
    )
    SELECT r.*, o.account_id AS outside, s.account_id AS savings, l.account_id AS spending
    FROM closed r
    JOIN account o ON o.family_id = r.family_id AND o.kind = 'outside'
    JOIN account s ON s.family_id = r.family_id AND s.child_id = r.child_id AND s.kind = 'savings'
    JOIN account l ON l.family_id = r.family_id AND l.child_id = r.child_id AND l.kind = 'spending'
    ORDER BY r.family_id, r.request_id`;
  const holds = closed.flatMap(({ familyId, requestId, holdId }) =>
    holdId === null ? [] : [{ familyId, holdId, entryId: approved ? requestId : null }],
  );
  await endHolds(tx, holds, now);
  if (!approved)
    for (const [kind, booking] of Object.entries(bookings ?? {}))
      await booking.forget(
        tx,
        payloadsOf(closed).filter((one) => one.kind === kind),
      );
  return closed;
}

const payloadsOf = (closed: readonly Closed[]): (Payload & { kind: PayloadKind })[] =>
  closed.flatMap(({ familyId, kind, payloadId }) =>
    isPayload(kind) && payloadId !== null ? [{ familyId, kind, payloadId }] : [],
  );

const isPayload = (kind: AnyKind): kind is PayloadKind =>
  kind === 'import' || kind === 'allocation';

/** The facts for a message about each of these requests. */
async function factsOf(
  tx: Tx,
  bookings: Partial<Bookings> = {},
  closed: readonly Closed[],
): Promise<(one: Closed) => Facts> {
  const ofPayloads = new Map<string, Facts>();
  for (const [kind, payloads] of Map.groupBy(payloadsOf(closed), (one) => one.kind))
    for (const [id, facts] of (await bookings[kind]?.facts?.(tx, payloads)) ?? [])
      ofPayloads.set(id, facts);
  return (one) => ({ ...requestFacts(one), ...ofPayloads.get(one.payloadId ?? '') });
}

/** Booking functions, by payload id. */
export type Books = ReadonlyMap<string, Book>;

/** The slow part of approving these requests, before the transaction that answers them. */
export async function prepareBooks(
  { db, bookings }: Answering & Pick<Services, 'db'>,
  familyId: string,
  ids: readonly string[],
  now: Date,
): Promise<Books> {
  const open = await db.readFamily(familyId, (tx) => openPayloads(tx, familyId, ids));
  const books = new Map<string, Book>();
  for (const one of open) books.set(one.payloadId, await bookings[one.kind].prepare(db, one, now));
  return books;
}

/**
 * Approves or denies requests that the caller has checked.
 * @returns the ids of those that were still open
 */
export async function answerRequests(
  { jobs, publicUrl, bookings }: AnsweringSome,
  tx: Tx,
  ids: readonly string[],
  { approved, reason, amount }: Verdict,
  by: By,
  books: Books = new Map(),
): Promise<string[]> {
  const change: Change = { act: approved ? 'approve' : 'deny', by: by.userId, amount, reason };
  const closed = await close(tx, bookings, { families: [by.familyId], ids }, change, by.now);
  if (approved) {
    const single = closed.filter(({ kind }) => !isPayload(kind));
    await post(
      tx,
      single.map((one) => asEntry(one, by)),
      by.now,
    );
    // In sequence: each booking sees the money that the previous one brought.
    for (const { payloadId } of payloadsOf(closed)) {
      const book = books.get(payloadId);
      if (!book) throw new Refusal('TRY_AGAIN', because('BUSY'));
      await book(tx, by);
    }
  }
  const facts = await factsOf(tx, bookings, closed);
  const notices = closed.map(
    (one): Notice => ({
      ...aboutOne(one),
      to: 'child',
      except: by.userId,
      kind: approved ? 'request_approved' : 'request_denied',
      data: { ...facts(one), ...named('by', by.firstName), ...named('answer', reason) },
      mail: answeredMail(publicUrl),
    }),
  );
  await notify(jobs, tx, notices, by.now);
  return closed.map(({ requestId }) => requestId);
}

/** The entry gets its request's id, so the id that the child received stays valid. */
function asEntry(one: Closed, { userId, now }: By): Entry {
  if (isPayload(one.kind) || one.amountSats === null)
    throw new RangeError(`The request ${one.requestId} books no single amount`);
  return {
    entryId: one.requestId,
    familyId: one.familyId,
    childId: one.childId,
    occurredAt: now,
    madeBy: userId,
    text: entryText(one.reason),
    ...bookedAs(one.kind, one.amountSats, one),
  };
}

/** @returns true if it was still open */
export async function takeBackRequest(
  { jobs, bookings }: Pick<AnsweringSome, 'jobs' | 'bookings'>,
  tx: Tx,
  requestId: string,
  by: By,
): Promise<boolean> {
  const which = { families: [by.familyId], ids: [requestId] };
  const [one] = await close(tx, bookings, which, { act: 'withdraw', by: by.userId }, by.now);
  if (!one) return false;
  const facts = await factsOf(tx, bookings, [one]);
  const notice = {
    ...aboutOne(one),
    except: by.userId,
    kind: 'request_withdrawn',
    data: facts(one),
  } as const;
  await notify(
    jobs,
    tx,
    [
      { ...notice, to: 'adults' },
      { ...notice, to: 'child' },
    ],
    by.now,
  );
  return true;
}

const FAMILIES_PER_BATCH = 500;

/** The worker needs only the queue. */
type LapseBy = Omit<Answering, 'jobs'> & { readonly jobs: Queue };

/**
 * The worker: lapses requests without an answer for 30 days, releases their holds, and notifies
 * both sides. It works in batches of families whose rows are locked in the order of their ids; any
 * number of instances may run it.
 */
export async function lapseRequests(
  owner: Pool,
  { jobs, publicUrl, bookings }: LapseBy,
  now: Date,
  onChange: (familyIds: readonly string[]) => void = () => undefined,
): Promise<number> {
  const madeBefore = lapsedBefore(now);
  for (let lapsed = 0; ; ) {
    const waiting = await owner<{ familyId: string }[]>`
      SELECT DISTINCT family_id FROM request
      WHERE state = 'pending' AND NOT paying AND created_at < ${madeBefore}
      ORDER BY family_id LIMIT ${FAMILIES_PER_BATCH}`;
    if (waiting.length === 0) return lapsed;
    const families = waiting.map(({ familyId }) => familyId);
    lapsed += await retried(() =>
      transaction(owner, 'BEGIN', async (tx) => {
        await tx`
          SELECT FROM family WHERE family_id = ANY(${list(families, (id) => id)}::uuid[])
          ORDER BY family_id FOR UPDATE`;
        await markChanged(tx, families);
        const closed = await close(
          tx,
          bookings,
          { families, madeBefore },
          { act: 'lapse', by: null },
          now,
        );
        const facts = await factsOf(tx, bookings, closed);
        const notices = closed.flatMap((one) => {
          const notice = {
            ...aboutOne(one),
            kind: 'request_lapsed',
            data: facts(one),
            mail: lapsedMail(publicUrl),
          } as const;
          return [{ ...notice, to: 'adults' } as const, { ...notice, to: 'child' } as const];
        });
        await notify(jobs, tx, notices, now);
        return closed.length;
      }),
    );
    onChange(families);
  }
}

const aboutOne = ({ familyId, childId }: Closed) => ({ familyId, childId });

const named = (key: string, value: string | null | undefined): Record<string, string> =>
  value ? { [key]: value } : {};

/** Refuses the second of two answers. */
export function alreadyAnswered(by: string | null, state: RequestState): Refusal {
  const who = by ?? 'Somebody';
  const what: Record<RequestState, Sentence> = {
    pending: because('PAYMENT_CHECKING'),
    approved: because('SAID_YES_ALREADY', { name: who }),
    denied: because('SAID_NO_ALREADY', { name: who }),
    withdrawn: because('TAKEN_BACK_BY', { name: who }),
    lapsed: because('ENDED_UNANSWERED'),
  };
  return new Refusal('CONFLICT', what[state]);
}
