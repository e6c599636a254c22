/** The open contents of the vault, in its worker. */
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { WalletSecrets } from '#core/vault/secrets.ts';

export type Held = { secrets: WalletSecrets; network: BitcoinNetwork };
