/** A no to a request for a goal: it needs a reason, which the child reads. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export interface DenyFormProps {
  error: string | undefined;
  busy: boolean;
  onBack: () => void;
  onDeny: (reason: string) => void;
}

export function DenyForm({ error, busy, onBack, onDeny }: DenyFormProps) {
  const [reason, setReason] = useState('');
  const ready = [
    t`Let's save this for something else first.`,
    t`That is too much at once. Try a smaller part.`,
    t`Let's talk about it together.`,
  ];
  return (
    <Form
      errors={error ? { denialReason: error } : {}}
      onSubmit={() => onDeny(reason.trim())}
      actions={
        <>
          <Button look="alt" onClick={onBack}>{t`Back`}</Button>
          <Button type="submit" look="danger" busy={busy}>{t`Deny`}</Button>
        </>
      }
    >
      <TextField
        name="denialReason"
        label={t`Why not?`}
        hint={t`The child will read this.`}
        autoFocus
        maxLength={300}
        value={reason}
        onChange={setReason}
      />
      <div className="form-actions">
        {ready.map((text) => (
          <Button key={text} look="alt" small onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </div>
    </Form>
  );
}
