/** Derives addresses in the worker; the key never leaves it. */
import type { ScriptType } from '#core/bitcoin/address.ts';
import { type Branch, deriveAddresses } from '#core/bitcoin/derive.ts';
import type { AccountKey } from '#core/bitcoin/extended-key.ts';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import { VaultError } from '#core/vault/error.ts';
import type { Held } from './held.ts';

type Range = { first: number; count: number };

/** The script type applies to a key that doesn't state its own. */
export type DeriveInput = { scriptType: ScriptType } & Readonly<Record<Branch, Range>>;
export type Derived = Record<Branch, string[]>;

/** @throws VaultError if the vault has no key */
export function deriveFrom(held: Held, { scriptType, receive, change }: DeriveInput): Derived {
  const account = accountOf(held, scriptType);
  const { network } = held;
  const derive = (branch: Branch, range: Range) =>
    range.count === 0 ? [] : deriveAddresses(account, { network, branch, ...range });
  return { receive: derive('receive', receive), change: derive('change', change) };
}

function accountOf({ secrets }: Held, scriptType: ScriptType): AccountKey {
  const wallet =
    secrets.walletXpub === undefined ? undefined : readPublicWallet(secrets.walletXpub);
  if (wallet?.kind === 'account-key') return wallet.accountKey;
  if (wallet?.kind === 'ambiguous') return { key: wallet.key, scriptType };
  throw new VaultError('CANNOT_OPEN', 'No key is open');
}
