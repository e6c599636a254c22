/** Copies and restores Lightning's settings about money: see features/book/changes. */
import type { LightningSettings } from '#core/lightning/wallet.ts';
import {
  type Keeper,
  type Keeping,
  type Kept,
  one,
  putRow,
  type Restoring,
  type Row,
  readRows,
} from '#features/book/changes/keeper.ts';
import { hasBook } from '#features/people/children/closed-books.ts';
import { keepSecret } from '#server/secrets.ts';
import type { Purpose } from './connections/contract.ts';
import {
  boxOf,
  readSettings,
  removeConnection,
  saveChildAddress,
  saveParentAddress,
  savePayLimit,
} from './connections/store.ts';
import { purposeOf, readConnection, removeSubWallet } from './sub-wallets/store.ts';

type ConnectionRows = { row: Row; settings?: LightningSettings };

/** A connection on the server. A spending one is never copied if the wallet is encrypted. */
export async function readKeptConnection(
  { tx, familyId, services }: Keeping,
  purpose: Purpose,
): Promise<Kept | undefined> {
  const rows = await readRows(tx, 'lightning_connection', familyId);
  const row = rows.find((one) => one.purpose === purpose);
  if (!row) return undefined;
  const settings = await readSettings(tx, services.secretsKey, familyId, purpose);
  const isPlain = purpose === 'spend';
  return {
    seen: row.connection_id,
    rows: isPlain ? { row } : { row, settings },
    ...(isPlain && { plain: settings }),
  };
}

/** Not restored without its secret. */
export async function writeKeptConnection(
  { tx, familyId, services, adultLeft }: Restoring,
  purpose: Purpose,
  kept: Pick<Kept, 'rows' | 'plain'> | undefined,
): Promise<void> {
  await removeConnection(tx, familyId, purpose);
  const { row, ...rows } = (kept?.rows ?? {}) as Partial<ConnectionRows>;
  const settings = rows.settings ?? kept?.plain;
  if (!row || settings === undefined) return;
  const isKnownOutside = adultLeft && row.type !== 'address';
  await putRow(tx, 'lightning_connection', {
    ...row,
    rotation_due: row.rotation_due === true || isKnownOutside,
  });
  await keepSecret(tx, services.secretsKey, familyId, boxOf(purpose), settings);
}

const receiving: Keeper = {
  kind: 'receiving',
  read: async (keeping) => one(await readKeptConnection(keeping, 'receive')),
  write: (restoring, _, kept) => writeKeptConnection(restoring, 'receive', kept),
};

const parentAddress: Keeper = {
  kind: 'parent-address',
  read: async ({ tx, familyId }) => {
    const [row] = await readRows(tx, 'lightning_settings', familyId);
    const address = row?.parent_address ?? null;
    return one(address === null ? undefined : { seen: address, rows: address });
  },
  write: ({ tx, familyId, now }, _, kept) =>
    saveParentAddress(tx, familyId, (kept?.rows ?? null) as string | null, now),
};

/** A setting per child, which is erased with the child's book. */
const ofChild = (
  kind: string,
  read: (keeping: Keeping) => Promise<readonly (readonly [string, Kept])[]>,
  write: (
    restoring: Restoring,
    childId: string,
    kept: Pick<Kept, 'rows' | 'plain'> | undefined,
  ) => unknown,
): Keeper => ({
  kind,
  read: async (keeping) => new Map(await read(keeping)),
  write: async (restoring, childId, kept) => {
    if (await hasBook(restoring.tx, restoring.familyId, childId))
      await write(restoring, childId, kept);
  },
});

/** A column of a child's row, if set. */
const column = async ({ tx, familyId }: Keeping, name: string, empty: unknown) =>
  (await readRows(tx, 'lightning_child', familyId))
    .filter((row) => row[name] !== empty)
    .map((row) => [String(row.child_id), { seen: row[name], rows: row[name] }] as const);

const childAddress = ofChild(
  'child-address',
  (keeping) => column(keeping, 'address', null),
  ({ tx, familyId }, childId, kept) =>
    saveChildAddress(tx, familyId, childId, (kept?.rows ?? null) as string | null),
);

const payLimit = ofChild(
  'pay-limit',
  (keeping) => column(keeping, 'pay_limit_sats', 0),
  ({ tx, familyId }, childId, kept) =>
    savePayLimit(tx, familyId, childId, BigInt((kept?.rows ?? 0) as number)),
);

const payoutPlan = ofChild(
  'payout-plan',
  async ({ tx, familyId }) =>
    (await readRows(tx, 'payout_plan', familyId)).map(
      (row) => [String(row.child_id), { seen: [row.plan, row.address], rows: row }] as const,
    ),
  async ({ tx, familyId }, childId, kept) => {
    await tx`DELETE FROM payout_plan WHERE family_id = ${familyId} AND child_id = ${childId}`;
    if (kept) await putRow(tx, 'payout_plan', kept.rows as Row);
  },
);

const subWallet = ofChild(
  'sub-wallet',
  async ({ tx, familyId, services }) => {
    const read = async (row: Row): Promise<readonly [string, Kept]> => {
      const childId = String(row.child_id);
      const seen = [row.made_at, row.public_key];
      if (row.public_key !== null) return [childId, { seen, rows: row }];
      const plain = await readConnection(tx, services.secretsKey, familyId, childId);
      return [childId, { seen, rows: row, plain }];
    };
    const found = [];
    for (const row of await readRows(tx, 'sub_wallet', familyId)) found.push(await read(row));
    return found;
  },
  async ({ tx, familyId, services }, childId, kept) => {
    await removeSubWallet(tx, familyId, childId);
    const row = kept?.rows as Row | undefined;
    if (!row || (row.public_key === null && kept?.plain === undefined)) return;
    await putRow(tx, 'sub_wallet', row);
    if (row.public_key === null)
      await keepSecret(tx, services.secretsKey, familyId, purposeOf(childId), kept?.plain);
  },
);

export const lightningKeepers: readonly Keeper[] = [
  receiving,
  parentAddress,
  childAddress,
  payLimit,
  payoutPlan,
  subWallet,
];
