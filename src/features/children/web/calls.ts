/** The browser's calls of this feature. */
import { children } from '#features/children/contract.ts';
import { client } from '#web/api.ts';

export const childrenCalls = client(children);
