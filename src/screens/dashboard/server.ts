/** The first load of a dashboard: one call, one SQL statement. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { CivilDate } from '#core/calendar.ts';
import { localDate } from '#core/time-zone.ts';
import { asRequest } from '#features/book/approvals/record.ts';
import { mayApprove } from '#features/book/approvals/rules.ts';
import { asTransaction } from '#features/book/transactions/store.ts';
import { asFamily, asGuest, asInvitation, asSpouse } from '#features/household/family/record.ts';
import { asHandedOver, asUser } from '#features/people/auth/record.ts';
import { asChild } from '#features/people/children/record.ts';
import { asAllocation } from '#features/pocket/goals/allocations/record.ts';
import { asGoal } from '#features/pocket/goals/record.ts';
import { isAdmin, needsTouch, readSession, SIGN_IN_FIRST, touch } from '#server/http/actor.ts';
import { answer } from '#server/http/answer.ts';
import { holdsReply, isUnchanged, notModified } from '#server/http/etag.ts';
import { authorise } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { type Dashboard, dashboard } from './contract.ts';
import { askDashboard, type DashboardRow, readDashboard } from './store.ts';

/** Mounted separately: the statement that reads the screen also checks the session. */
export function mountDashboard(app: FastifyInstance, services: Mounted): void {
  app.get(dashboard.get.path, (request, reply) =>
    services.lanes.run(request, reply, () => show(services, request, reply)),
  );
}

async function show(services: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const e = dashboard.get;
  const { db, admins, etags, lanes } = services;
  const now = services.clock();
  if (Object.keys(request.query as object).length > 0)
    throw new Refusal('VALIDATION_ERROR', because('NO_FIELDS'));
  const hint = readSession(services.cookies.read(request, 'session'));
  if (!hint) throw SIGN_IN_FIRST;
  if (holdsReply(request)) {
    const seen = await etags.look(db, hint, request, now);
    authorise(e.access, seen?.actor);
    if (seen?.etag && isUnchanged(request, seen.etag)) return notModified(reply, seen.etag);
  }
  const [found] = await db.askFamily(hint.familyId, askDashboard(hint, now));
  if (!found) throw SIGN_IN_FIRST;
  const row = readDashboard(found);
  authorise(e.access, { ...row, isAdmin: isAdmin(row, admins) });
  lanes.know(hint, row);
  if (needsTouch(row.lastSeenAt, now)) await touch(db.app, row.sessionId, now);
  const text = answer(e, asDashboard(row, admins, localDate(now, row.timeZone)));
  const etag = etags.of(row, request, now);
  if (etag) reply.header('etag', etag);
  reply.type('application/json; charset=utf-8');
  return text;
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
    goals: row.goals.map((goal) => asGoal(goal, row, today)),
    deletionAsked: adult && row.deletionAsked,
    allocations: withStatus(row, 'active'),
    pendingAllocations: withStatus(row, 'pending'),
    answeredAllocations: row.answeredAllocations.map((one) => asAllocation(one)),
  };
}

function userOf(row: DashboardRow, admins: ReadonlySet<string>) {
  const { childId, children } = row;
  const around = { child: childId ? (children[0] ?? null) : null, rate: row.rate };
  return row.handedOver && childId
    ? asHandedOver({ ...row, childId }, around)
    : asUser(row, admins, around);
}

function spouseOf({ spouse, invited, spouseShare }: DashboardRow) {
  if (spouse) return asSpouse(spouse, spouseShare);
  return invited && asGuest(invited);
}

const withStatus = ({ allocations }: DashboardRow, status: 'active' | 'pending') =>
  allocations.map((one) => asAllocation(one)).filter((one) => one.status === status);
