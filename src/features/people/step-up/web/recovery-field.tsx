/** One of the ten codes on paper, typed. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { TextField } from '#web/ui/text-field.tsx';

interface RecoveryFieldProps {
  value: string;
  onChange: (code: string) => void;
  beside?: ReactNode;
}

export function RecoveryField(props: RecoveryFieldProps) {
  return (
    <TextField
      name="code"
      label={t`Recovery code`}
      hint={t`One of the ten on your paper. Each works once, and we tell every adult in your family.`}
      mono
      autoFocus
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="7K2M-04QX-ZB9T-H3RC"
      {...props}
    />
  );
}
