/** While the wallet is open: unlocking it with a passkey from now on, or no longer. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { VaultError } from '#core/vault/error.ts';
import { LONGEST_PASSPHRASE } from '#core/vault/passphrase.ts';
import { vault } from '#features/vault/contract.ts';
import { type VaultPasskey, vaultPasskeys } from '#features/vault/passkeys/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { sealForPasskey } from '#web/vault/vault.ts';
import { askPasskey, newSalt, useVaultPasskeys } from './passkey-secret.ts';
import { unlockFailure } from './words.ts';

/** Two buttons for a row of them; none where no passkey of this person can unlock. */
export function PasskeyUnlocking() {
  const own = useVaultPasskeys();
  const [asks, ask] = useState(false);
  const remove = useCall(vaultPasskeys.remove, {
    onDone: () => toast({ title: t`Only the passphrase unlocks it now` }),
  });
  const free = own.filter(({ lock }) => lock === null);
  return (
    <>
      {free.length > 0 && (
        <Button look="quiet" small onClick={() => ask(true)}>
          {t`Unlock this wallet with a passkey`}
        </Button>
      )}
      {free.length < own.length && (
        <Button look="quiet" small busy={remove.isPending} onClick={() => remove.run({})}>
          {t`Remove unlocking by passkey`}
        </Button>
      )}
      <CallFailure error={remove.error} fallback={t`Update Failed`} />
      {asks && <SetUpDialog choices={free} onClose={() => ask(false)} />}
    </>
  );
}

interface SetUpDialogProps {
  choices: readonly VaultPasskey[];
  onClose: () => void;
}

function SetUpDialog({ choices, onClose }: SetUpDialogProps) {
  const [passphrase, setPassphrase] = useState('');
  const { run, errors, isPending } = useSetUp(choices, onClose);
  const formId = useId();
  return (
    <Dialog
      title={t`Unlock this wallet with a passkey`}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={isPending}>{t`Continue`}</Button>
        </>
      }
    >
      <Form id={formId} errors={errors} onSubmit={() => void run(passphrase)}>
        <p>{t`This browser locks your passphrase with a key that only your passkey makes. We keep the locked copy and cannot open it. The passphrase always works too, so keep it written down.`}</p>
        <TextField
          name="passphrase"
          label={t`Passphrase`}
          type="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST_PASSPHRASE}
          data-autofocus
          value={passphrase}
          onChange={setPassphrase}
        />
      </Form>
    </Dialog>
  );
}

/** Asks the passkey, lets the worker check and seal the passphrase, and saves what it sealed. */
function useSetUp(choices: readonly VaultPasskey[], onDone: () => void) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState<FormErrors>({});
  const [isSealing, setSealing] = useState(false);
  const fallback = t`This passkey cannot unlock the wallet. Your passphrase works as before.`;
  const save = useCall(vaultPasskeys.save, {
    onDone: () => {
      toast({ title: t`Your passkey unlocks the wallet now` });
      onDone();
    },
    onFail: (error) => setErrors({ form: messageOf(error, fallback) }),
  });
  const seal = async (passphrase: string) => {
    const salt = newSalt();
    const secret = await askPasskey(choices.map((one) => ({ ...one, salt })));
    const used = choices.find(({ credentialId }) => credentialId === secret.credentialId);
    const config = await queries.fetchQuery({ ...query(vault.config, {}), staleTime: 0 });
    const { encryptedSecrets: payload, version, familyId } = config;
    if (!used || !payload) throw new Error('Nothing to unlock');
    const binding = { purpose: 'wallet', familyId } as const;
    const sealed = await sealForPasskey({ payload, passphrase, binding, secret });
    save.run({ id: used.id, salt, sealed, version });
  };
  const run = async (passphrase: string) => {
    if (passphrase === '') return setErrors({ passphrase: t`Please enter your passphrase` });
    setErrors({});
    setSealing(true);
    try {
      await seal(passphrase);
    } catch (error) {
      const isWrong = error instanceof VaultError;
      setErrors(isWrong ? { passphrase: unlockFailure(error) } : { form: fallback });
    } finally {
      setSealing(false);
    }
  };
  return { run, errors, isPending: isSealing || save.isPending };
}
