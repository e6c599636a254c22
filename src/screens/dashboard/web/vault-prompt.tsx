/** The passphrase of an encrypted wallet, asked for on the parents' screen; Cancel logs out. */
import { useLogout } from '#features/auth/web/use-logout.ts';
import { PassphrasePrompt } from '#features/vault/web/passphrase-prompt.tsx';

export function VaultPrompt() {
  const logout = useLogout();
  return <PassphrasePrompt onCancel={() => logout.run({})} />;
}
