/** The two resets; afterwards the figures that they cleared are refetched. */
import { useCall } from '#web/query.ts';
import { admin } from '../../contract.ts';

export const useReset = (what: 'resetMonitoring' | 'resetSecurity') => useCall(admin[what]);
