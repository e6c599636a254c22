/** One press, then the device's own prompt for a finger, a face or a PIN. */

import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { passkeys } from '#features/people/step-up/passkeys/contract.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import type { StepUpProps } from './by-code.tsx';
import { signWithPasskey } from './passkey.ts';

export function ByPasskey({ onDone, onClose, onOther }: StepUpProps & { onOther: () => void }) {
  const confirm = useMutation({
    mutationFn: async () =>
      callApi(passkeys.confirm, await signWithPasskey(await callApi(passkeys.startConfirming, {}))),
    // The person repeats a cancelled prompt; it isn't retried automatically.
    retry: false,
    onSuccess: onDone,
  });
  return (
    <div className="grid gap-4">
      <CallFailure
        error={confirm.error}
        fallback={t`That did not work. Try again, or use a code from your mail.`}
      />
      <div className="form-actions">
        <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t`Use a passkey`}
        </Button>
        <Button look="alt" onClick={onOther}>{t`Send me a code`}</Button>
        <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}
