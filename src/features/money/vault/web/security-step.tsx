/** The setup's security step: who can read the keys to the family's wallet. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { vault } from '#features/money/vault/contract.ts';
import { Book } from '#web/book.tsx';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ShownPassphrase, type ShownPassphraseState } from './passphrase/shown-passphrase.tsx';
import { CannotEncrypt } from './unlock/compatibility.tsx';
import { useCapability } from './unlock/use-capability.ts';
import { useEncryptExisting } from './use-encrypt-existing.ts';

interface SecurityStepProps {
  shown: ShownPassphraseState;
  /** Called whether or not anything was changed. */
  onDone: () => void;
}

type Mode = 'standard' | 'encrypted';

export function SecurityStep(props: SecurityStepProps) {
  const preferences = useQuery(query(vault.preferences, {}));
  const config = useQuery(query(vault.config, {}));
  const label = t`Wallet security`;
  return (
    <Loaded answer={preferences} label={label} height="24rem">
      {(found) => (
        <Loaded answer={config} label={label} height="24rem">
          {({ version }) => <Step {...props} found={found} version={version} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface ChoiceProps extends SecurityStepProps {
  found: Output<typeof vault.preferences>;
  version: number;
}

function Step(props: ChoiceProps) {
  const { hasLegacyWallet, hasEncryptedWallet } = props.found;
  if (!hasLegacyWallet && !hasEncryptedWallet) return <NoWalletYet {...props} />;
  return (
    <Book
      arrived
      title={t`Who can read your wallet’s key?`}
      lead={t`Nobody can spend with it. You can change this at any time on the dashboard.`}
    >
      <Choice {...props} />
    </Book>
  );
}

/** There is no key yet, so one press continues; people can still choose for later. */
function NoWalletYet(props: ChoiceProps) {
  const [chooses, choose] = useState(false);
  return (
    <Book
      arrived
      title={t`No wallet yet, so no key to protect`}
      lead={
        props.found.prefersEncryption
          ? t`The wallet that you connect later is encrypted with your passphrase, as you have chosen.`
          : t`Once you connect a wallet, you can choose who may read its key. Nothing is needed now.`
      }
    >
      {chooses ? (
        <Choice {...props} />
      ) : (
        <div className="form-actions">
          <Button onClick={props.onDone}>{t`Continue`}</Button>
          <Button look="quiet" onClick={() => choose(true)}>
            {props.found.prefersEncryption ? t`Change` : t`Choose now for later`}
          </Button>
        </div>
      )}
    </Book>
  );
}

function Choice({ shown, onDone, found, version }: ChoiceProps) {
  const { prefersEncryption, hasLegacyWallet, hasEncryptedWallet } = found;
  const [mode, choose] = useState<Mode>(prefersEncryption ? 'encrypted' : 'standard');
  const capability = useCapability();
  const change = useChange(onDone);
  const wants = mode === 'encrypted';
  const submit = () => {
    if (wants === prefersEncryption) return onDone();
    if (!wants) return change.set({ prefersEncryption: false, version });
    if (hasLegacyWallet) return shown.holds() ? undefined : change.encrypt(shown.passphrase);
    return change.set({ prefersEncryption: true, version });
  };
  const cannot = wants && capability && !capability.supported;
  return (
    <Form
      onSubmit={submit}
      errors={change.failure === undefined ? {} : { form: change.failure }}
      actions={
        <>
          <Button type="submit" busy={change.isBusy}>{t`Continue`}</Button>
          <Button look="quiet" onClick={onDone}>{t`Not now`}</Button>
        </>
      }
    >
      <RadioGroup
        name="mode"
        label={t`How is it kept?`}
        value={mode}
        onChange={choose}
        options={[
          {
            value: 'encrypted',
            label: t`Zero-knowledge mode`,
            hint: t`Client-side encryption with a personal passphrase. Recommended for families.`,
          },
          {
            value: 'standard',
            label: t`Standard mode`,
            hint: t`Server-side encryption. This server can read the key to look up balances and deposits.`,
            // Done on the dashboard instead, which opens the vault first and moves the wallet too.
            disabled: hasEncryptedWallet,
          },
        ]}
      />
      {cannot && <CannotEncrypt capability={capability} />}
      {wants && hasLegacyWallet && <ShownPassphrase shown={shown} />}
      <p className="sub">
        <a href="/encryption-options">{t`What the server can and cannot see`}</a>
      </p>
    </Form>
  );
}

function useChange(onDone: () => void) {
  const [failure, setFailure] = useState<string>();
  const fail = (error: unknown) => {
    const description = messageOf(error, t`Failed to encrypt your wallet data`);
    setFailure(description);
    toast({ title: t`Configuration Error`, description, destructive: true, inline: true });
  };
  const preference = useCall(vault.setPreference, { doneFirst: true, onDone, onFail: fail });
  const encryption = useEncryptExisting({ onDone, onFail: fail });
  return {
    failure,
    isBusy: preference.isPending || encryption.isBusy,
    set: preference.run,
    encrypt: (passphrase: string) => void encryption.run(passphrase),
  };
}
