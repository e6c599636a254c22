/** "Is it still you?": the code from the mail, before something that cannot be taken back. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CODE_MINUTES } from '#features/auth/contract.ts';
import { stepUp } from '#features/step-up/contract.ts';
import { callApi } from '#web/api.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface StepUpDialogProps {
  onDone: () => void;
  onClose: () => void;
}

export function StepUpDialog({ onDone, onClose }: StepUpDialogProps) {
  const formId = useId();
  const [code, setCode] = useState('');
  const sent = useSentCode();
  const confirm = useConfirm(onDone);
  return (
    <Dialog
      title={t`Is it still you?`}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={confirm.busy} aria-disabled={!sent.data}>
            {t`Confirm`}
          </Button>
        </>
      }
    >
      <Loaded answer={sent} label={t`Sending a code`} height="10rem">
        {({ email }) => (
          <Form
            id={formId}
            errors={confirm.errors}
            onSubmit={() => confirm.submit({ code: code.replaceAll(/\s/g, '') })}
          >
            <p>
              <Trans>
                This cannot be done by somebody who merely holds your device. We sent a code to{' '}
                <strong className="break-all">{email}</strong>.
              </Trans>
            </p>
            <TextField
              name="code"
              label={t`Code from the mail`}
              hint={t`8 digits. They work for ${CODE_MINUTES} minutes, and only here.`}
              mono
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              placeholder="1234 5678"
              data-autofocus
              value={code}
              onChange={setCode}
            />
            <Button
              look="quiet"
              small
              busy={sent.isFetching}
              className="justify-self-start"
              onClick={() => void sent.refetch()}
            >
              {t`Send another code`}
            </Button>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Sent once when the dialog opens, and again when it is asked for. */
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
    // The page's toasts lie below the dialog.
    toasts: { failed: () => undefined },
    doneFirst: true,
    onDone,
  });
