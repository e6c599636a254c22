/** The browser's calls of this feature. */
import { balances } from '#features/balances/contract.ts';
import { client } from '#web/api.ts';

export const balancesCalls = client(balances);
