/** The two resets; each then refetches the figures it cleared. */
import { useCall } from '#web/query.ts';
import { admin } from '../../contract.ts';

export const useReset = (what: 'resetMonitoring' | 'resetSecurity') => useCall(admin[what]);
