/** The refusal for a browser that shows an outdated vault. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { countAdults } from '#features/people/auth/store.ts';
import type { Tx } from '#server/db/sql.ts';

/** Mentions the other parent only if there is one. */
export const whyChanged = async (tx: Tx, familyId: string) =>
  (await countAdults(tx, familyId)) > 1 ? 'VAULT_CHANGED_BY_OTHER' : 'VAULT_CHANGED';

export const vaultChanged = async (tx: Tx, familyId: string): Promise<Refusal> =>
  new Refusal('CONFLICT', because(await whyChanged(tx, familyId)));
