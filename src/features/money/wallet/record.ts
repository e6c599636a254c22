/** The wallet as the API shows it. */
import { firstAddresses } from '#core/bitcoin/derive.ts';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import { formatBtc } from '#core/money.ts';
import type { ChainSettings } from '#server/chain-settings.ts';
import type { Tx } from '#server/db/sql.ts';
import type {
  FirstAddress,
  Scan,
  ScanResult,
  WalletInfo,
  WalletState,
} from './watched/contract.ts';
import { earlierOf } from './watched/earlier.ts';
import { asSource, type ChosenSource, chosenSource } from './watched/sources.ts';
import {
  findScan,
  findWallet,
  isOneAddress,
  readWalletText,
  type ScanRow,
  sumsOf,
  type UsedAddress,
  usedAddresses,
  type WalletRow,
} from './watched/store.ts';

export async function walletInfo(
  tx: Tx,
  familyId: string,
  { chain: settings, secretsKey: key }: { chain: ChainSettings; secretsKey: Uint8Array },
  now: Date,
): Promise<WalletInfo> {
  const row = await findWallet(tx, familyId);
  const text = row && (await readWalletText(tx, key, familyId));
  const { confirmedSats, waitingSats, used } = await sumsOf(tx, familyId);
  const scan = row && (await findScan(tx, familyId));
  const source = await chosenSource(tx, familyId, settings, key);
  const toCheck = row && text !== undefined ? addressesToCheck(row, text) : [];
  return {
    address: row?.kind === 'address' ? (text ?? null) : null,
    xpub: row?.kind === 'key' ? (text ?? null) : null,
    isConfigured: row !== undefined,
    kind: row?.kind ?? null,
    balance: formatBtc(confirmedSats),
    addressCount: used,
    pendingBalance: formatBtc(waitingSats),
    network: row?.network ?? settings.network,
    state: stateOf(row, scan, source),
    scriptType: row?.scriptType ?? null,
    firstAddresses: toCheck,
    checkedAt: row?.checkedAt?.toISOString() ?? null,
    scan: asScan(scan),
    source: asSource(source, settings),
    earlier: await earlierOf(tx, familyId, now),
  };
}

/** Addresses for a parent to choose from; none if the script type is known. */
export function addressesToCheck(row: WalletRow, text: string): FirstAddress[] {
  if (row.kind !== 'key' || row.scriptType !== null) return [];
  const wallet = readPublicWallet(text);
  if (wallet.kind !== 'ambiguous') return [];
  return firstAddresses(wallet.key, row.network);
}

function stateOf(
  row: WalletRow | undefined,
  scan: ScanRow | undefined,
  { server }: ChosenSource,
): WalletState {
  if (!row) return 'not_configured';
  if (scan?.state === 'waiting' || scan?.state === 'running') return 'scanning';
  if (row.kind === 'key' && row.scriptType === null) return 'check_address';
  if (!server) return 'no_source';
  return row.checkedAt && scan?.state !== 'failed' ? 'connected' : 'not_checked';
}

export async function scanResult(tx: Tx, familyId: string): Promise<ScanResult> {
  const { confirmedSats } = await sumsOf(tx, familyId);
  const row = await findWallet(tx, familyId);
  return {
    totalBalance: formatBtc(confirmedSats),
    addresses: (await usedAddresses(tx, familyId)).map((one) => asScanned(one, row)),
    scan: asScan(await findScan(tx, familyId)),
  };
}

const asScanned = (
  { address, branch, addressIndex, confirmedSats, waitingSats }: UsedAddress,
  row: WalletRow | undefined,
) => ({
  address,
  path: row && !isOneAddress(row) ? `m/${branch === 'receive' ? 0 : 1}/${addressIndex}` : '',
  balance: formatBtc(confirmedSats),
  pendingBalance: formatBtc(waitingSats),
});

const asScan = (row: ScanRow | undefined): Scan | null =>
  row
    ? {
        state: row.state,
        checked: row.checked,
        used: row.used,
        startedAt: row.startedAt.toISOString(),
        finishedAt: row.finishedAt?.toISOString() ?? null,
        failure: row.failure,
      }
    : null;
