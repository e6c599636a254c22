/** SQL for requests: created together with their hold, and read with everything displayed. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc, type Sats } from '#core/money.ts';
import { inARowSince, type Notice, notify } from '#features/notices/messages/store.ts';
import type { Eraser } from '#features/people/children/closing.ts';
import { findChild } from '#features/people/children/store.ts';
import { list } from '#server/db/columns.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import type { Services } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { accountsOf } from '#server/ledger/accounts.ts';
import { placeHold } from '#server/ledger/holds.ts';
import type { Facts, Payload, PayloadKind } from './bookings.ts';
import { ANSWERED_SHOWN, type RequestKind, type RequestState } from './contract.ts';
import { waitingMail } from './mails.ts';
import { requireRoomToAsk } from './room.ts';
import { answeredAfter, heldOn, lapsedBefore, type SessionKind, wordsKeptAfter } from './rules.ts';

/** Goal requests are read and displayed with their goals (features/pocket/goals/allocations). */
export type AnyKind = RequestKind | PayloadKind;

export type RequestRow = {
  requestId: string;
  kind: RequestKind;
  childId: string;
  childName: string;
  amountSats: Sats | null;
  reason: string;
  createdAt: Date;
  state: RequestState;
  sessionKind: SessionKind;
  enteredBy: string;
  enteredByName: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  approvedSats: Sats | null;
  denialReason: string | null;
  afterSats: Sats | null;
  payloadId: string | null;
  holdId: string | null;
  /** The family's wallet is paying it, so it can't be answered right now. */
  paying: boolean;
};

export const requestSelect = (sql: Sql) => sql`
  SELECT r.request_id, r.kind, r.child_id, c.name AS child_name, r.amount_sats, r.reason,
    r.created_at, r.state, r.session_kind, r.entered_by, e.first_name AS entered_by_name,
    d.first_name AS decided_by_name, r.decided_at, r.approved_sats, r.denial_reason,
    a.balance_sats - r.amount_sats AS after_sats, r.payload_id, r.hold_id,
    r.paying
  FROM request r
  JOIN child c ON c.family_id = r.family_id AND c.child_id = r.child_id AND c.removed_at IS NULL
    AND r.kind <> 'allocation'
  LEFT JOIN users e ON e.user_id = r.entered_by AND e.family_id = r.family_id
  LEFT JOIN users d ON d.user_id = r.decided_by AND d.family_id = r.family_id
  LEFT JOIN account a ON r.state = 'pending' AND a.family_id = r.family_id AND a.child_id = r.child_id
    AND a.kind = CASE r.kind WHEN 'withdrawal' THEN 'savings' WHEN 'savings_transfer' THEN 'spending' END`;

/** Pending requests, oldest first, of one child or the whole family. */
export const openRequests = (
  tx: Tx,
  familyId: string,
  childId: string | null,
  kind?: RequestKind,
) => tx<RequestRow[]>`
  ${requestSelect(tx)}
  WHERE r.family_id = ${familyId} AND r.state = 'pending'
    ${childId ? tx`AND r.child_id = ${childId}` : tx``} ${kind ? tx`AND r.kind = ${kind}` : tx``}
  ORDER BY r.created_at, r.request_id`;

/** Requests recently answered, withdrawn or lapsed, newest first. */
export const answeredRequests = (tx: Tx, familyId: string, childId: string | null, now: Date) => tx<
  RequestRow[]
>`
  ${requestSelect(tx)}
  WHERE r.family_id = ${familyId} AND r.state <> 'pending'
    AND r.decided_at > ${answeredAfter(now)}
    ${childId ? tx`AND r.child_id = ${childId}` : tx``}
  ORDER BY r.decided_at DESC, r.request_id DESC LIMIT ${ANSWERED_SHOWN}`;

export async function findRequest(
  tx: Tx,
  familyId: string,
  requestId: string,
): Promise<RequestRow | undefined> {
  const [row] = await tx<RequestRow[]>`
    ${requestSelect(tx)} WHERE r.family_id = ${familyId} AND r.request_id = ${requestId}`;
  return row;
}

/** The payloads of the open requests among these. */
export const openPayloads = (tx: Tx, familyId: string, ids: readonly string[]) => tx<
  (Payload & { kind: PayloadKind })[]
>`
  SELECT family_id, kind, payload_id FROM request
  WHERE family_id = ${familyId} AND request_id = ANY(${list(ids, (id) => id)}::uuid[])
    AND state = 'pending' AND payload_id IS NOT NULL`;

/** Those that are less than 30 days old. */
export async function inTime(tx: Tx, familyId: string, ids: readonly string[], now: Date) {
  const rows = await tx<{ requestId: string }[]>`
    SELECT request_id FROM request
    WHERE family_id = ${familyId} AND request_id = ANY(${list(ids, (id) => id)}::uuid[])
      AND created_at >= ${lapsedBefore(now)}`;
  return rows.map(({ requestId }) => requestId);
}

export type NewRequest = {
  childId: string;
  reason: string;
  enteredBy: string;
  sessionKind: SessionKind;
  now: Date;
} & (
  | { kind: Exclude<RequestKind, 'import'>; amountSats: Sats }
  /** The payload to book on approval. */
  | { kind: 'import'; payloadId: string }
  /** The request shares its payload's id. @param facts about it, for the message */
  | { kind: 'allocation'; payloadId: string; facts: Facts }
);

/**
 * Writes an open request, holds its money and notifies the adults; the caller has locked the
 * family.
 * @throws Refusal NOT_FOUND if the family has no such child; CONFLICT if the money is not available
 * or too many requests are open; RATE_LIMITED after too many requests in a day
 */
export async function openRequest(
  services: Pick<Services, 'jobs' | 'publicUrl'>,
  tx: Tx,
  familyId: string,
  ask: NewRequest & { kind: RequestKind },
): Promise<RequestRow> {
  const row = await findRequest(tx, familyId, await addRequest(services, tx, familyId, ask));
  if (!row) throw new Error('The request was not written');
  return row;
}

/** Like `openRequest`, for any kind. @returns its id */
export async function addRequest(
  { jobs, publicUrl }: Pick<Services, 'jobs' | 'publicUrl'>,
  tx: Tx,
  familyId: string,
  ask: NewRequest,
): Promise<string> {
  const accounts = await accountsOf(tx, familyId, ask.childId);
  if (!accounts || !(await findChild(tx, familyId, ask.childId, ask.now)))
    throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
  await requireRoomToAsk(tx, familyId, ask.childId, ask.now);
  const amountSats = 'amountSats' in ask ? ask.amountSats : null;
  const account = 'amountSats' in ask && heldOn(ask.kind);
  const holdId =
    account && amountSats !== null
      ? await placeHold(tx, familyId, {
          ...{ accountId: accounts[account], amountSats, reason: ask.kind, now: ask.now },
          short: shortOf(ask),
        })
      : null;
  const requestId = ask.kind === 'allocation' ? ask.payloadId : newId(ask.now.getTime());
  await tx`
    INSERT INTO request (family_id, request_id, child_id, kind, amount_sats, reason, entered_by,
      session_kind, hold_id, payload_id, created_at)
    VALUES (${familyId}, ${requestId}, ${ask.childId}, ${ask.kind}, ${amountSats}, ${ask.reason},
      ${ask.enteredBy}, ${ask.sessionKind}, ${holdId},
      ${'payloadId' in ask ? ask.payloadId : null}, ${ask.now})`;
  const notice: Notice = {
    familyId,
    to: 'adults',
    // On a handed-over tablet, the child asks in the parent's session.
    except: ask.sessionKind === 'handed_over' ? undefined : ask.enteredBy,
    kind: 'request_opened',
    childId: ask.childId,
    data: { ...requestFacts({ ...ask, requestId, amountSats }), ...('facts' in ask && ask.facts) },
    answered: await answeredSince(tx, familyId, inARowSince(ask.now)),
    mail: waitingMail(publicUrl),
  };
  await notify(jobs, tx, [notice], ask.now);
  return requestId;
}

/** The requests answered since then. */
async function answeredSince(tx: Tx, familyId: string, since: Date): Promise<string[]> {
  const rows = await tx<{ requestId: string }[]>`
    SELECT request_id FROM request
    WHERE family_id = ${familyId} AND state IN ('approved', 'denied') AND decided_at > ${since}`;
  return rows.map(({ requestId }) => requestId);
}

/** For a list of messages: the state of the request of the message `m`. */
export const stateInMessage = (sql: Sql) => sql`
  SELECT r.state FROM request r
  WHERE r.family_id = m.family_id AND r.request_id = (m.data->>'requestId')::uuid`;

/** Sets whether a payment for it is open; the caller has locked the family. */
export const setPaying = (tx: Tx, familyId: string, requestId: string, paying: boolean) => tx`
  UPDATE request SET paying = ${paying}
  WHERE family_id = ${familyId} AND request_id = ${requestId}`;

/** A request's facts for a message. */
export const requestFacts = (
  one: Pick<RequestRow, 'requestId' | 'amountSats' | 'reason'> & { kind: AnyKind },
): Facts => ({
  requestId: one.requestId,
  request: one.kind,
  ...(one.reason && { reason: one.reason }),
  ...(one.amountSats !== null && { amount: formatBtc(one.amountSats) }),
});

/** A child gets the message worded for its own book. */
const shortOf = ({ kind }: NewRequest) =>
  kind === 'withdrawal' ? because('NOT_ENOUGH_SAVED') : undefined;

/** Name of the person who requested an entry: the child, or the adult acting in its name. */
export async function askedBy(tx: Tx, familyId: string, entryId: string): Promise<string | null> {
  const [row] = await tx<{ name: string | null }[]>`
    SELECT CASE r.session_kind WHEN 'child_view' THEN u.first_name ELSE c.name END AS name
    FROM request r
    JOIN child c ON c.family_id = r.family_id AND c.child_id = r.child_id
    LEFT JOIN users u ON u.user_id = r.entered_by AND u.family_id = r.family_id
    WHERE r.family_id = ${familyId} AND r.request_id = ${entryId}`;
  return row?.name || null;
}

/**
 * A child's book can't close while requests are pending, except for goals, which end with the book.
 * Erases all texts.
 */
export const requestEraser: Eraser = {
  isWaiting: async ({ tx, familyId, childId }) => {
    const open = await tx`
      SELECT FROM request WHERE family_id = ${familyId} AND child_id = ${childId}
        AND state = 'pending' AND kind <> 'allocation' LIMIT 1`;
    return open.length > 0;
  },
  erase: async ({ tx, familyId, childId, now }) => {
    await tx`
      UPDATE request SET state = 'lapsed', decided_at = ${now}
      WHERE family_id = ${familyId} AND child_id = ${childId} AND state = 'pending'`;
    await tx`
      UPDATE request SET reason = '', denial_reason = NULL
      WHERE family_id = ${familyId} AND child_id = ${childId}`;
  },
};

/** Ends the pending requests with these payloads, which can no longer be answered. */
export const lapsePayloads = (tx: Tx, familyId: string, ids: readonly string[], now: Date) => tx`
  UPDATE request SET state = 'lapsed', decided_at = ${now}
  WHERE family_id = ${familyId} AND payload_id = ANY(${list(ids, (id) => id)}::uuid[])
    AND state = 'pending'`;

/** Erases the texts of requests answered long ago. */
export const eraseOldWords = (tx: Tx, now: Date) => tx`
  UPDATE request SET reason = '', denial_reason = NULL
  WHERE state <> 'pending' AND decided_at <= ${wordsKeptAfter(now)} AND reason <> ''`;
