/** SQL for the family's wallet. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { ScriptType } from '#core/bitcoin/address.ts';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { forgetSecret, keepSecret, readSecret } from '#server/secrets.ts';
import type { LookupFailure, ScanState } from './contract.ts';
import { keepEarlier } from './earlier.ts';
import type { KeptWallet, NewWallet, WatchedWallet } from './rules.ts';

export type WalletRow = {
  walletId: string;
  network: BitcoinNetwork;
  /** `vault`: in the family’s vault; only prepared addresses, or its single address, are known. */
  kind: KeptWallet['kind'] | 'vault';
  /** Null for an address, and for an xpub whose script type is still unknown. */
  scriptType: ScriptType | null;
  nextIndex: number;
  checkedAt: Date | null;
};

export async function findWallet(tx: Tx, familyId: string): Promise<WalletRow | undefined> {
  const [row] = await tx<WalletRow[]>`
    SELECT wallet_id, network, kind, script_type, next_index, checked_at
    FROM wallet WHERE family_id = ${familyId}`;
  return row;
}

/** The wallet as written by `writeWallet`. */
export async function readWalletText(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
): Promise<string | undefined> {
  const kept = (await readSecret(tx, key, familyId, 'wallet')) as KeptWallet | undefined;
  return kept?.text;
}

/** Reads the part of the wallet that yields its addresses. */
export async function readWallet(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  row: Pick<WalletRow, 'kind' | 'scriptType'>,
): Promise<WatchedWallet | undefined> {
  if (row.kind === 'vault' && row.scriptType) return { kind: 'vault' };
  const text =
    row.kind === 'vault'
      ? await allowedAddress(tx, familyId)
      : await readWalletText(tx, key, familyId);
  return text === undefined ? undefined : readPublicWallet(text);
}

/** For a single-address wallet in the vault, if a parent allows looking it up. */
async function allowedAddress(tx: Tx, familyId: string): Promise<string | undefined> {
  const [row] = await tx<{ address: string }[]>`
    SELECT address FROM wallet_address WHERE family_id = ${familyId}`;
  return row?.address;
}

/** True if the wallet is a single address, which all children share. */
export const isOneAddress = ({ kind, scriptType }: WalletRow): boolean =>
  kind === 'address' || (kind === 'vault' && scriptType === null);

type Configured = { walletId: string; network: BitcoinNetwork; by: string; now: Date };

/** Replaces the family's wallet, and deletes all look-up results. */
export async function saveWallet(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  { scriptType, ...kept }: NewWallet,
  { walletId, network, by, now }: Configured,
): Promise<void> {
  await removeWallet(tx, familyId, now);
  await tx`
    INSERT INTO wallet (family_id, wallet_id, network, kind, script_type, configured_by,
      configured_at)
    VALUES (${familyId}, ${walletId}, ${network}, ${kept.kind}, ${scriptType}, ${by}, ${now})`;
  await keepSecret(tx, key, familyId, 'wallet', kept);
}

/** Stores the key of a wallet that was in the vault; its addresses stay. */
export async function keepKey(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  { kind, text }: KeptWallet,
  { by, now }: Pick<Configured, 'by' | 'now'>,
): Promise<void> {
  await tx`
    UPDATE wallet
    SET kind = ${kind}, refill_hash = NULL, configured_by = ${by}, configured_at = ${now}
    WHERE family_id = ${familyId}`;
  await keepSecret(tx, key, familyId, 'wallet', { kind, text });
}

/** Addresses given to children are watched for another year. */
export async function removeWallet(tx: Tx, familyId: string, now: Date): Promise<void> {
  await keepEarlier(tx, familyId, now);
  await forgetWallet(tx, familyId);
}

/** Deletes the wallet completely: no part of it stays readable here. */
export async function forgetWallet(tx: Tx, familyId: string): Promise<void> {
  await tx`DELETE FROM wallet WHERE family_id = ${familyId}`;
  await forgetSecret(tx, familyId, 'wallet');
}

/** Sets the script type: addresses of other types no longer belong to the wallet. */
export async function setScriptType(
  tx: Tx,
  familyId: string,
  scriptType: ScriptType,
  now: Date,
): Promise<void> {
  // Children may have addresses of another type, whose confirmation was undone later.
  await keepEarlier(tx, familyId, now, (sql) => sql`a.script_type IS DISTINCT FROM ${scriptType}`);
  await tx`UPDATE wallet SET script_type = ${scriptType} WHERE family_id = ${familyId}`;
  await tx`
    DELETE FROM wallet_address
    WHERE family_id = ${familyId} AND script_type IS DISTINCT FROM ${scriptType}`;
}

export type Sums = { confirmedSats: bigint; waitingSats: bigint; used: number };

export async function sumsOf(tx: Tx, familyId: string): Promise<Sums> {
  const [row] = await tx<Sums[]>`
    SELECT coalesce(sum(confirmed_sats), 0)::bigint AS confirmed_sats,
      coalesce(sum(waiting_sats), 0)::bigint AS waiting_sats,
      count(status)::integer AS used
    FROM wallet_address WHERE family_id = ${familyId}`;
  return row as Sums;
}

export type UsedAddress = {
  address: string;
  branch: 'receive' | 'change';
  addressIndex: number;
  confirmedSats: bigint;
  waitingSats: bigint;
};

/** Most used addresses in a list. */
const SHOWN = 500;

export const usedAddresses = (tx: Tx, familyId: string) => tx<UsedAddress[]>`
  SELECT address, branch, address_index, confirmed_sats, waiting_sats FROM wallet_address
  WHERE family_id = ${familyId} AND status IS NOT NULL
  ORDER BY branch DESC, address_index, address LIMIT ${SHOWN}`;

export type ScanRow = {
  scanId: string;
  state: ScanState;
  checked: number;
  used: number;
  failure: LookupFailure | null;
  startedAt: Date;
  finishedAt: Date | null;
};

export async function findScan(tx: Tx, familyId: string): Promise<ScanRow | undefined> {
  const [row] = await tx<ScanRow[]>`
    SELECT scan_id, state, checked, used, failure, started_at, finished_at
    FROM wallet_scan WHERE family_id = ${familyId}`;
  return row;
}

/** Replaces the previous scan, and waits until that has really ended. */
export const beginScan = (tx: Tx, familyId: string, scanId: string, now: Date) => tx`
  INSERT INTO wallet_scan (family_id, scan_id, state, started_at, look_at)
  VALUES (${familyId}, ${scanId}, 'waiting', ${now}, ${now})
  ON CONFLICT (family_id) DO UPDATE SET scan_id = excluded.scan_id, state = 'waiting',
    checked = 0, used = 0, failure = NULL, started_at = excluded.started_at, finished_at = NULL,
    look_at = greatest(wallet_scan.look_at, excluded.look_at)`;

/** Scans per round. */
const MOST_TAKEN = 500;

/** Reserves due scans, except those of families in `underWay`. */
export const takeScans = (
  owner: Sql,
  underWay: readonly string[],
  { now, until }: { now: Date; until: Date },
) => owner<{ familyId: string; scanId: string }[]>`
  UPDATE wallet_scan SET look_at = ${until}
  WHERE family_id IN (${dueScans(owner, now, underWay)}) RETURNING family_id, scan_id`;

/** Exported for the test that reads its plan. */
export const dueScans = (owner: Sql, now: Date, underWay: readonly string[] = []) => owner`
  SELECT family_id FROM wallet_scan WHERE look_at <= ${now}
  ${underWay.length > 0 ? owner`AND family_id <> ALL(${[...underWay]})` : owner``}
  ORDER BY look_at LIMIT ${MOST_TAKEN} FOR UPDATE SKIP LOCKED`;

/** Renews this server's running scans, which reserves them until then. */
export const keepScans = (owner: Sql, familyIds: readonly string[], until: Date) => owner`
  UPDATE wallet_scan SET look_at = ${until}
  WHERE family_id = ANY(${[...familyIds]}) AND look_at IS NOT NULL`;

/** Called after a scan: a newer one is due now; one cut off is due when its lease ends. */
export const putScanBack = (owner: Sql, familyId: string, now: Date) => owner`
  UPDATE wallet_scan
  SET look_at = CASE state WHEN 'waiting' THEN ${now} WHEN 'running' THEN look_at END
  WHERE family_id = ${familyId}`;

/** Changes to a scan; omitted fields stay. */
type ScanStep = Partial<Omit<ScanRow, 'scanId' | 'startedAt'>>;

/** @returns false if the scan was cancelled, has ended, or was replaced */
export async function moveScan(
  tx: Tx,
  familyId: string,
  scanId: string,
  { state, checked, used, failure, finishedAt }: ScanStep,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE wallet_scan SET state = coalesce(${state ?? null}, state),
      checked = coalesce(${checked ?? null}, checked), used = coalesce(${used ?? null}, used),
      failure = ${failure ?? null}, finished_at = ${finishedAt ?? null}
    WHERE family_id = ${familyId} AND scan_id = ${scanId} AND state IN ('waiting', 'running')`;
  return count === 1;
}

/** An encrypted wallet without prepared addresses is unknown here, but still exists. */
export async function noWallet(tx: Tx, familyId: string): Promise<Refusal> {
  const encrypted = await tx`
    SELECT FROM vault WHERE family_id = ${familyId} AND encrypted_data IS NOT NULL`;
  return new Refusal('CONFLICT', because(encrypted.length > 0 ? 'WALLET_LOCKED' : 'NO_WALLET'));
}
