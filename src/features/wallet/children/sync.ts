/** Looks up the addresses of one child, while its screen is open or somebody asks. */
import type { Database } from '#server/db/database.ts';
import { addressesOfChild } from '../addresses.ts';
import type { LookupFailure } from '../contract.ts';
import { type Differences, differences, failureOf, lookUp, requireSameNetwork } from '../lookup.ts';
import { type OpenContext, openWallet } from '../scan.ts';

type Context = OpenContext & { readonly db: Pick<Database, 'readFamily'> };

/** What there is to write, or why there is nothing. */
export type Told =
  | (Differences & { familyId: string; walletId: string })
  | { failure: LookupFailure };

export async function lookUpChild(
  context: Context,
  { familyId, childId }: { familyId: string; childId: string },
): Promise<Told> {
  const opened = await context.db.readFamily(familyId, async (tx) => {
    const found = await openWallet(context, tx, familyId);
    return found && { ...found, own: await addressesOfChild(tx, familyId, childId) };
  });
  if (!opened) return { failure: 'NO_SOURCE' };
  const { source, row, known, own } = opened;
  // A single address is every child's.
  const places = row.kind === 'address' ? [...known.values()] : own;
  try {
    if (places.length > 0) await requireSameNetwork(source, row);
    const found = await differences(source, await lookUp(source, places), known);
    return { ...found, familyId, walletId: row.walletId };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    source.close();
  }
}
