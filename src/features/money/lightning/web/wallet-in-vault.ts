/** True if a parent's browser pays over Lightning, because the connection is in the vault. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { vault } from '#features/money/vault/contract.ts';
import { query } from '#web/query.ts';

export const useWalletInVault = (): boolean =>
  useQuery(query(vault.config, {})).data?.spending != null;

export const inVaultText = (): string =>
  t`Your Lightning wallet is connected; its connection is encrypted.`;
