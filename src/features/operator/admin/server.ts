/** Figures for operators. Every read first stores this instance's counts. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { SIGN_IN_LIMITS } from '#features/people/auth/rules.ts';
import { backupState } from '#server/backup-runs.ts';
import { findActor, SIGN_IN_FIRST } from '#server/http/actor.ts';
import type { Services, UserContext } from '#server/http/context.ts';
import { authorise, type Handlers } from '#server/http/mount.ts';
import type { Monitor } from '#server/monitor/monitor.ts';
import { taskAges } from '#server/task-runs.ts';
import { startChecks } from './checks.ts';
import type { admin, Health, MonitoringStats, SecurityStats } from './contract.ts';
import { exposition } from './exposition.ts';
import { alertsOf, limitText, networkText, statusOf, summary } from './rules.ts';
import * as store from './store.ts';

/** Limits with a network as the key: over one of them, every caller from there is refused. */
const BLOCKING = {
  verify: SIGN_IN_LIMITS.wrongTries.points,
  'mail-n': SIGN_IN_LIMITS.network.points,
};

export function adminHandlers(services: Services, monitor: Monitor): Handlers<typeof admin> {
  const { db, cookies, admins } = services;
  const checks = startChecks(services);
  const actorOf = async (request: FastifyRequest, now: Date) => {
    const cookie = cookies.read(request, 'session');
    return cookie ? findActor(db.app, cookie, admins, now) : undefined;
  };
  return {
    metrics: async (_, { now }) => {
      await monitor.flush();
      return asMetrics(await store.metricsOf(db.owner, now));
    },

    health: async (_, { request, reply, now }) => {
      const database = await checks.database();
      if (database.status !== 'healthy' || monitor.isDiskFull()) {
        reply.code(503);
        return { status: 'unhealthy' };
      }
      if (!(await actorOf(request, now))?.isAdmin) return { status: 'healthy' };
      await monitor.flush();
      const replies = summary(await store.repliesOfLate(db.owner, now));
      const tasks = await taskAges(db.owner);
      const { provenAt } = await backupState(db.owner);
      const health = asHealth({ replies, services: await checks.services(), tasks });
      return { ...health, backupProvenAt: provenAt?.toISOString() ?? null };
    },

    monitoring: async (_, { now }) => {
      await monitor.flush();
      return monitoringStats(services, now);
    },

    security: async (_, { now }) => {
      await monitor.flush();
      return securityStats(services, now);
    },

    resetMonitoring: async (_, context) => {
      const reset = asReset(context);
      await monitor.flush();
      await store.resetMonitoring(db.owner, reset);
      return { success: true };
    },

    resetSecurity: async (_, context) => {
      const reset = asReset(context);
      await monitor.flush();
      await store.resetSecurity(db.owner, reset);
      return { success: true };
    },

    prometheus: async (_, { request, now }) => {
      if (!hasToken(request, services.metricsToken)) {
        const actor = await actorOf(request, now);
        if (!actor) throw SIGN_IN_FIRST;
        authorise('admin', actor);
      }
      await monitor.flush();
      const [figures, events, ages, backup] = await Promise.all([
        store.allFigures(db.owner),
        store.allIncidents(db.owner),
        taskAges(db.owner),
        backupState(db.owner),
      ]);
      const own = { ...ownProcess(), backupAgeMs: ageOf(backup.provenAt, now) };
      return exposition(figures, events, ages, own);
    },
  };
}

/** The counts are evidence: resetting them is logged, and listed among the events. */
function asReset({ actor, now, request }: UserContext): store.Reset {
  request.log.warn({ id: request.id, operator: actor.userId, call: request.url }, 'figures reset');
  return { by: actor.email, now };
}

const ageOf = (moment: Date | null, now: Date) => moment && now.getTime() - moment.getTime();

const ownProcess = () => ({
  uptimeMs: Math.round(process.uptime() * 1_000),
  heapUsed: process.memoryUsage().heapUsed,
});

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const sent = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || sent === undefined) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

function asMetrics(row: Awaited<ReturnType<typeof store.metricsOf>>) {
  const { users, families, children, newUsersByDay, recentUsers } = row;
  const { dailyActive, weeklyActive, monthlyActive } = row;
  const { logins, childrenCreated, goalsCreated, transactionsAdded } = row;
  return {
    totals: { users, families, children },
    activity: { dailyActive, weeklyActive, monthlyActive },
    growth: { newUsersByDay },
    last7days: { logins, childrenCreated, goalsCreated, transactionsAdded },
    recentUsers,
  };
}

function asHealth(now: Parameters<typeof statusOf>[0]): Health {
  const { heapUsed, heapTotal } = process.memoryUsage();
  return {
    status: statusOf(now),
    alerts: alertsOf(now),
    metrics: {
      uptime: Math.round(process.uptime() * 1_000),
      memory: { heapUsed, heapTotal },
      performance: {
        avgResponseTime: now.replies.averageMs,
        errorRate: now.replies.errorRate,
      },
      tasks: Object.fromEntries(now.tasks.map(({ name, seconds }) => [name, seconds])),
    },
    services: now.services,
  };
}

async function monitoringStats({ db }: Services, now: Date): Promise<MonitoringStats> {
  const [replies, incidents, recent] = await Promise.all([
    store.repliesOfWeek(db.owner, now),
    store.incidentsOfWeek(db.owner, now),
    store.recentErrors(db.owner),
  ]);
  const { total, averageMs, p95Ms, slow } = summary(replies);
  const errors = incidents.filter(({ kind }) => kind === 'error');
  const statements = incidents.find(({ kind }) => kind === 'slow_statement');
  return {
    performance: {
      totalRequests: total,
      averageResponseTime: averageMs,
      p95ResponseTime: p95Ms,
      slowRequestCount: slow,
    },
    slowQueries: {
      totalSlowQueries: statements?.count ?? 0,
      averageDuration: statements ? Math.round(statements.totalUs / statements.count / 1_000) : 0,
    },
    errors: {
      totalErrors: sum(errors),
      errorsByType: Object.fromEntries(errors.map(({ detail, count }) => [detail, count])),
      recentErrors: recent.map(({ errorId, method, path, error, happenedAt }) => ({
        id: errorId,
        method,
        path,
        error,
        timestamp: happenedAt.toISOString(),
      })),
    },
  };
}

const sum = (rows: readonly { count: number }[]) =>
  rows.reduce((total, { count }) => total + count, 0);

async function securityStats({ db }: Services, now: Date): Promise<SecurityStats> {
  const [incidents, suspicious, events, blocked] = await Promise.all([
    store.incidentsOfWeek(db.owner, now),
    store.suspiciousNetworks(db.owner, now),
    store.criticalEvents(db.owner, now),
    store.blockedNetworks(db.owner, BLOCKING),
  ]);
  const counted = (...kinds: string[]) => sum(incidents.filter(({ kind }) => kinds.includes(kind)));
  return {
    metrics: {
      failedLogins: counted('failed_sign_in'),
      rateLimitHits: counted('limited'),
      unauthorizedAttempts: counted('unauthorized', 'operator_refused'),
      blockedIPs: blocked.map(networkText),
    },
    topSuspiciousIPs: suspicious.map(({ subject, count }) => ({ ip: networkText(subject), count })),
    recentCriticalEvents: events.map(asEvent),
  };
}

const EVENT = {
  limited: 'limit_reached',
  operator_refused: 'operator_call_refused',
  reset: 'reset',
} as const;

function asEvent({ kind, detail, subject, count, lastAt }: store.EventRow) {
  const description = {
    limited: limitText(detail, subject),
    operator_refused: `${networkText(subject)} was refused a call for operators`,
    reset: `${subject} reset the ${detail} data`,
  }[kind];
  return {
    type: EVENT[kind],
    description,
    timestamp: lastAt.toISOString(),
    subject: networkText(subject),
    count,
  };
}
