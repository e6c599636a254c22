/** Connects the family's first wallet, before it has a card on the page. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { vault } from '#features/money/vault/contract.ts';
import { wallet } from '#features/money/wallet/watched/contract.ts';
import {
  ConfigureDialog,
  type EncryptedForm,
} from '#features/money/wallet/web/setup/configure-dialog.tsx';
import { query } from '#web/query.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { FirstEncryptedWallet } from './first-encrypted-wallet.tsx';

const encrypted: EncryptedForm = (props) => <FirstEncryptedWallet {...props} />;

export function ConnectWallet({ onClose }: { onClose: () => void }) {
  const answer = useQuery(query(wallet.familyInfo, {}));
  // The dialog uses the form that the family has chosen.
  const { isLoading } = useQuery({ ...query(vault.preferences, {}), meta: { quiet: true } });
  if (answer.data && !isLoading)
    return <ConfigureDialog info={answer.data} encrypted={encrypted} onClose={onClose} />;
  return (
    <Dialog title={t`Configure Bitcoin wallet`} onClose={onClose}>
      <Loaded answer={answer} label={t`Opening the wallet`} height="16rem">
        {() => null}
      </Loaded>
    </Dialog>
  );
}
