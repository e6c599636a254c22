/** The browser's calls of this feature. */
import { emailChange } from '#features/email-change/contract.ts';
import { client } from '#web/api.ts';

export const emailChangeCalls = client(emailChange);
