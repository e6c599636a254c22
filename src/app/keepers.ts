/** All settings for the destination of a family's money, as stored for 72 hours. */

import { type Keeper, type Keeping, type Kept, one } from '#features/book/changes/keeper.ts';
import { ceilingKeeper } from '#features/money/ceiling/kept.ts';
import {
  lightningKeepers,
  readKeptConnection,
  writeKeptConnection,
} from '#features/money/lightning/kept.ts';
import { readKeptVault, writeKeptVault } from '#features/money/vault/kept.ts';
import { readVault } from '#features/money/vault/store.ts';
import { readKeptWallet, walletKeepers, writeKeptWallet } from '#features/money/wallet/kept.ts';
import type { Tx } from '#server/db/sql.ts';

type Part = 'vault' | 'wallet' | 'spending';
type Parts = Partial<Record<Part, Kept>>;

async function partsOf(keeping: Keeping): Promise<Parts> {
  const [vault, wallet] = [await readKeptVault(keeping), await readKeptWallet(keeping)];
  const spending = await readKeptConnection(keeping, 'spend');
  return { ...(vault && { vault }), ...(wallet && { wallet }), ...(spending && { spending }) };
}

/**
 * The wallet, its form, and the spending connection: one excludes the other, so they are restored
 * together, as they were at one time.
 */
const wallet: Keeper = {
  kind: 'wallet',
  read: async (keeping) => {
    const parts = await partsOf(keeping);
    const all = Object.entries(parts);
    if (all.length === 0) return one(undefined);
    const plain = all.flatMap(([name, kept]) =>
      kept.plain === undefined ? [] : [[name, kept.plain]],
    );
    return one({
      seen: all.map(([name, { seen }]) => [name, seen]),
      rows: Object.fromEntries(all.map(([name, { seen, rows }]) => [name, { seen, rows }])),
      ...(plain.length > 0 && { plain: Object.fromEntries(plain) }),
    });
  },
  write: async (restoring, _, kept) => {
    const now = await partsOf(restoring);
    const before = (kept?.rows ?? {}) as Parts;
    const plain = (kept?.plain ?? {}) as Partial<Record<Part, unknown>>;
    const isAsBefore = (part: Part) =>
      JSON.stringify(now[part]?.seen) === JSON.stringify(before[part]?.seen);
    const of = (part: Part) => before[part] && { rows: before[part].rows, plain: plain[part] };
    if (!isAsBefore('vault')) await writeKeptVault(restoring, of('vault'));
    if (!isAsBefore('wallet')) await writeKeptWallet(restoring, of('wallet'));
    if (!isAsBefore('spending')) await writeKeptConnection(restoring, 'spend', of('spending'));
  },
};

export const keepers: readonly Keeper[] = [
  wallet,
  ...walletKeepers,
  ...lightningKeepers,
  ceilingKeeper,
];

/** True if the family has a wallet that the server can't read. */
export const isEncrypted = async (tx: Tx, familyId: string): Promise<boolean> =>
  (await readVault(tx, familyId)).payload !== null;
