/** A denial, with a few words to the child. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';
import './ask-card.css';

export interface DenyFormProps {
  childName: string;
  /** Reasons that can be tapped instead of typed. */
  reasons: readonly string[];
  maxLength: number;
  /** A reason is not required. */
  optional?: boolean;
  busy: boolean;
  error?: string | undefined;
  onDeny: (reason: string) => void;
  onBack: () => void;
}

export function DenyForm({ childName, error, onDeny, onBack, ...form }: DenyFormProps) {
  const [reason, setReason] = useState('');
  return (
    <Form
      errors={error ? { reason: error } : {}}
      onSubmit={() => onDeny(reason.trim())}
      actions={
        <div className="ask-pair">
          <Button look="alt" onClick={onBack}>{t`Back`}</Button>
          <Button type="submit" look="danger" busy={form.busy}>{t`Deny`}</Button>
        </div>
      }
    >
      <TextField
        name="reason"
        label={t`Why not?`}
        hint={t`${childName} will read this.`}
        optional={form.optional ?? false}
        autoFocus
        maxLength={form.maxLength}
        value={reason}
        onChange={setReason}
      />
      <div className="form-actions">
        {form.reasons.map((text) => (
          <Button key={text} look="alt" small onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </div>
    </Form>
  );
}
