/** A no, with a few words that the child will read. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { RequestKind } from '#features/approvals/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { readyReasons } from './words.ts';

export interface DenyFormProps {
  kind: RequestKind;
  childName: string;
  busy: boolean;
  onDeny: (reason: string | undefined) => void;
  onBack: () => void;
}

export function DenyForm({ kind, childName, busy, onDeny, onBack }: DenyFormProps) {
  const [reason, setReason] = useState('');
  return (
    <Form
      onSubmit={() => onDeny(reason.trim() || undefined)}
      actions={
        <div className="ask-pair">
          <Button look="alt" onClick={onBack}>{t`Back`}</Button>
          <Button type="submit" look="danger" busy={busy}>{t`Deny`}</Button>
        </div>
      }
    >
      <TextField
        name="reason"
        label={t`Why not?`}
        hint={t`${childName} will read this.`}
        optional
        autoFocus
        maxLength={200}
        value={reason}
        onChange={setReason}
      />
      <div className="form-actions">
        {readyReasons(kind).map((text) => (
          <Button key={text} look="alt" small onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </div>
    </Form>
  );
}
