/** The mail's 8-digit code; the mail is sent when this first appears. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CODE_MINUTES } from '#features/people/auth/contract.ts';
import { stepUp } from '#features/people/step-up/contract.ts';
import { callApi } from '#web/api.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export interface StepUpProps {
  onDone: () => void;
  onClose: () => void;
}

interface ByCodeProps extends StepUpProps {
  /** Switches to a recovery code. */
  onPaper: () => void;
}

export function ByCode({ onDone, onClose, onPaper }: ByCodeProps) {
  const [code, setCode] = useState('');
  const sent = useSentCode();
  const confirm = useConfirm(onDone);
  return (
    <Loaded answer={sent} label={t`Sending a code`} height="10rem">
      {({ email, onConsole }) => (
        <Form
          errors={confirm.errors}
          onSubmit={() => confirm.submit({ code: code.replaceAll(/\s/g, '') })}
          actions={
            <>
              <Button type="submit" busy={confirm.busy}>{t`Confirm`}</Button>
              <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
            </>
          }
        >
          <p>
            {onConsole ? (
              <Trans>
                No mail server is set up. The code for{' '}
                <strong className="break-all">{email}</strong> is on the server’s console, where
                your sign-in link was.
              </Trans>
            ) : (
              <Trans>
                We sent a code to <strong className="break-all">{email}</strong>.
              </Trans>
            )}
          </p>
          <TextField
            name="code"
            label={onConsole ? t`Code from the console` : t`Code from the mail`}
            hint={t`8 digits. They work for ${CODE_MINUTES} minutes, and only here.`}
            mono
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            placeholder="1234 5678"
            value={code}
            onChange={setCode}
          />
          <div className="form-actions">
            <Button look="alt" small busy={sent.isFetching} onClick={() => void sent.refetch()}>
              {t`Send another code`}
            </Button>
            <Button look="quiet" small onClick={onPaper}>{t`Use a recovery code`}</Button>
          </div>
        </Form>
      )}
    </Loaded>
  );
}

/** Sent once, and again on request. */
const useSentCode = () =>
  useQuery({
    queryKey: ['step-up code'],
    queryFn: () => callApi(stepUp.sendCode, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const useConfirm = (onDone: () => void) =>
  useFormCall(stepUp.confirm, {
    failed: t`Verification failed`,
    // The page's toasts are hidden below the dialog.
    toasts: { failed: () => undefined },
    doneFirst: true,
    onDone,
  });
