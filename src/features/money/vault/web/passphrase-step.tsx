/**
 * The passphrase of the family's only vault: a new one, or the existing one. A second wallet goes
 * into the same vault, under the same passphrase.
 */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PassphraseField } from './passphrase/passphrase-field.tsx';
import { type NewPassphrase, PassphraseFields } from './passphrase/passphrase-fields.tsx';
import { useUnlock } from './unlock/use-unlock.ts';

export function invalidPassphraseToast(): void {
  const description = t`Please enter a strong passphrase first.`;
  toast({ title: t`Invalid Passphrase`, description, destructive: true, inline: true });
}

interface NewPassphraseStepProps {
  /** Held by the wizard, so it survives a step back. */
  input: NewPassphrase;
  onDone: () => void;
  onBack: () => void;
}

/** Continues only with a strong passphrase, typed identically twice. */
export function NewPassphraseStep({ input, onDone, onBack }: NewPassphraseStepProps) {
  const [errors, setErrors] = useState<FormErrors>({});
  const submit = () => {
    const problems = input.problems();
    setErrors(problems);
    if (Object.keys(problems).length === 0) return onDone();
    if (problems.passphrase) invalidPassphraseToast();
  };
  return (
    <Form onSubmit={submit} errors={errors} actions={<Ways onBack={onBack} />}>
      <p>{t`It locks your wallet’s key. We never see it and cannot reset it, so write it down. If it is lost, you connect the wallet again; your children’s books stay.`}</p>
      <PassphraseFields input={input} />
    </Form>
  );
}

interface OpenVaultStepProps {
  onDone: (passphrase: string) => void;
  onBack: () => void;
}

export function OpenVaultStep({ onDone, onBack }: OpenVaultStepProps) {
  const [passphrase, setPassphrase] = useState('');
  const unlock = useUnlock(onDone);
  return (
    <Form
      onSubmit={() => void unlock.run(passphrase)}
      errors={unlock.error ? { passphrase: unlock.error } : {}}
      actions={<Ways onBack={onBack} busy={unlock.isPending} />}
    >
      <p>{t`Your family has an encrypted vault already. Its passphrase opens it here, and what you add is locked with the same one.`}</p>
      <PassphraseField value={passphrase} onChange={setPassphrase} />
    </Form>
  );
}

function Ways({ onBack, busy = false }: { onBack: () => void; busy?: boolean }) {
  return (
    <>
      <Button type="submit" busy={busy}>{t`Continue`}</Button>
      <Button look="quiet" onClick={onBack}>{t`Back`}</Button>
    </>
  );
}
