/** For tests of screens: the server's replies to an operator. */

import type { Health, MonitoringStats, SecurityStats } from '#features/operator/admin/contract.ts';
import type { User } from '#features/people/auth/contract.ts';

export const OPS: User = {
  id: '0190c6e4-1a2b-7c3d-8e4f-0123456789ab',
  familyId: '0190c6e4-1a2b-7c3d-8e4f-0123456789ac',
  role: 'parent',
  isAdmin: true,
  firstName: 'Olga',
  email: 'ops@example.com',
  childId: null,
  handedOver: false,
  ownDevice: false,
  familyNetWorthSharingEnabled: true,
  familyNetWorthSharePercentage: 100,
  dataRetentionMonths: 12,
  autoDataPruningEnabled: false,
  amountUnit: 'sats',
  rate: null,
};

const NOT_ASKED = {
  status: 'unknown',
  responseTime: null,
  lastChecked: null,
  error: 'not configured',
} as const;

export const HEALTH: Health = {
  status: 'healthy',
  alerts: [],
  metrics: {
    uptime: (26 * 60 + 5) * 60_000,
    tasks: { seal: 30, 'pay-allowances': 200 },
    memory: { heapUsed: 40 * 1_048_576, heapTotal: 64 * 1_048_576 },
    performance: { avgResponseTime: 12.3, errorRate: 0.4 },
  },
  services: {
    database: {
      status: 'healthy',
      responseTime: 1.2,
      lastChecked: '2026-11-21T12:00:00.000Z',
      error: null,
    },
    bitcoin: NOT_ASKED,
    lightning: NOT_ASKED,
    email: {
      status: 'unhealthy',
      responseTime: 5_000,
      lastChecked: '2026-11-21T12:00:00.000Z',
      error: 'TIMEOUT',
    },
    'external apis': NOT_ASKED,
  },
};

export const STATS: MonitoringStats = {
  performance: {
    totalRequests: 120_345,
    averageResponseTime: 14.2,
    p95ResponseTime: 87.5,
    slowRequestCount: 3,
  },
  slowQueries: { totalSlowQueries: 7, averageDuration: 812 },
  errors: {
    totalErrors: 9,
    errorsByType: { 'PostgresError 42P01': 6, TypeError: 3 },
    recentErrors: Array.from({ length: 6 }, (_, i) => ({
      id: `0190c6e4-1a2b-7c3d-8e4f-00000000000${i}`,
      method: 'GET',
      path: `/api/family/${i}`,
      error: 'TypeError',
      timestamp: '2026-11-21T11:00:00.000Z',
    })),
  },
};

export const SECURITY: SecurityStats = {
  metrics: {
    failedLogins: 21,
    rateLimitHits: 4,
    unauthorizedAttempts: 13,
    blockedIPs: ['203.0.113.0/24'],
  },
  topSuspiciousIPs: Array.from({ length: 6 }, (_, i) => ({
    ip: `198.51.${i}.0/24`,
    count: 40 - i,
  })),
  recentCriticalEvents: Array.from({ length: 6 }, (_, i) => ({
    type: 'limit_reached',
    description: `198.51.${i}.0/24 tried too many codes`,
    timestamp: '2026-11-21T11:00:00.000Z',
    subject: `198.51.${i}.0/24`,
    count: 1,
  })),
};
