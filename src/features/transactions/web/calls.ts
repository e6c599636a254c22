/** The browser's calls of this feature. */
import { transactions } from '#features/transactions/contract.ts';
import { client } from '#web/api.ts';

export const transactionsCalls = client(transactions);
