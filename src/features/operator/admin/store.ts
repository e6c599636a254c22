/**
 * Queries for operators, across all families: one statement per part of a page. The role that
 * serves families can't read these tables.
 */
import { DAY } from '#core/time.ts';
import type { Recipient } from '#server/adapters/mail/mail.ts';
import { transaction } from '#server/db/database.ts';
import type { Pool, Sql, Tx } from '#server/db/sql.ts';
import { oldestSlot, recentSlot, writeDown } from '#server/monitor/store.ts';
import type { IncidentKind } from '#server/monitor/tally.ts';
import {
  type AdminMetrics,
  GROWTH_DAYS,
  RECENT_ERRORS,
  RECENT_EVENTS,
  RECENT_USERS,
  TOP_NETWORKS,
} from './contract.ts';
import { type Replies, SUSPICIOUS_FROM } from './rules.ts';

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

type Metrics = {
  users: number;
  families: number;
  children: number;
  dailyActive: number;
  weeklyActive: number;
  monthlyActive: number;
  logins: number;
  childrenCreated: number;
  goalsCreated: number;
  transactionsAdded: number;
  newUsersByDay: AdminMetrics['growth']['newUsersByDay'];
  recentUsers: AdminMetrics['recentUsers'];
};

export async function metricsOf(owner: Pool, now: Date): Promise<Metrics> {
  const week = daysAgo(now, 7);
  const today = now.toISOString().slice(0, 10);
  const [row] = await owner<Metrics[]>`
    SELECT
      (SELECT count(*)::integer FROM users) AS users,
      (SELECT count(*)::integer FROM family f WHERE EXISTS (SELECT FROM users u
        WHERE u.family_id = f.family_id AND u.role <> 'child')) AS families,
      (SELECT count(*)::integer FROM child WHERE removed_at IS NULL) AS children,
      a.*,
      (SELECT coalesce(sum(count), 0)::integer FROM incident
        WHERE kind = 'sign_in' AND slot > ${week}) AS logins,
      (SELECT count(*)::integer FROM child WHERE created_at > ${week}) AS children_created,
      (SELECT count(*)::integer FROM goal WHERE created_at > ${week}) AS goals_created,
      (SELECT count(*)::integer FROM entry WHERE recorded_at > ${week}) AS transactions_added,
      (SELECT jsonb_agg(jsonb_build_object('date', d.day, 'count', d.count) ORDER BY d.day) FROM (
        SELECT to_char(day, 'YYYY-MM-DD') AS day, count(u.user_id)::integer AS count
        FROM generate_series(${today}::date - ${GROWTH_DAYS - 1}::integer, ${today}::date, '1 day') AS day
        LEFT JOIN users u ON u.created_at >= day AND u.created_at < day + interval '1 day'
        GROUP BY day) d) AS new_users_by_day,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.user_id, 'email', r.email,
          'createdAt', ${isoText(owner, 'r.created_at')},
          'lastActiveAt', ${isoText(owner, 'r.last_active_at')})
          ORDER BY r.created_at DESC, r.user_id DESC), '[]') FROM (
        SELECT * FROM users ORDER BY created_at DESC, user_id DESC LIMIT ${RECENT_USERS}
      ) r) AS recent_users
    FROM (SELECT
        count(*) FILTER (WHERE last_active_at > ${daysAgo(now, 1)})::integer AS daily_active,
        count(*) FILTER (WHERE last_active_at > ${week})::integer AS weekly_active,
        count(*) FILTER (WHERE last_active_at > ${daysAgo(now, 30)})::integer AS monthly_active
      FROM users) a`;
  return row as Metrics;
}

/** The connection's time zone is UTC (database.ts). */
const isoText = (owner: Pool, column: 'r.created_at' | 'r.last_active_at') =>
  owner.unsafe(`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const replies = (owner: Pool, since: Date) => owner<Replies[]>`
  SELECT latency_class, sum(count)::float8 AS count, sum(total_us)::float8 AS total_us,
    (sum(count) FILTER (WHERE status = 5))::float8 AS failed
  FROM request_figure WHERE slot >= ${since} GROUP BY latency_class`;

export const repliesOfLate = (owner: Pool, now: Date) => replies(owner, recentSlot(now));
export const repliesOfWeek = (owner: Pool, now: Date) => replies(owner, oldestSlot(now));

export type Counted = {
  kind: IncidentKind;
  detail: string;
  count: number;
  totalUs: number;
};

export const incidentsOfWeek = (owner: Pool, now: Date) => owner<Counted[]>`
  SELECT kind, detail, sum(count)::float8 AS count, sum(total_us)::float8 AS total_us
  FROM incident WHERE slot >= ${oldestSlot(now)} GROUP BY kind, detail ORDER BY 3 DESC, 2`;

export type ErrorRow = {
  errorId: string;
  method: string;
  path: string;
  error: string;
  happenedAt: Date;
};

export const recentErrors = (owner: Pool) => owner<ErrorRow[]>`
  SELECT error_id, method, path, error, happened_at FROM error_note
  ORDER BY happened_at DESC, error_id LIMIT ${RECENT_ERRORS}`;

/** Incidents caused by strangers; a slow statement isn't one. */
const SUSPICIOUS: IncidentKind[] = [
  'failed_sign_in',
  'unauthorized',
  'operator_refused',
  'limited',
];

export const suspiciousNetworks = (owner: Pool, now: Date) => owner<
  { subject: string; count: number }[]
>`
  SELECT subject, sum(count)::float8 AS count FROM incident
  WHERE slot >= ${oldestSlot(now)} AND kind = ANY (${SUSPICIOUS}) AND subject <> ''
  GROUP BY subject HAVING sum(count) >= ${SUSPICIOUS_FROM}
  ORDER BY 2 DESC, 1 LIMIT ${TOP_NETWORKS}`;

export type EventRow = {
  kind: 'limited' | 'operator_refused' | 'reset';
  detail: string;
  subject: string;
  count: number;
  lastAt: Date;
};

export const criticalEvents = (owner: Pool, now: Date) => owner<EventRow[]>`
  SELECT kind, detail, subject, count::float8 AS count, last_at FROM incident
  WHERE slot >= ${oldestSlot(now)} AND kind IN ('limited', 'operator_refused', 'reset')
  ORDER BY last_at DESC, kind, detail, subject LIMIT ${RECENT_EVENTS}`;

/** Networks over one of these limits; the limiter stores `name:network` and its end in ms. */
export async function blockedNetworks(
  owner: Pool,
  ceilings: Readonly<Record<string, number>>,
): Promise<string[]> {
  const rows = await owner<{ network: string }[]>`
    SELECT DISTINCT substr(r.key, length(c.name) + 2) AS network
    FROM rate_limit r JOIN unnest(
      ${Object.keys(ceilings)}::text[], ${Object.values(ceilings)}::integer[]
    ) AS c (name, points) ON starts_with(r.key, c.name || ':') AND r.points > c.points
    WHERE r.expire > extract(epoch FROM now()) * 1000 ORDER BY 1`;
  return rows.map(({ network }) => network);
}

/** The operators: those listed in the environment, otherwise the person who claimed the server. */
export async function operators(sql: Sql, admins: ReadonlySet<string>): Promise<Operator[]> {
  const rows = await sql<(Recipient & { userId: string; familyId: string })[]>`
    SELECT email, language, user_id, family_id FROM users
    WHERE email = ANY (${[...admins]}::text[]) OR (${admins.size === 0} AND is_operator)
    ORDER BY email`;
  const missing = [...admins].filter((email) => !rows.some((row) => row.email === email));
  return [
    ...rows.map(({ userId, familyId, ...one }) => ({ ...one, person: { userId, familyId } })),
    ...missing.map((email) => ({ email, language: null, person: undefined })),
  ];
}

/** `person` is set once they have signed in here. */
type Operator = Recipient & { person: { userId: string; familyId: string } | undefined };

/**
 * A kind of service used for families: their number, how many failed last time, and the time of the
 * latest check.
 */
export type Asked = { count: number; failing: number; lastAt: Date | null };

/** The sources of Bitcoin's chain, from the operator and the families. */
export async function chainSources(owner: Pool): Promise<Asked> {
  const [row] = await owner<Asked[]>`
    SELECT count(*)::integer AS count, count(retry_at)::integer AS failing,
      (SELECT max(checked_at) FROM wallet) AS last_at
    FROM chain_tip`;
  return row as Asked;
}

/** Families' Lightning wallets that this server calls. */
export async function lightningWallets(owner: Pool): Promise<Asked> {
  const [row] = await owner<Asked[]>`
    SELECT count(*)::integer AS count,
      count(*) FILTER (WHERE state IN ('silent', 'refused'))::integer AS failing,
      max(checked_at) AS last_at
    FROM lightning_connection`;
  return row as Asked;
}

/** The price source, by currency. */
export async function priceLooks(owner: Pool): Promise<Asked> {
  const [row] = await owner<Asked[]>`
    SELECT count(*)::integer AS count, count(problem)::integer AS failing,
      max(asked_at) AS last_at
    FROM market_look`;
  return row as Asked;
}

/** The author and time of a reset. */
export type Reset = { by: string; now: Date };

export const resetMonitoring = (owner: Pool, reset: Reset) =>
  transaction(owner, 'BEGIN', async (tx) => {
    await tx`DELETE FROM request_figure`;
    await tx`DELETE FROM error_note`;
    await tx`DELETE FROM incident WHERE kind IN ('error', 'slow_statement')`;
    await remember(tx, 'monitoring', reset);
  });

/** Keeps the records of resets; successful sign-ins aren't security events. */
export const resetSecurity = (owner: Pool, reset: Reset) =>
  transaction(owner, 'BEGIN', async (tx) => {
    await tx`DELETE FROM incident WHERE kind = ANY (${SUSPICIOUS})`;
    await remember(tx, 'security', reset);
  });

/** In the reset's transaction: no reset without its author. */
function remember(tx: Tx, detail: string, { by, now }: Reset): Promise<void> {
  const incident = {
    kind: 'reset',
    detail,
    subject: by,
    count: 1,
    totalUs: 0,
    lastAt: now,
  } as const;
  return writeDown(tx, { figures: [], incidents: [incident], notes: [] }, now);
}

/** For a metrics collector: all figures since the last reset, including the merged weeks. */
export const allFigures = (owner: Pool) => owner<
  { route: string; status: number; latencyClass: number; count: number; totalUs: number }[]
>`
  SELECT route, status, latency_class, sum(count)::float8 AS count,
    sum(total_us)::float8 AS total_us
  FROM request_figure GROUP BY route, status, latency_class ORDER BY route, status, latency_class`;

export const allIncidents = (owner: Pool) => owner<Counted[]>`
  SELECT kind, detail, sum(count)::float8 AS count, sum(total_us)::float8 AS total_us
  FROM incident GROUP BY kind, detail ORDER BY kind, detail`;
