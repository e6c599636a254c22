/** All purposes for which the family's Lightning wallet pays. */
import type { Purposes } from './paying/purpose.ts';
import { spend } from './paying/spend.ts';
import { payout } from './payouts/purpose.ts';
import { transfer } from './transfers/purpose.ts';

export const purposes: Purposes = { spend, payout, transfer };
