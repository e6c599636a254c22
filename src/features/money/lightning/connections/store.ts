/** SQL for connections, addresses and preferences. */

import type { LightningSettings } from '#core/lightning/wallet.ts';
import { MINUTE } from '#core/time.ts';
import { readVault, type VaultSpending } from '#features/money/vault/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { forgetSecret, keepSecret, readSecret } from '#server/secrets.ts';
import {
  type ConnectionState,
  type ConnectionType,
  DEFAULT_FREQUENCY,
  type Purpose,
  type SyncFrequency,
} from './contract.ts';

export type ConnectionRow = {
  purpose: Purpose;
  connectionId: string;
  type: ConnectionType;
  provider: string;
  state: ConnectionState;
  balanceSats: bigint | null;
  budgetSats: bigint | null;
  checkedAt: Date;
  connectedAt: Date;
  /** A parent confirmed that the wallet can't set a budget. */
  withoutBudget: boolean;
  /** Someone who knew it has left the family. */
  rotationDue: boolean;
};

const columns = (tx: Tx) => tx`
  purpose, connection_id, type, provider, state, balance_sats, budget_sats, checked_at,
  connected_at, without_budget, rotation_due`;

export const connectionsOf = (tx: Tx, familyId: string) => tx<ConnectionRow[]>`
  SELECT ${columns(tx)} FROM lightning_connection
  WHERE family_id = ${familyId} ORDER BY purpose`;

/** Receiving falls back to the spending connection. */
export async function connectionFor(
  tx: Tx,
  familyId: string,
  purpose: Purpose,
): Promise<ConnectionRow | undefined> {
  const rows = await connectionsOf(tx, familyId);
  return rows.find((row) => row.purpose === purpose) ?? rows.find((row) => row.purpose === 'spend');
}

/** The connection in the vault, for a parent's browser. Without a relay, no browser reaches it. */
export async function vaultConnection(
  tx: Tx,
  familyId: string,
): Promise<VaultSpending | undefined> {
  const { spending } = await readVault(tx, familyId);
  return spending && spending.relays.length > 0 ? spending : undefined;
}

export async function hasSpending(tx: Tx, familyId: string): Promise<boolean> {
  const rows = await connectionsOf(tx, familyId);
  return rows.some(({ purpose }) => purpose === 'spend');
}

export const boxOf = (purpose: Purpose) => `lightning-${purpose}` as const;

export const readSettings = async (
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  purpose: Purpose,
): Promise<LightningSettings | undefined> =>
  (await readSecret(tx, key, familyId, boxOf(purpose))) as LightningSettings | undefined;

type NewConnection = Omit<ConnectionRow, 'state' | 'checkedAt' | 'connectedAt' | 'rotationDue'> & {
  by: string;
};

/** Replaces the previous connection for this purpose. */
export async function saveConnection(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  settings: LightningSettings,
  made: NewConnection,
  now: Date,
): Promise<void> {
  const { purpose } = made;
  await removeConnection(tx, familyId, purpose);
  await tx`
    INSERT INTO lightning_connection (family_id, purpose, connection_id, type, provider, state,
      balance_sats, budget_sats, checked_at, look_at, connected_by, connected_at, without_budget)
    VALUES (${familyId}, ${purpose}, ${made.connectionId}, ${made.type}, ${made.provider},
      'connected', ${made.balanceSats}, ${made.budgetSats}, ${now}, ${nextCheck(now)}, ${made.by},
      ${now}, ${made.withoutBudget})`;
  await keepSecret(tx, key, familyId, boxOf(purpose), settings);
}

export async function removeConnection(tx: Tx, familyId: string, purpose: Purpose): Promise<void> {
  await tx`
    DELETE FROM lightning_connection WHERE family_id = ${familyId} AND purpose = ${purpose}`;
  await forgetSecret(tx, familyId, boxOf(purpose));
}

/** Called when an adult leaves. Addresses are not secret. */
export const askForRotation = (tx: Tx, familyId: string) => tx`
  UPDATE lightning_connection SET rotation_due = true
  WHERE family_id = ${familyId} AND type <> 'address'`;

const CHECK_EVERY_MS = 15 * MINUTE;
const nextCheck = (now: Date) => new Date(now.getTime() + CHECK_EVERY_MS);

export type Checked = Pick<ConnectionRow, 'state' | 'balanceSats' | 'budgetSats'>;

/** Saves the wallet's answer, unless the connection has since been replaced. */
export const noteChecked = (
  tx: Tx,
  familyId: string,
  { purpose, connectionId }: Pick<ConnectionRow, 'purpose' | 'connectionId'>,
  { state, balanceSats, budgetSats }: Checked,
  now: Date,
) => tx`
  UPDATE lightning_connection SET state = ${state}, balance_sats = ${balanceSats},
    budget_sats = ${budgetSats}, checked_at = ${now}, look_at = ${nextCheck(now)}
  WHERE family_id = ${familyId} AND purpose = ${purpose} AND connection_id = ${connectionId}`;

export type SettingsRow = {
  parentAddress: string | null;
  syncFrequency: SyncFrequency;
  emailReminders: boolean;
  spendingAlerts: boolean;
};

export async function readPreferences(tx: Tx, familyId: string): Promise<SettingsRow> {
  const [row] = await tx<SettingsRow[]>`
    SELECT parent_address, sync_frequency, email_reminders, spending_alerts
    FROM lightning_settings WHERE family_id = ${familyId}`;
  return (
    row ?? {
      parentAddress: null,
      syncFrequency: DEFAULT_FREQUENCY,
      emailReminders: false,
      spendingAlerts: false,
    }
  );
}

/** The first reminder comes one full interval after turning reminders on. */
export const savePreferences = (
  tx: Tx,
  familyId: string,
  { syncFrequency, emailReminders, spendingAlerts }: Omit<SettingsRow, 'parentAddress'>,
  now: Date,
) => tx`
  INSERT INTO lightning_settings (family_id, sync_frequency, email_reminders, spending_alerts,
    reminded_at)
  VALUES (${familyId}, ${syncFrequency}, ${emailReminders}, ${spendingAlerts}, ${now})
  ON CONFLICT (family_id) DO UPDATE SET sync_frequency = excluded.sync_frequency,
    email_reminders = excluded.email_reminders, spending_alerts = excluded.spending_alerts,
    reminded_at = excluded.reminded_at`;

export const saveParentAddress = (
  tx: Tx,
  familyId: string,
  address: string | null,
  now: Date,
) => tx`
  INSERT INTO lightning_settings (family_id, parent_address, reminded_at)
  VALUES (${familyId}, ${address}, ${now})
  ON CONFLICT (family_id) DO UPDATE SET parent_address = excluded.parent_address`;

export type ChildRow = { childId: string; address: string | null; payLimitSats: bigint };

export const childRows = (tx: Tx, familyId: string) => tx<ChildRow[]>`
  SELECT l.child_id, l.address, l.pay_limit_sats FROM lightning_child l
  JOIN child c ON c.family_id = l.family_id AND c.child_id = l.child_id AND c.removed_at IS NULL
  WHERE l.family_id = ${familyId}`;

/** True for a Lightning address set by the parents, or a sub-wallet on their Hub. */
export async function hasOwnWallet(tx: Tx, familyId: string, childId: string): Promise<boolean> {
  const [row] = await tx<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM lightning_child WHERE family_id = ${familyId}
        AND child_id = ${childId} AND address IS NOT NULL)
      OR EXISTS (SELECT FROM sub_wallet WHERE family_id = ${familyId}
        AND child_id = ${childId}) AS found`;
  return row?.found ?? false;
}

export const saveChildAddress = (
  tx: Tx,
  familyId: string,
  childId: string,
  address: string | null,
) => tx`
  INSERT INTO lightning_child (family_id, child_id, address)
  VALUES (${familyId}, ${childId}, ${address})
  ON CONFLICT (family_id, child_id) DO UPDATE SET address = excluded.address`;

export const savePayLimit = (tx: Tx, familyId: string, childId: string, limitSats: bigint) => tx`
  INSERT INTO lightning_child (family_id, child_id, pay_limit_sats)
  VALUES (${familyId}, ${childId}, ${limitSats})
  ON CONFLICT (family_id, child_id) DO UPDATE SET pay_limit_sats = excluded.pay_limit_sats`;

export const eraseChild = (tx: Tx, familyId: string, childId: string) => tx`
  DELETE FROM lightning_child WHERE family_id = ${familyId} AND child_id = ${childId}`;
