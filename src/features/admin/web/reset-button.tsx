/** A reset: asks for confirmation, then shows the result, or the need to sign in again. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '#features/auth/contract.ts';
import { needsFreshSignIn } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SignInAgain } from '#web/ui/sign-in-again.tsx';
import type { useReset } from './use-reset.ts';

export interface ResetButtonProps {
  reset: ReturnType<typeof useReset>;
  label: string;
  question: string;
  /** What will be deleted, and what stays. */
  consequence: string;
  done: string;
}

export function ResetButton({ reset, label, question, consequence, done }: ResetButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const tooOld = needsFreshSignIn(reset.error);
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
      {tooOld ? (
        <AskForLink onClose={reset.reset} />
      ) : (
        <CallFailure error={reset.error} fallback={t`This could not be reset just now.`} />
      )}
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

function AskForLink({ onClose }: { onClose: () => void }) {
  const email = useQuery(query(auth.user, {})).data?.email ?? '';
  const link = useCall(auth.magicLink);
  return (
    <SignInAgain link={link} send={() => link.run({ email })} onClose={onClose}>
      <Trans>
        A reset needs a sign-in of the last 15 minutes. We send a link to <strong>{email}</strong>.
        Open it in this browser, then come back here.
      </Trans>
    </SignInAgain>
  );
}
