/** Checks the addresses of earlier wallets for payments, once per block. */
import type { ChainSource } from '#server/adapters/chain/port.ts';
import type { Rest } from '../deposits/deposits.ts';
import { knownPayments, recordDeposits } from '../deposits/deposits.ts';
import { differences, isTooMuch, type Looked, lookUp } from '../scan/lookup.ts';
import type { ScanContext } from '../scan/scan.ts';
import { type EarlierAddress, earlierAddresses, noteEarlier } from '../watched/earlier.ts';
import { GAP } from '../watched/rules.ts';

/**
 * Payments are handled like any other deposit. An earlier wallet with too many transactions to
 * check is skipped, so the current one is still looked up.
 * @throws ChainError
 */
export async function watchEarlier(
  context: ScanContext,
  source: ChainSource,
  familyId: string,
  rest: Rest,
): Promise<void> {
  const { db, chain, clock } = context;
  const { rows, paid } = await db.readFamily(familyId, async (tx) => ({
    rows: await earlierAddresses(tx, familyId, { network: chain.network, now: clock() }),
    paid: await knownPayments(tx, familyId),
  }));
  if (rows.length === 0) return;
  const known = new Map(rows.map((row) => [row.scriptHash, row]));
  try {
    const looked = await lookUpAll(source, rows, known, rest);
    const { changed, payments } = await differences(source, looked, { known, paid }, rest);
    if (changed.length === 0) return;
    await db.changeFamily(familyId, async (tx) => {
      await noteEarlier(tx, familyId, changed);
      await recordDeposits(context, tx, familyId, changed, payments);
    });
  } catch (error) {
    if (!isTooMuch(error)) throw error;
  }
}

async function lookUpAll(
  source: ChainSource,
  rows: readonly EarlierAddress[],
  known: ReadonlyMap<string, EarlierAddress>,
  rest: Rest,
): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (let at = 0; at < rows.length; at += GAP) {
    await rest();
    looked.push(...(await lookUp(source, rows.slice(at, at + GAP), known)));
  }
  return looked;
}
