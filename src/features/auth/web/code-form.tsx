/** The 8 digits of the mail, for when the link cannot be opened in this browser. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { auth } from '#features/auth/contract.ts';
import { messageOf } from '#web/errors.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useEntered } from './entered.ts';
import { ownTimeZone } from './own-time-zone.ts';

export function CodeForm() {
  const [typed, setTyped] = useState('');
  const [errors, setErrors] = useState<FormErrors>();
  const verify = useVerifyCode(setErrors);
  const submit = () => {
    const input = { code: typed.replaceAll(/\s/g, ''), timeZone: ownTimeZone() };
    const wrong = checkInput(auth.verifyCode.input, input);
    setErrors(wrong);
    if (!wrong) verify.run(input);
  };
  return (
    <Form
      onSubmit={submit}
      errors={errors}
      className="form border-0 border-t-[1.5px] border-dashed border-line pt-6"
    >
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
          <Button type="submit" busy={verify.isPending} className="flex-none">
            {t`Sign in`}
          </Button>
        }
      />
    </Form>
  );
}

function useVerifyCode(setErrors: (errors: FormErrors) => void) {
  const [, go] = useLocation();
  const entered = useEntered();
  return useCall(auth.verifyCode, {
    quiet: true,
    onDone: (answer) => {
      go(answer.needsOnboarding ? '/onboarding-setup' : '/dashboard', { replace: true });
      entered(answer);
    },
    onFail: (error) => {
      const title = t`Verification failed`;
      setErrors({ code: Object.values(failedCall(error, title, ['code']))[0] });
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}
