/** Reads a wallet's details from a pasted text; a parent compares them with the wallet itself. */
import type { AddressType, ScriptType } from '#core/bitcoin/address.ts';
import { deriveAddresses, firstAddresses } from '#core/bitcoin/derive.ts';
import { writeDescriptor } from '#core/bitcoin/descriptor.ts';
import type { AccountKey } from '#core/bitcoin/extended-key.ts';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import { type BitcoinNetwork, requireNetwork } from '#core/bitcoin/network.ts';
import type { Sats } from '#core/money.ts';

/** A key with one script type: the first address that its wallet shows. */
export type KeyChoice = {
  accountKey: AccountKey;
  scriptType: ScriptType;
  firstAddress: string;
  /** The key and its script type in one text, the form in which the server stores it. */
  descriptor: string;
};

export type WalletText =
  /** Includes the amount of the payment link. */
  | { kind: 'address'; address: string; type: AddressType; amountSats?: Sats }
  | { kind: 'key'; choice: KeyChoice }
  /** A bare xpub or tpub: a parent selects the wallet's own first address. */
  | { kind: 'ambiguous'; choices: KeyChoice[] };

/** Throws a BitcoinInputError for a bad text, or one of another network. */
export function readWalletText(text: string, network: BitcoinNetwork): WalletText {
  const wallet = readPublicWallet(text);
  if (wallet.kind === 'address') {
    const { address: found, amountSats } = wallet;
    requireNetwork(found, network);
    const asked = amountSats !== undefined && { amountSats };
    return { kind: 'address', address: found.address, type: found.type, ...asked };
  }
  if (wallet.kind === 'account-key') {
    const range = { network, branch: 'receive', first: 0, count: 1 } as const;
    const [address = ''] = deriveAddresses(wallet.accountKey, range);
    return { kind: 'key', choice: choiceOf(wallet.accountKey, address) };
  }
  requireNetwork(wallet.key, network);
  const choices = firstAddresses(wallet.key, network).map(({ scriptType, address }) =>
    choiceOf({ key: wallet.key, scriptType }, address),
  );
  return { kind: 'ambiguous', choices };
}

const choiceOf = (accountKey: AccountKey, firstAddress: string): KeyChoice => ({
  accountKey,
  scriptType: accountKey.scriptType,
  firstAddress,
  descriptor: writeDescriptor(accountKey),
});
