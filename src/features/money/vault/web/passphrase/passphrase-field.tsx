/** The family's existing passphrase: typed once, and hidden until revealed. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { LONGEST_PASSPHRASE } from '#core/vault/passphrase.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface PassphraseFieldProps {
  value: string;
  onChange: (passphrase: string) => void;
}

export function PassphraseField(props: PassphraseFieldProps) {
  const [isShown, show] = useState(false);
  return (
    <TextField
      {...props}
      name="passphrase"
      label={t`Passphrase`}
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST_PASSPHRASE}
      data-autofocus
      beside={
        <Button look="alt" aria-pressed={isShown} onClick={() => show(!isShown)}>
          {isShown ? t`Hide` : t`Show`}
        </Button>
      }
    />
  );
}
