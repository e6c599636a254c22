/** The browser's calls of this feature. */
import { allowances } from '#features/allowances/contract.ts';
import { client } from '#web/api.ts';

export const allowancesCalls = client(allowances);
