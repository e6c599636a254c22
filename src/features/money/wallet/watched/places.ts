/** A wallet's addresses with the hashes that find them on the chain. */
import { readAddress, type ScriptType, scriptHash } from '#core/bitcoin/address.ts';
import type { Branch } from '#core/bitcoin/derive.ts';
import type { PublicWallet } from '#core/bitcoin/keys.ts';
import type { Place } from './addresses.ts';
import { addressesOf } from './rules.ts';
import type { WalletRow } from './store.ts';

export const placeOf = (address: string): Place => ({
  scriptHash: scriptHash(readAddress(address).script),
  address,
  scriptType: null,
  branch: 'receive',
  addressIndex: 0,
});

export const placesOf = (
  { row, wallet }: { row: WalletRow; wallet: PublicWallet },
  scriptType: ScriptType,
  branch: Branch,
  first: number,
  count: number,
): Place[] =>
  addressesOf(wallet, scriptType, { network: row.network, branch, first, count }).map(
    (address, at) => ({ ...placeOf(address), scriptType, branch, addressIndex: first + at }),
  );
