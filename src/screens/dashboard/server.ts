/** The first load of a dashboard: one call, one SQL statement. */

import type { FastifyInstance } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { CivilDate } from '#core/calendar.ts';
import { localDate } from '#core/time-zone.ts';
import { asAllocation } from '#features/allocations/record.ts';
import { asRequest } from '#features/approvals/record.ts';
import { mayApprove } from '#features/approvals/rules.ts';
import { asHandedOver, asUser } from '#features/auth/record.ts';
import { asChild } from '#features/children/record.ts';
import { asFamily, asGuest, asInvitation, asSpouse } from '#features/family/record.ts';
import { asGoal } from '#features/goals/record.ts';
import { asTransaction } from '#features/transactions/store.ts';
import type { Database } from '#server/db/database.ts';
import { needsTouch, readSession, type SessionHint, touch } from '#server/http/actor.ts';
import { answer } from '#server/http/answer.ts';
import { authorise, type Services, SIGN_IN_FIRST } from '#server/http/mount.ts';
import { type Dashboard, dashboard } from './contract.ts';
import { isTrue, type Memory, screenMemory } from './memory.ts';
import { askDashboard, askWhoAsks, type DashboardRow, readDashboard } from './store.ts';

/** Characters of replies: some two thousand usual screens, 30 MB. */
const ROOM = 8_000_000;

/** Mounted by itself: the statement that reads the screen also proves the session. */
export function mountDashboard(app: FastifyInstance, services: Services): void {
  const e = dashboard.get;
  const { db, admins, checksReplies } = services;
  const memory = screenMemory(services.readsAnew ? 0 : ROOM);
  app.get(e.path, async (request, reply) => {
    const now = services.clock();
    if (Object.keys(request.query as object).length > 0)
      throw new Refusal('VALIDATION_ERROR', because('NO_FIELDS'));
    const hint = readSession(services.cookies.read(request, 'session'));
    if (!hint) throw SIGN_IN_FIRST;
    const { row, known } = await read(db, memory, hint, now);
    authorise(e.access, { ...row, isAdmin: !row.handedOver && admins.has(row.email) });
    if (needsTouch(row.lastSeenAt, now)) await touch(db.app, row.sessionId, now);
    const today = localDate(now, row.timeZone);
    const write = (one: DashboardRow) => answer(e, asDashboard(one, admins, today), checksReplies);
    const text = known?.today === today ? known.text : write(row);
    if (known && checksReplies) await assertSame(row, text, await readAnew(db, hint, now), write);
    if (known?.text !== text) memory.keep(hint, { row, today, text }, now);
    reply.type('application/json; charset=utf-8');
    return text;
  });
}

/** What was read before, where the database says that it is so still. */
async function read(db: Database, memory: Memory, hint: SessionHint, now: Date) {
  const known = memory.find(hint, now);
  if (known) {
    const [asker] = await db.askFamily(hint.familyId, askWhoAsks(hint, now));
    if (asker && isTrue(known.row, asker, now))
      return { row: { ...known.row, lastSeenAt: asker.lastSeenAt }, known };
  }
  memory.forget(hint);
  const row = await readAnew(db, hint, now);
  if (!row) throw SIGN_IN_FIRST;
  return { row, known: undefined };
}

async function readAnew(db: Database, hint: SessionHint, now: Date) {
  const [found] = await db.askFamily(hint.familyId, askDashboard(hint, now));
  return found && readDashboard(found);
}

/**
 * Whether every writer gives the family its new revision: in the tests each remembered screen is
 * held against the book.
 */
async function assertSame(
  { revision }: DashboardRow,
  text: string,
  fresh: DashboardRow | undefined,
  write: (row: DashboardRow) => string,
): Promise<void> {
  if (fresh?.revision !== revision) return; // a change came between the two questions
  if (write(fresh) !== text)
    throw new Error(`The book is no longer as remembered: ${text} ${write(fresh)}`);
}

function asDashboard(row: DashboardRow, admins: ReadonlySet<string>, today: CivilDate): Dashboard {
  const adult = row.role !== 'child';
  return {
    user: userOf(row, admins),
    family: adult ? asFamily({ ...row, createdAt: row.familyCreatedAt, today }) : null,
    children: row.children.map((child) => asChild(child, today)),
    recent: row.recent.map(asTransaction),
    requests: {
      open: row.openRequests.map(asRequest),
      answered: row.answeredRequests.map(asRequest),
    },
    canApprove: mayApprove(row.role),
    unreadMessages: row.unreadMessages,
    spouse: adult ? spouseOf(row) : null,
    invitations: row.invitations.map(asInvitation),
    goals: row.goals.map((goal) => asGoal(goal, row.childId, today)),
    deletionAsked: adult && row.deletionAsked,
    allocations: withStatus(row, 'active'),
    pendingAllocations: withStatus(row, 'pending'),
  };
}

function userOf(row: DashboardRow, admins: ReadonlySet<string>) {
  const { childId, children } = row;
  if (!row.handedOver || !childId) return asUser(row, admins);
  return asHandedOver({ ...row, childId }, children[0]?.name ?? null);
}

function spouseOf({ spouse, invited, spouseShare }: DashboardRow) {
  if (spouse) return asSpouse(spouse, spouseShare);
  return invited && asGuest(invited);
}

const withStatus = ({ allocations }: DashboardRow, status: 'active' | 'pending') =>
  allocations.filter((one) => one.status === status).map((one) => asAllocation(one));
