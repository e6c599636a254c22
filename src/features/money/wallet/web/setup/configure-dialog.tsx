/** "Configure Bitcoin wallet": a field to paste into, what it recognized, then the source. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { vault } from '#features/money/vault/contract.ts';
import {
  type SavedWallet,
  type WalletInfo,
  wallet,
} from '#features/money/wallet/watched/contract.ts';
import { keptCopyText } from '#web/kept-copy.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { SourceForm } from '../source-form.tsx';
import { useSaveWallet } from './use-save-wallet.ts';
import { useWalletInput, WalletInput, type WalletInputState } from './wallet-input.tsx';
import '../wallet.css';

interface ConfigureDialogProps {
  info: WalletInfo;
  /** Replaces this form if the family wants its wallet encrypted. */
  encrypted: EncryptedForm;
  onClose: () => void;
}

/** A form that saves the wallet encrypted; a screen composes it from the vault's parts. */
export type EncryptedForm = (props: {
  /** Includes everything pasted so far. */
  input: WalletInputState;
  onClose: () => void;
}) => ReactNode;

export function ConfigureDialog({ info, encrypted, onClose }: ConfigureDialogProps) {
  const [isSaved, setSaved] = useState(false);
  if (isSaved)
    return (
      <Dialog title={t`Who is asked about this wallet?`} onClose={onClose}>
        <SourceForm source={info.source} onDone={onClose} onLater={onClose} />
      </Dialog>
    );
  return (
    <WalletDialog
      info={info}
      encrypted={encrypted}
      onClose={onClose}
      onSaved={(saved) => (saved.state === 'no_source' ? setSaved(true) : onClose())}
    />
  );
}

type WalletDialogProps = ConfigureDialogProps & { onSaved: (saved: SavedWallet) => void };

function WalletDialog(props: WalletDialogProps) {
  const { info, encrypted, onClose } = props;
  const input = useWalletInput(info.network);
  // Already fetched by the card, and on each press of Save.
  const { data } = useQuery({ ...query(vault.preferences, {}), enabled: false });
  if (data?.prefersEncryption) return encrypted({ input, onClose });
  return <ReadableDialog {...props} input={input} />;
}

function ReadableDialog(props: WalletDialogProps & { input: WalletInputState }) {
  const { input, info, onClose, onSaved } = props;
  const save = useSaveWallet(input, onSaved);
  const formId = useId();
  return (
    <Dialog
      title={t`Configure Bitcoin wallet`}
      description={t`Read-only. We can look, nobody can spend with this.`}
      onClose={onClose}
      actions={
        <>
          {info.isConfigured && <RemoveButton onRemoved={onClose} />}
          <Button type="submit" form={formId} busy={save.busy || input.isReading}>{t`Save`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => void save.submit()} errors={save.errors}>
        <WalletInput input={input} network={info.network} />
      </Form>
    </Dialog>
  );
}

function RemoveButton({ onRemoved }: { onRemoved: () => void }) {
  const [asks, ask] = useState(false);
  const removal = useCall(wallet.remove, { doneFirst: true, onDone: onRemoved });
  return (
    <>
      <Button look="quiet" onClick={() => ask(true)}>{t`Remove this wallet`}</Button>
      <ConfirmDialog
        open={asks}
        title={t`Remove this wallet?`}
        confirmLabel={t`Remove`}
        danger
        busy={removal.isPending}
        onConfirm={() => removal.run({})}
        onCancel={() => ask(false)}
        more={<CallFailure error={removal.error} fallback={t`The wallet could not be removed.`} />}
      >
        {t`Satling forgets the key and all it looked up. The children’s books stay as they are, and so does your money: it is in your own wallet. Addresses your children were given stay watched for a year.`}{' '}
        {keptCopyText()}
      </ConfirmDialog>
    </>
  );
}
