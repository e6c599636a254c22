/** Turns unlocking by passkey on or off, while the wallet is open. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { VaultError } from '#core/vault/error.ts';
import { vault } from '#features/money/vault/contract.ts';
import { type VaultPasskey, vaultPasskeys } from '#features/money/vault/passkeys/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { sealForPasskey } from '#web/vault/vault.ts';
import { PassphraseField } from '../passphrase/passphrase-field.tsx';
import { unlockFailure } from '../words.ts';
import { askPasskey, newSalt, useVaultPasskeys, wasCancelled } from './passkey-secret.ts';
import { NotInThisBrowser } from './unlock-by-passkey.tsx';

/** Two buttons for a row of buttons; none without a passkey. */
export function PasskeyUnlocking() {
  const { own, hasPrf } = useVaultPasskeys();
  const [asks, ask] = useState(false);
  const remove = useCall(vaultPasskeys.remove, {
    onDone: () => toast({ title: t`Only the passphrase unlocks it now` }),
  });
  const free = own.filter(({ lock }) => lock === null);
  return (
    <>
      {hasPrf && free.length > 0 && (
        <Button look="quiet" small onClick={() => ask(true)}>
          {free.some(derives)
            ? t`Unlock this wallet with a passkey`
            : t`Try a passkey you already have`}
        </Button>
      )}
      {free.length < own.length && (
        <Button look="quiet" small busy={remove.isPending} onClick={() => remove.run({})}>
          {t`Remove unlocking by passkey`}
        </Button>
      )}
      {own.length > 0 && hasPrf === false && <NotInThisBrowser />}
      <CallFailure error={remove.error} fallback={t`Update Failed`} />
      {asks && <SetUpDialog choices={free} onClose={() => ask(false)} />}
    </>
  );
}

/** Others may work too, but only trying shows it. */
const derives = ({ hasPrf }: VaultPasskey) => hasPrf;

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
        {!choices.some(derives) && (
          <p className="sub">{t`Not every passkey can do this. If yours cannot, nothing changes.`}</p>
        )}
        <PassphraseField value={passphrase} onChange={setPassphrase} />
      </Form>
    </Dialog>
  );
}

/** Asks the passkey, has the worker check and seal the passphrase, and saves the result. */
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
  const why = (error: unknown): FormErrors => ({
    form: wasCancelled(error) ? t`Nothing has changed. Your passphrase works as before.` : fallback,
  });
  const run = async (passphrase: string) => {
    if (passphrase === '') return setErrors({ passphrase: t`Please enter your passphrase` });
    setErrors({});
    setSealing(true);
    try {
      await seal(passphrase);
    } catch (error) {
      setErrors(error instanceof VaultError ? { passphrase: unlockFailure(error) } : why(error));
    } finally {
      setSealing(false);
    }
  };
  return { run, errors, isPending: isSealing || save.isPending };
}
