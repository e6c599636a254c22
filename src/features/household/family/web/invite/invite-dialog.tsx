/** The frame of both invitations: text, an email address, perhaps another field, two buttons. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { sendsMail } from '#web/sends-mail.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** The outcome of a new invitation. */
export const sentText = (email: string): string =>
  sendsMail()
    ? t`We e-mailed ${email}.`
    : t`This server doesn’t send mail yet. Ask whoever runs it for the link of ${email}.`;

interface InviteDialogProps {
  title: string;
  description: ReactNode;
  label: string;
  hint?: string;
  email: string;
  onEmail: (email: string) => void;
  errors: FormErrors | undefined;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** Fields in addition to the address. */
  children?: ReactNode;
}

export function InviteDialog(props: InviteDialogProps) {
  const { title, description, label, hint, email, onEmail, errors, busy } = props;
  const { onSubmit, onClose, children } = props;
  const formId = useId();
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={busy}>
            {t`Send Invitation`}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={onSubmit} errors={errors}>
        <TextField
          name="email"
          label={label}
          hint={hint}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          data-autofocus
          value={email}
          onChange={onEmail}
        />
        {children}
      </Form>
    </Dialog>
  );
}
