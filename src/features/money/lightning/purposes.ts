/** All purposes of payments from the family's Lightning wallet. */
import type { Purposes } from './paying/purpose.ts';
import { spend } from './paying/spend.ts';
import { payout } from './payouts/purpose.ts';
import { transfer } from './transfers/purpose.ts';

export const purposes: Purposes = { spend, payout, transfer };
