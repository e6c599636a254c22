/** The two resets; afterwards the figures that they took are asked for again. */
import { useCall } from '#web/query.ts';
import { admin } from '../contract.ts';

export const useReset = (what: 'resetMonitoring' | 'resetSecurity') => useCall(admin[what]);
