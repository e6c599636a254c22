/** What is open in the vault's worker. */
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { WalletSecrets } from '#core/vault/secrets.ts';

export type Held = { secrets: WalletSecrets; network: BitcoinNetwork };
