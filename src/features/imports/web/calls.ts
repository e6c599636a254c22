/** The browser's calls of this feature. */
import { imports } from '#features/imports/contract.ts';
import { privacy } from '#features/privacy/contract.ts';
import { client } from '#web/api.ts';

export const importsCalls = client(imports);
/** Our own backup is read back by a call of privacy. */
export const { returnHistory } = client(privacy);
