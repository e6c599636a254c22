/** The browser's calls of this feature. */
import { statements } from '#features/statements/contract.ts';
import { client } from '#web/api.ts';

export const statementsCalls = client(statements);
