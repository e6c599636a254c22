/** The mail's 8-digit code, for when the link can't be opened in this browser. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { auth } from '#features/people/auth/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { takeUndo } from '#web/undo-after-sign-in.ts';
import { useEntered } from '../entered.ts';
import { ownTimeZone } from '../own-time-zone.ts';

export function CodeForm() {
  const [typed, setTyped] = useState('');
  const verify = useVerifyCode();
  const submit = () =>
    verify.submit({ code: typed.replaceAll(/\s/g, ''), timeZone: ownTimeZone() });
  const { code, form } = verify.errors;
  return (
    <Form onSubmit={submit} errors={{ code: code ?? form }} className="form rule-above pt-6">
      <TextField
        name="code"
        label={t`Or type the code from the mail`}
        hint={t`8 digits. They work for 10 minutes, and only in this browser.`}
        mono
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        placeholder="1234 5678"
        value={typed}
        onChange={setTyped}
        beside={
          <Button type="submit" busy={verify.busy} className="flex-none">
            {t`Sign in`}
          </Button>
        }
      />
    </Form>
  );
}

function useVerifyCode() {
  const [, go] = useLocation();
  const entered = useEntered();
  const title = t`Verification failed`;
  return useFormCall(auth.verifyCode, {
    quiet: true,
    failed: title,
    toasts: { failed: (description) => ({ title, description }) },
    onDone: (answer) => {
      go(answer.needsOnboarding ? '/onboarding-setup' : (takeUndo() ?? '/dashboard'), {
        replace: true,
      });
      entered(answer);
    },
  });
}
