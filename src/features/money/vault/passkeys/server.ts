/** Passkeys that unlock the vault: people can list, add and remove only their own. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Handlers } from '#server/http/mount.ts';
import { vaultChanged } from '../changed.ts';
import { readVault } from '../store.ts';
import type { VaultPasskey, vaultPasskeys } from './contract.ts';
import * as store from './store.ts';

export const vaultPasskeyHandlers: Handlers<typeof vaultPasskeys> = {
  list: async (_, { tx, actor }) =>
    (await store.vaultPasskeysOf(tx, actor.familyId, actor.userId)).map(shown),

  save: async ({ id, salt, sealed, version }, { tx, actor, now }) => {
    const lock = { passkeyId: id, userId: actor.userId, salt, sealed, now };
    // Comes first, so another person's passkey looks nonexistent; every refusal rolls it back.
    if (!(await store.saveVaultPasskey(tx, actor.familyId, lock)))
      throw new Refusal('NOT_FOUND', because('NO_PASSKEY'));
    const vault = await readVault(tx, actor.familyId);
    if (!vault.payload) throw new Refusal('CONFLICT', because('NO_ENCRYPTED_WALLET'));
    // It may have another passphrase by now.
    if (vault.version !== version) throw await vaultChanged(tx, actor.familyId);
    return { success: true };
  },

  remove: async (_, { tx, actor }) => {
    await store.endVaultPasskeysOf(tx, actor.familyId, actor.userId);
    return { success: true };
  },
};

const shown = ({ passkeyId: id, transports, salt, sealed, ...rest }: store.VaultPasskeyRow) => ({
  id,
  ...rest,
  transports: transports.split(' ').filter(Boolean) as VaultPasskey['transports'],
  lock: salt && sealed ? { salt, sealed } : null,
});
