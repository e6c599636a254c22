/** The two resets; afterwards the figures that they took are asked for again. */
import { useCall } from '#web/query.ts';
import { calls } from './calls.ts';

export const useReset = (what: 'resetMonitoring' | 'resetSecurity') =>
  useCall(calls[what], {
    refreshes: [
      what === 'resetMonitoring' ? '/admin/monitoring/stats' : '/admin/security/stats',
      // Who reset what is an event of both.
      ...(what === 'resetMonitoring' ? ['/admin/security/stats', '/health'] : []),
    ],
  });
