/** Chooses a passphrase, typed twice or generated; the caller decides what to do with it. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { PassphraseFields, useNewPassphrase } from './passphrase-fields.tsx';

interface NewPassphraseDialogProps {
  title: string;
  submitLabel: string;
  /** Explains what will happen. */
  children: ReactNode;
  busy: boolean;
  /** The error, if using it failed. */
  failure: string | undefined;
  onChosen: (passphrase: string) => void;
  onClose: () => void;
}

export function NewPassphraseDialog(props: NewPassphraseDialogProps) {
  const { title, submitLabel, children, busy, failure, onChosen, onClose } = props;
  const input = useNewPassphrase();
  const [errors, setErrors] = useState<FormErrors>({});
  const formId = useId();
  const submit = () => {
    const problems = input.problems();
    setErrors(problems);
    if (Object.keys(problems).length === 0) onChosen(input.passphrase);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} errors={failure ? { ...errors, form: failure } : errors}>
        {children}
        <PassphraseFields input={input} />
      </Form>
    </Dialog>
  );
}
