/** What is said to somebody whose browser shows an older vault than the family has by now. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { countAdults } from '#features/auth/store.ts';
import type { Tx } from '#server/db/database.ts';

/** The other parent is named only where there is one. */
export const whyChanged = async (tx: Tx, familyId: string) =>
  (await countAdults(tx, familyId)) > 1 ? 'VAULT_CHANGED_BY_OTHER' : 'VAULT_CHANGED';

export const vaultChanged = async (tx: Tx, familyId: string): Promise<Refusal> =>
  new Refusal('CONFLICT', because(await whyChanged(tx, familyId)));
