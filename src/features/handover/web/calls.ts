/** The browser's calls of this feature. */
import { handover } from '#features/handover/contract.ts';
import { client } from '#web/api.ts';

export const handoverCalls = client(handover);
