/** The family's wallet on the parents' screen, in its stored form. */

import { EncryptedWallet } from '#features/money/vault/web/encrypted-wallet.tsx';
import { PassphrasePrompt } from '#features/money/vault/web/unlock/passphrase-prompt.tsx';
import type { EncryptedForm } from '#features/money/wallet/web/setup/configure-dialog.tsx';
import { VaultWatch } from '#features/money/wallet/web/watched/vault-watch.tsx';
import { WalletCard } from '#features/money/wallet/web/watched/wallet-card.tsx';
import { useLogout } from '#features/people/auth/web/use-logout.ts';
import { lazyPart } from '#web/lazy-part.ts';

const FirstEncryptedWallet = lazyPart(
  async () => (await import('./first-encrypted-wallet.tsx')).FirstEncryptedWallet,
);

interface FamilyWalletProps {
  isEncrypted: boolean;
  /** The expected height, reserved while it loads. */
  height: string;
}

export function FamilyWallet({ isEncrypted, height }: FamilyWalletProps) {
  return isEncrypted ? (
    <Locked height={height} />
  ) : (
    <WalletCard height={height} encrypted={encrypted} />
  );
}

const encrypted: EncryptedForm = (props) => <FirstEncryptedWallet {...props} />;

/** Cancel at the prompt logs out. */
function Locked({ height }: { height: string }) {
  const logout = useLogout();
  return (
    <>
      <EncryptedWallet height={height} watch={<VaultWatch />} />
      <PassphrasePrompt onCancel={() => logout.run({})} />
    </>
  );
}
