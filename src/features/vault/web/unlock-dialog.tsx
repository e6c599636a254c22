/** "Unlock Your Wallet": the passphrase goes to the worker, and nowhere else. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { LONGEST_PASSPHRASE } from '#core/vault/passphrase.ts';
import { type EncryptedConfig, vault } from '#features/vault/contract.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { openIsVersion, openVault } from '#web/vault/vault.ts';
import { unlockFailure } from './words.ts';

interface UnlockDialogProps {
  onUnlocked: () => void;
  onClose: () => void;
  /** Buttons beside "Unlock". */
  ways: ReactNode;
}

/** VAULT-20: idle, decrypting, then closed or with an error. */
export function UnlockDialog({ onUnlocked, onClose, ways }: UnlockDialogProps) {
  const [passphrase, setPassphrase] = useState('');
  const [isShown, show] = useState(false);
  const unlock = useUnlock(onUnlocked);
  const formId = useId();
  return (
    <Dialog
      title={t`Unlock Your Wallet`}
      description={t`It is opened in this browser only. Your children’s books work without it.`}
      size="small"
      onClose={onClose}
      actions={
        <>
          {ways}
          <Button type="submit" form={formId} busy={unlock.isPending}>
            {unlock.isPending ? t`Unlocking` : t`Unlock`}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        errors={unlock.error ? { passphrase: unlock.error } : {}}
        onSubmit={() => void unlock.run(passphrase)}
      >
        <TextField
          name="passphrase"
          label={t`Passphrase`}
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST_PASSPHRASE}
          data-autofocus
          value={passphrase}
          onChange={setPassphrase}
          beside={
            <Button look="alt" aria-pressed={isShown} onClick={() => show(!isShown)}>
              {isShown ? t`Hide` : t`Show`}
            </Button>
          }
        />
      </Form>
    </Dialog>
  );
}

function useUnlock(onUnlocked: () => void) {
  const queries = useQueryClient();
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  // A payload of an old form is replaced; if that fails, it is tried again at the next unlocking.
  const save = useCall(vault.configure, {
    onDone: ({ version }) => openIsVersion(version),
    onFail: () => undefined,
  });
  const open = async (passphrase: string) => {
    const config = await queries.fetchQuery({ ...query(vault.config, {}), staleTime: 0 });
    if (!config.encryptedSecrets) return setError(t`No encrypted wallet data found`);
    const { resealed } = await openVault(config.version, {
      payload: config.encryptedSecrets,
      passphrase,
      binding: { purpose: 'wallet', familyId: config.familyId },
      network: config.network,
    });
    toast({ title: t`Wallet Unlocked` });
    if (resealed) save.run(replacement(config, resealed));
    onUnlocked();
  };
  const run = async (passphrase: string) => {
    if (passphrase === '') return setError(t`Please enter your passphrase`);
    setError(undefined);
    setPending(true);
    try {
      await open(passphrase);
    } catch (failure) {
      setError(unlockFailure(failure));
    } finally {
      setPending(false);
    }
  };
  return { run, error, isPending };
}

const replacement = (
  { version }: EncryptedConfig,
  encryptedSecrets: NonNullable<EncryptedConfig['encryptedSecrets']>,
) => ({ encryptedSecrets, hasWallet: true as const, version });
