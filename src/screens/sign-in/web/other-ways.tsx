/** A passkey or a recovery code, for people who have one. */

import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type SignedIn, useEntered } from '#features/people/auth/web/entered.ts';
import { ownTimeZone } from '#features/people/auth/web/own-time-zone.ts';
import { passkeys } from '#features/people/step-up/passkeys/contract.ts';
import { recovery } from '#features/people/step-up/recovery/contract.ts';
import { canUsePasskeys, signWithPasskey } from '#features/people/step-up/web/passkey.ts';
import { RecoveryField } from '#features/people/step-up/web/recovery-field.tsx';
import { callApi } from '#web/api.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Form } from '#web/ui/form.tsx';
import { takeUndo } from '#web/undo-after-sign-in.ts';

export function OtherWays() {
  const [hasCode, setHasCode] = useState(false);
  if (hasCode) return <RecoveryForm />;
  return (
    <div className="grid gap-3 rule-above pt-5">
      {canUsePasskeys() && <PasskeyWay />}
      <Button look="quiet" className="justify-self-start" onClick={() => setHasCode(true)}>
        {t`Use a recovery code`}
      </Button>
    </div>
  );
}

function PasskeyWay() {
  const enter = useEnter();
  const signIn = useMutation({
    mutationFn: async () => {
      const { challenge } = await callApi(passkeys.startSigningIn, {});
      const signed = await signWithPasskey({ challenge, known: [] });
      return callApi(passkeys.signIn, { ...signed, timeZone: ownTimeZone() });
    },
    // The person repeats a cancelled prompt; it isn't retried automatically.
    retry: false,
    onSuccess: enter,
  });
  return (
    <>
      <CallFailure
        error={signIn.error}
        fallback={t`That didn’t work. Try again, or get a link by email.`}
      />
      <Button
        look="alt"
        className="justify-self-start"
        busy={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t`Use a passkey`}
      </Button>
    </>
  );
}

function RecoveryForm() {
  const [code, setCode] = useState('');
  const enter = useEnter();
  const signIn = useFormCall(recovery.signIn, {
    quiet: true,
    failed: t`Verification failed`,
    toasts: { failed: () => undefined },
    onDone: enter,
  });
  const { code: wrong, form } = signIn.errors;
  return (
    <Form
      onSubmit={() => signIn.submit({ code, timeZone: ownTimeZone() })}
      errors={{ code: wrong ?? form }}
      className="form rule-above pt-5"
    >
      <RecoveryField
        value={code}
        onChange={setCode}
        beside={
          <Button type="submit" busy={signIn.busy} className="flex-none">
            {t`Sign in`}
          </Button>
        }
      />
    </Form>
  );
}

function useEnter() {
  const [, go] = useLocation();
  const entered = useEntered();
  return (answer: SignedIn) => {
    go(answer.needsOnboarding ? '/onboarding-setup' : (takeUndo() ?? '/dashboard'), {
      replace: true,
    });
    entered(answer);
  };
}
