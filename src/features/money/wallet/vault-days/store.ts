/** SQL for vault days: their parts are sends with a vault day's id. */
import { DAY } from '#core/time.ts';
import type { Tx } from '#server/db/sql.ts';
import { partsOf, type SendRow, shownParts } from '../sending/store.ts';
import { VAULT_DAYS_SHOWN } from './contract.ts';

export type VaultDayRow = { vaultDayId: string; createdAt: Date; parts: SendRow[] };

/** Open and recent ones, newest first. */
export async function shownVaultDays(tx: Tx, familyId: string, now: Date): Promise<VaultDayRow[]> {
  const since = new Date(now.getTime() - VAULT_DAYS_SHOWN * DAY);
  return inDays(await shownParts(tx, familyId, since));
}

export async function findVaultDay(
  tx: Tx,
  familyId: string,
  vaultDayId: string,
): Promise<VaultDayRow | undefined> {
  return inDays(await partsOf(tx, familyId, vaultDayId))[0];
}

function inDays(parts: readonly SendRow[]): VaultDayRow[] {
  const days = new Map<string, VaultDayRow>();
  for (const part of parts) {
    const { pays: vaultDayId, createdAt } = part;
    if (vaultDayId === null) continue;
    const day = days.get(vaultDayId) ?? { vaultDayId, createdAt, parts: [] };
    day.parts.push(part);
    days.set(vaultDayId, day);
  }
  return [...days.values()];
}

/** True if a part of any vault day waits for its payment. */
export async function hasWaitingPart(tx: Tx, familyId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM payment
    WHERE family_id = ${familyId} AND purpose = 'vault_day' AND state = 'open' AND txid IS NULL
    LIMIT 1`;
  return found.length > 0;
}

/** True if a parent waits for a low fee. */
export async function waitsForFee(tx: Tx, familyId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM wallet WHERE family_id = ${familyId} AND fee_wait_since IS NOT NULL`;
  return found.length > 0;
}

/** @returns false without a wallet. @param since null ends the wait */
export async function setFeeWait(tx: Tx, familyId: string, since: Date | null): Promise<boolean> {
  const { count } = await tx`
    UPDATE wallet SET fee_wait_since = ${since} WHERE family_id = ${familyId}`;
  return count === 1;
}
