/** What a pasted text says of a wallet, for a parent to compare with the wallet itself. */
import type { AddressType, ScriptType } from '#core/bitcoin/address.ts';
import { firstAddresses } from '#core/bitcoin/derive.ts';
import { writeDescriptor } from '#core/bitcoin/descriptor.ts';
import type { AccountKey } from '#core/bitcoin/extended-key.ts';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import { type BitcoinNetwork, requireNetwork } from '#core/bitcoin/network.ts';

/** A key with one script type: the first address that its wallet shows. */
export type KeyChoice = {
  accountKey: AccountKey;
  scriptType: ScriptType;
  firstAddress: string;
  /** The key and its script type in one text: the form in which the server keeps it. */
  descriptor: string;
};

export type WalletText =
  | { kind: 'address'; address: string; type: AddressType }
  | { kind: 'key'; choice: KeyChoice }
  /** An xpub or tpub alone: a parent says which first address is their wallet's. */
  | { kind: 'ambiguous'; choices: KeyChoice[] };

/** Throws a BitcoinInputError: what is wrong with the text, or that it is of another network. */
export function readWalletText(text: string, network: BitcoinNetwork): WalletText {
  const wallet = readPublicWallet(text);
  if (wallet.kind === 'address') {
    requireNetwork(wallet.address, network);
    return { kind: 'address', address: wallet.address.address, type: wallet.address.type };
  }
  const key = wallet.kind === 'ambiguous' ? wallet.key : wallet.accountKey.key;
  requireNetwork(key, network);
  const choices = firstAddresses(key, network).map(({ scriptType, address }): KeyChoice => {
    const known = wallet.kind === 'account-key' ? wallet.accountKey : { key };
    const accountKey = { ...known, scriptType };
    const descriptor = writeDescriptor(accountKey);
    return { accountKey, scriptType, firstAddress: address, descriptor };
  });
  if (wallet.kind === 'ambiguous') return { kind: 'ambiguous', choices };
  const choice = choices.find(({ scriptType }) => scriptType === wallet.accountKey.scriptType);
  return { kind: 'key', choice: choice as KeyChoice };
}
