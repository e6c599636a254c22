/** The family's Bitcoin wallet: what is known about it, its source, and its scans. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, done, moment, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import type { ScriptType } from '#core/bitcoin/address.ts';

export const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const;

/** Listed here instead of imported, to keep the address reader out of the first script. */
export const SCRIPT_TYPES = [
  'p2pkh',
  'p2sh-p2wpkh',
  'p2wpkh',
  'p2tr',
] as const satisfies readonly ScriptType[];

export const WALLET_INPUT_REQUIRED = laterCheck('WALLET_INPUT_REQUIRED');
/** A scan needs an XPUB longer than this. */
export const SCAN_XPUB_LENGTH = 100;
export const XPUB_TOO_SHORT = laterCheck('XPUB_TOO_SHORT', { length: SCAN_XPUB_LENGTH });
/** The longest wallet export is a descriptor with an origin, about 200 characters. */
const MOST_CHARACTERS = 1_000;

export const WALLET_KINDS = ['address', 'key', 'vault'] as const;

export const SCAN_STATES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

/** Why a look-up failed; the screen words it. */
export const LOOKUP_FAILURES = [
  /** No source has been chosen. */
  'NO_SOURCE',
  /** The source didn't answer in time. */
  'UNREACHABLE',
  /** The source's reply doesn't match the request. */
  'BAD_ANSWER',
  'REFUSED',
  /** The source asked us to slow down. */
  'BUSY',
  /** The source is on another network than this server. */
  'WRONG_NETWORK',
  /** The wallet has more addresses than we look up. */
  'TOO_LARGE',
  /** The source returned more than we check; earlier results stay. */
  'TOO_MUCH',
  /** For an encrypted wallet: all prepared addresses are in use. */
  'UNPREPARED',
  /** This server failed, not the source; its log says why. */
  'INTERNAL',
] as const;
export type LookupFailure = (typeof LOOKUP_FAILURES)[number];

export const Scan = v.object({
  state: v.picklist(SCAN_STATES),
  /** Addresses looked up so far, and how many of them have a history. */
  checked: v.number(),
  used: v.number(),
  startedAt: moment,
  finishedAt: v.nullable(moment),
  failure: v.nullable(v.picklist(LOOKUP_FAILURES)),
});
export type Scan = v.InferOutput<typeof Scan>;

/**
 * - `not_configured`: there is no wallet.
 * - `check_address`: a parent has to say which of `firstAddresses` their wallet shows.
 * - `no_source`: no look-up before an adult chooses a source.
 * - `scanning`: a scan is waiting or running.
 * - `connected`: looked up at `checkedAt`.
 * - `not_checked`: the newest look-up failed or was cancelled; `scan.failure` says why.
 */
export const WALLET_STATES = [
  'not_configured',
  'check_address',
  'no_source',
  'scanning',
  'connected',
  'not_checked',
] as const;
export type WalletState = (typeof WALLET_STATES)[number];

export const FirstAddress = v.object({ scriptType: v.picklist(SCRIPT_TYPES), address: v.string() });
export type FirstAddress = v.InferOutput<typeof FirstAddress>;

export const SOURCE_KINDS = ['none', 'operator', 'esplora', 'electrum'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Excludes the path of its address, which may contain a key. */
const SourceServer = v.object({
  protocol: v.picklist(['esplora', 'electrum']),
  /** `blockstream.info`, `umbrel.local:50001` */
  host: v.string(),
});

export const Source = v.object({
  network: v.picklist(NETWORKS),
  /** The source in effect: until an adult chooses, `operator` or `none`, which looks nothing up. */
  chosen: v.picklist(SOURCE_KINDS),
  /** The server in use; null if there is none. */
  server: v.nullable(SourceServer),
  /** The operator's server (CHAIN_URL); null if there is none. */
  operator: v.nullable(SourceServer),
});
export type Source = v.InferOutput<typeof Source>;

/** Most addresses of earlier wallets watched for a family. */
export const MOST_EARLIER = 200;

/** Addresses of earlier wallets that children were given; adults must assign payments there. */
export const Earlier = v.object({
  addresses: v.number(),
  until: moment,
  /** The limit is reached: the oldest unused ones were dropped. */
  isFull: v.boolean(),
});
export type Earlier = v.InferOutput<typeof Earlier>;

export const WalletInfo = v.object({
  address: v.nullable(v.string()),
  xpub: v.nullable(v.string()),
  isConfigured: v.boolean(),
  /**
   * The stored form. Given a key and one of its addresses, only the key is stored, and all its
   * addresses are looked up. `vault`: the wallet is encrypted. Null without a wallet.
   */
  kind: v.nullable(v.picklist(WALLET_KINDS)),
  /** Confirmed. */
  balance: btcText,
  /** Addresses with a history. */
  addressCount: v.number(),
  /** Unconfirmed; may be negative while an outgoing payment waits. */
  pendingBalance: btcText,
  network: v.picklist(NETWORKS),
  state: v.picklist(WALLET_STATES),
  /** Null for an address, and while unknown. */
  scriptType: v.nullable(v.picklist(SCRIPT_TYPES)),
  /** Filled only in state `check_address`. */
  firstAddresses: v.array(FirstAddress),
  /** Time of the newest complete look-up. */
  checkedAt: v.nullable(moment),
  /** The newest scan. */
  scan: v.nullable(Scan),
  source: Source,
  /** Null if none is watched. */
  earlier: v.nullable(Earlier),
});
export type WalletInfo = v.InferOutput<typeof WalletInfo>;

/** Omits the key: replies to changes are stored, and the key must never be stored unsealed. */
export const SavedWallet = v.omit(WalletInfo, ['xpub']);
export type SavedWallet = v.InferOutput<typeof SavedWallet>;

export const ScannedAddress = v.object({
  address: v.string(),
  /** `m/0/5`, relative to the account; empty for a single-address wallet. */
  path: v.string(),
  balance: btcText,
  pendingBalance: btcText,
});
export type ScannedAddress = v.InferOutput<typeof ScannedAddress>;

export const ScanResult = v.object({
  /** Confirmed, as far as known now. */
  totalBalance: btcText,
  /** Addresses with a history. */
  addresses: v.array(ScannedAddress),
  scan: v.nullable(Scan),
});
export type ScanResult = v.InferOutput<typeof ScanResult>;

const pasted = v.optional(v.pipe(v.string(), v.maxLength(MOST_CHARACTERS), v.trim()));

export const wallet = {
  configure: endpoint({
    method: 'POST',
    path: '/api/wallet/configure',
    access: 'adult',
    money: 'redirects',
    takesKey: true,
    needsNetwork: true,
    input: v.pipe(
      v.strictObject({ walletAddress: pasted, walletXpub: pasted }),
      v.check(
        ({ walletAddress, walletXpub }) => Boolean(walletAddress || walletXpub),
        WALLET_INPUT_REQUIRED,
      ),
    ),
    output: SavedWallet,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/wallet/configure',
    access: 'adult',
    money: 'destroys',
    input: nothing,
    output: v.object({ ...done.entries, earlier: v.nullable(Earlier) }),
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: '/api/wallet/confirm-address',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({ address: v.pipe(v.string(), v.maxLength(100)) }),
    output: SavedWallet,
  }),
  familyInfo: endpoint({
    method: 'GET',
    path: '/api/wallet/family-info',
    access: 'adult',
    input: nothing,
    output: WalletInfo,
  }),
  chooseSource: endpoint({
    method: 'PUT',
    path: '/api/wallet/source',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      kind: v.picklist(SOURCE_KINDS, `Expected one of ${SOURCE_KINDS.join(', ')}`),
      /** `https://blockstream.info/api` for Esplora, `ssl://host:50002` for Electrum. */
      url: v.optional(v.pipe(v.string(), v.maxLength(300), v.trim())),
    }),
    output: Source,
  }),
  scanBalance: endpoint({
    method: 'POST',
    path: '/api/wallet/scan-balance',
    access: 'adult',
    money: 'none',
    takesKey: true,
    /** If given, they must match the configured wallet. */
    input: v.strictObject({
      xpub: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(MOST_CHARACTERS),
          v.trim(),
          v.check((text) => text === '' || text.length > SCAN_XPUB_LENGTH, XPUB_TOO_SHORT),
        ),
      ),
      address: pasted,
    }),
    output: ScanResult,
  }),
  scan: endpoint({
    method: 'GET',
    path: '/api/wallet/scan-balance',
    access: 'adult',
    input: nothing,
    output: ScanResult,
  }),
  cancelScan: endpoint({
    method: 'DELETE',
    path: '/api/wallet/scan-balance',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: ScanResult,
  }),
};

export const walletSummaries: Summaries<typeof wallet> = {
  configure: 'Save the public key or the address of the family’s wallet; never a private key',
  remove:
    'Forget the family’s wallet; addresses that children were given are watched for another year',
  confirmAddress: 'A parent says: this is the first receiving address that my wallet shows',
  familyInfo: 'The family’s wallet, its confirmed balance, and where that was looked up',
  chooseSource: 'Choose who is asked about the wallet’s addresses: nobody unless chosen',
  scanBalance: 'Start looking up every address of the wallet; answers with what is known so far',
  scan: 'How far the scan is, and what is known so far',
  cancelScan: 'Stop the scan; what it has found stays',
};
