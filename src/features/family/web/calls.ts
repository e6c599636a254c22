/** The calls that the family's pages and cards make. */
import { allowances } from '#features/allowances/contract.ts';
import { auth } from '#features/auth/contract.ts';
import { children } from '#features/children/contract.ts';
import { family } from '#features/family/contract.ts';
import { client } from '#web/api.ts';

export const authCalls = client(auth);
export const familyCalls = client(family);
export const childrenCalls = client(children);
export const allowanceCalls = client(allowances);
