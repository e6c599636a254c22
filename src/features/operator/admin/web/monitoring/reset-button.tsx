/** A reset button: asks for confirmation, then shows the result. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { useReset } from './use-reset.ts';

export interface ResetButtonProps {
  reset: ReturnType<typeof useReset>;
  label: string;
  question: string;
  /** Which data will be deleted, and which stays. */
  consequence: string;
  done: string;
}

export function ResetButton({ reset, label, question, consequence, done }: ResetButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="adm-reset">
      <Button look="alt" small busy={reset.isPending} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {reset.isSuccess && !isAsking && (
        <Banner tone="done" announce="polite">
          {done}
        </Banner>
      )}
      <CallFailure error={reset.error} fallback={t`This could not be reset just now.`} />
      {isAsking && (
        <ConfirmDialog
          title={question}
          confirmLabel={label}
          danger
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            reset.run({});
          }}
        >
          {consequence}
        </ConfirmDialog>
      )}
    </div>
  );
}
