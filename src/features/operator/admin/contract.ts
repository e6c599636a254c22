/** Operators' view of the whole program, and the two resets. No call names a family or a child. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, nothing } from '#contract/fields.ts';

export const GROWTH_DAYS = 30;
export const RECENT_USERS = 10;
export const TOP_NETWORKS = 5;
export const RECENT_EVENTS = 5;
export const RECENT_ERRORS = 5;

export const AdminMetrics = v.object({
  totals: v.object({ users: v.number(), families: v.number(), children: v.number() }),
  activity: v.object({
    dailyActive: v.number(),
    weeklyActive: v.number(),
    monthlyActive: v.number(),
  }),
  /** One for each of the last 30 days in UTC, oldest first, including days without sign-ups. */
  growth: v.object({
    newUsersByDay: v.array(v.object({ date: v.string(), count: v.number() })),
  }),
  last7days: v.object({
    logins: v.number(),
    childrenCreated: v.number(),
    goalsCreated: v.number(),
    transactionsAdded: v.number(),
  }),
  recentUsers: v.array(
    v.object({ id, email: v.string(), createdAt: moment, lastActiveAt: moment }),
  ),
});
export type AdminMetrics = v.InferOutput<typeof AdminMetrics>;

/** `unknown`: not connected, and therefore not checked. */
const STATUSES = ['healthy', 'degraded', 'unhealthy', 'unknown'] as const;
export type Status = (typeof STATUSES)[number];

export const SERVICES = [
  'database',
  'bitcoin',
  'lightning',
  'email',
  'external apis',
  'billing wallet',
  'backups',
] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The error text of a service that is not connected. */
export const NOT_CONFIGURED = 'not configured';
/** Set up by the operator, but not yet needed by any family. */
export const NOT_ASKED = 'not asked yet';

export const Service = v.object({
  status: v.picklist(STATUSES),
  /** Milliseconds; null if it was not checked. */
  responseTime: v.nullable(v.number()),
  lastChecked: v.nullable(moment),
  error: v.nullable(v.string()),
});
export type Service = v.InferOutput<typeof Service>;

/** Has a billing wallet only if the operator sells, backups only if the program makes them. */
export type KnownServices = Record<Exclude<ServiceName, 'billing wallet' | 'backups'>, Service> &
  Partial<Record<ServiceName, Service>>;

/** Problems of the nightly backup (server/backup-runs.ts). */
export const BACKUP_TROUBLES = [
  'backup_disk_full',
  'backup_not_written',
  'backup_may_not_create',
  'backup_no_room',
  'backup_not_proven',
  'backup_stale',
  'backup_place_not_encrypted',
  'backup_place_refused',
  'backup_place_unreachable',
  'backup_place_differs',
] as const;
export type BackupTrouble = (typeof BACKUP_TROUBLES)[number];

const ALERT_CODES = [
  'email_down',
  'error_rate',
  'slow_replies',
  'seal_late',
  'pay_days_late',
  ...BACKUP_TROUBLES,
] as const;
export const Alert = v.object({
  severity: v.picklist(['critical', 'warning']),
  message: v.string(),
  component: v.string(),
  /** Identifies the alert, for translations. */
  code: v.picklist(ALERT_CODES),
});
export type Alert = v.InferOutput<typeof Alert>;

const HealthMetrics = v.object({
  /** This instance's uptime in milliseconds; its memory in bytes. */
  uptime: v.number(),
  memory: v.object({ heapUsed: v.number(), heapTotal: v.number() }),
  /**
   * All instances, in the current ten-minute slot and the previous one: milliseconds, and percent.
   */
  performance: v.object({ avgResponseTime: v.number(), errorRate: v.number() }),
  /** All instances: seconds since each task last finished. */
  tasks: v.record(v.string(), v.number()),
});

export const Health = v.object({
  status: v.picklist(STATUSES),
  alerts: v.optional(v.array(Alert)),
  metrics: v.optional(HealthMetrics),
  services: v.optional(v.record(v.picklist(SERVICES), Service)),
  /** The time of the newest backup proven to restore. */
  backupProvenAt: v.optional(v.nullable(moment)),
});
export type Health = v.InferOutput<typeof Health>;

export const MonitoringStats = v.object({
  performance: v.object({
    totalRequests: v.number(),
    averageResponseTime: v.number(),
    p95ResponseTime: v.number(),
    slowRequestCount: v.number(),
  }),
  slowQueries: v.object({ totalSlowQueries: v.number(), averageDuration: v.number() }),
  errors: v.object({
    totalErrors: v.number(),
    errorsByType: v.record(v.string(), v.number()),
    recentErrors: v.array(
      v.object({
        /** As in the reply and the log, which has the details. */
        id,
        method: v.string(),
        path: v.string(),
        error: v.string(),
        timestamp: moment,
      }),
    ),
  }),
});
export type MonitoringStats = v.InferOutput<typeof MonitoringStats>;

const EVENT_TYPES = ['limit_reached', 'operator_call_refused', 'reset'] as const;

export const SecurityStats = v.object({
  metrics: v.object({
    failedLogins: v.number(),
    rateLimitHits: v.number(),
    unauthorizedAttempts: v.number(),
    /** Networks currently over a limit. */
    blockedIPs: v.array(v.string()),
  }),
  topSuspiciousIPs: v.array(v.object({ ip: v.string(), count: v.number() })),
  recentCriticalEvents: v.array(
    v.object({
      type: v.picklist(EVENT_TYPES),
      description: v.string(),
      timestamp: moment,
      /** The event's network or operator. */
      subject: v.string(),
      count: v.number(),
    }),
  ),
});
export type SecurityStats = v.InferOutput<typeof SecurityStats>;

export const admin = {
  metrics: endpoint({
    method: 'GET',
    path: '/api/admin/metrics',
    access: 'admin',
    input: nothing,
    output: AdminMetrics,
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    unqueued: true,
    input: nothing,
    output: Health,
  }),
  monitoring: endpoint({
    method: 'GET',
    path: '/admin/monitoring/stats',
    access: 'admin',
    input: nothing,
    output: MonitoringStats,
  }),
  security: endpoint({
    method: 'GET',
    path: '/admin/security/stats',
    access: 'admin',
    input: nothing,
    output: SecurityStats,
  }),
  resetMonitoring: endpoint({
    method: 'POST',
    path: '/admin/monitoring/reset',
    access: 'admin',
    money: 'none',
    fresh: true,
    input: nothing,
    output: done,
  }),
  resetSecurity: endpoint({
    method: 'POST',
    path: '/admin/security/reset',
    access: 'admin',
    money: 'none',
    fresh: true,
    input: nothing,
    output: done,
  }),
  prometheus: endpoint({
    method: 'GET',
    path: '/metrics',
    access: 'public',
    input: nothing,
    output: v.string(),
    file: 'text/plain; version=0.0.4; charset=utf-8',
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const adminSummaries: Summaries<typeof admin> = {
  metrics: 'How many people use the program, and what they did',
  health: 'Whether the program works; operators read what of it, anybody else the status alone',
  monitoring: 'Requests, slow queries and errors of all instances, of seven days at most',
  security: 'Refused sign-ins and calls of all instances, of seven days at most',
  resetMonitoring: 'Begin to count requests, slow queries and errors anew',
  resetSecurity: 'Forget what was refused, except who reset it when',
  prometheus: 'The figures for a collector: for operators, or with METRICS_TOKEN as bearer',
};
