/** The first wallet of a family that wants encryption: it is sealed here before it is sent. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type EncryptedConfig, vault } from '#features/money/vault/contract.ts';
import { KeptPassphraseDialog } from '#features/money/vault/web/passphrase/kept-passphrase-dialog.tsx';
import {
  PassphraseFields,
  useNewPassphrase,
} from '#features/money/vault/web/passphrase/passphrase-fields.tsx';
import { WALLET_INPUT_REQUIRED } from '#features/money/wallet/watched/contract.ts';
import type { EncryptedForm } from '#features/money/wallet/web/setup/configure-dialog.tsx';
import { WalletInput } from '#features/money/wallet/web/setup/wallet-input.tsx';
import { messageOf } from '#web/errors.ts';
import { said } from '#web/messages/said.ts';
import { skipPrompt } from '#web/passphrase-prompt.ts';
import { query, useCall } from '#web/query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { sealVault } from '#web/vault/vault.ts';

type FirstWalletProps = Parameters<EncryptedForm>[0];

export function FirstEncryptedWallet(props: FirstWalletProps) {
  const config = useQuery({ ...query(vault.config, {}), staleTime: 0 });
  if (!config.data)
    return (
      <Dialog title={t`Configure Bitcoin wallet`} onClose={props.onClose}>
        <Loaded answer={config} label={t`Opening the wallet`} height="16rem">
          {() => null}
        </Loaded>
      </Dialog>
    );
  return config.data.hasEncryptedWallet ? (
    <VaultIsThere onClose={props.onClose} />
  ) : (
    <FirstForm {...props} config={config.data} />
  );
}

/** The wallet goes into the existing vault, under its passphrase. */
const VaultIsThere = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title={t`Configure Bitcoin wallet`}
    onClose={onClose}
    actions={
      <ButtonLink href="/encryption-options">{t`Add it to the encrypted wallet`}</ButtonLink>
    }
  >
    <p>{t`Your family has an encrypted wallet already. Its passphrase opens it, and this one goes in beside it.`}</p>
  </Dialog>
);

function FirstForm({ input, config, onClose }: FormProps) {
  const chosen = useNewPassphrase();
  const [errors, setErrors] = useState<FormErrors>({});
  const [isShown, show] = useState(false);
  const save = useSeal({ input, config, onClose, onFail: (form) => setErrors({ form }) });
  const formId = useId();
  const submit = () => {
    const isEmpty = input.state.kind !== 'read';
    const missing = isEmpty ? { form: said(WALLET_INPUT_REQUIRED) } : {};
    const problems = { ...missing, ...input.problem(), ...chosen.problems() };
    setErrors(problems);
    if (Object.keys(problems).length === 0) show(true);
  };
  const seal = () => {
    show(false);
    void save.run(chosen.passphrase);
  };
  // Confirmed before saving: once it is saved, another card replaces this one.
  if (isShown) return <KeptPassphraseDialog passphrase={chosen.passphrase} onDone={seal} />;
  return (
    <Dialog
      title={t`Configure Bitcoin wallet`}
      description={t`Encrypted in this browser, as you chose. The server gets a copy it can’t read.`}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} busy={save.isBusy || input.isReading}>
          {t`Save it encrypted`}
        </Button>
      }
    >
      <Form id={formId} onSubmit={submit} errors={errors}>
        <WalletInput input={input} network={config.network} />
        <p className="sub">{t`Choose the passphrase that opens it.`}</p>
        <PassphraseFields input={chosen} />
      </Form>
    </Dialog>
  );
}

type FormProps = FirstWalletProps & { config: EncryptedConfig };

type Seal = FormProps & {
  onFail: (why: string) => void;
};

function useSeal({ input, config, onClose, onFail }: Seal) {
  const [isSealing, setSealing] = useState(false);
  const fail = (error: unknown) => {
    const description = messageOf(error, t`Failed to configure Bitcoin wallet`);
    onFail(description);
    toast({ title: t`Configuration Error`, description, destructive: true, inline: true });
  };
  const save = useCall(vault.configure, {
    doneFirst: true,
    onDone: () => {
      toast({ title: t`Bitcoin Wallet Connected` });
      onClose();
    },
    onFail: fail,
  });
  const run = async (passphrase: string) => {
    setSealing(true);
    try {
      const { familyId, version } = config;
      const binding = { purpose: 'wallet', familyId } as const;
      const encryptedSecrets = await sealVault({ secrets: input.typed(), passphrase, binding });
      skipPrompt();
      save.run({ encryptedSecrets, hasWallet: true, version });
    } catch (error) {
      fail(error);
    } finally {
      setSealing(false);
    }
  };
  return { run, isBusy: isSealing || save.isPending };
}
