/** A family with accounts, written directly, for tests of the ledger below the API. */
import type { Database } from '../../src/server/db/database.ts';
import type { Tx } from '../../src/server/db/sql.ts';
import { newId } from '../../src/server/ids.ts';
import { openChildAccounts, openOutside } from '../../src/server/ledger/accounts.ts';

export type World = {
  familyId: string;
  children: { childId: string; savings: string; spending: string }[];
  outside: string;
};

export async function makeWorld(db: Database, childCount: number): Promise<World> {
  const familyId = newId();
  const childIds = Array.from({ length: childCount }, () => newId());
  await db.owner`
    INSERT INTO family (family_id, time_zone, created_at) VALUES (${familyId}, 'UTC', now())`;
  await db.changeFamily(familyId, async (tx) => {
    await openOutside(tx, familyId, new Date());
    await tx`
      INSERT INTO child (family_id, child_id, name, birth_month, gender, spending_threshold_sats,
        next_week, next_due, created_at, updated_at)
      SELECT ${familyId}, id, 'Kim', '2017-01', 'girl', 100000, '2026-11-15', '2026-11-15', now(), now()
      FROM unnest(${childIds}::uuid[]) AS id`;
    await openChildAccounts(tx, familyId, childIds, new Date());
  });
  const rows = await db.readFamily(familyId, (tx) => accounts(tx));
  const of = (kind: string, childId: string | null) =>
    rows.find((row) => row.kind === kind && row.childId === childId)?.accountId as string;
  return {
    familyId,
    outside: of('outside', null),
    children: childIds.map((childId) => ({
      childId,
      savings: of('savings', childId),
      spending: of('spending', childId),
    })),
  };
}

const accounts = (tx: Tx) =>
  tx<{ kind: string; childId: string | null; accountId: string }[]>`
    SELECT kind, child_id, account_id FROM account`;
