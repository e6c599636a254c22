/**
 * The page behind an address change's links. It waits for a button press, because mail scanners
 * open links too.
 */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { emailChange } from '#features/household/email-change/contract.ts';
import { Book } from '#web/book.tsx';
import { messageOf } from '#web/errors.ts';
import { dropToken, takeToken } from '#web/link-token.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';

export function ConfirmPage() {
  const [token] = useState(takeToken);
  const confirm = useCall(emailChange.confirm, { quiet: true, onDone: dropToken });
  if (confirm.data) return <Confirmed state={confirm.data.state} />;
  if (token === undefined) return <Worthless message={t`No verification token found`} />;
  if (confirm.isError)
    return <Worthless message={messageOf(confirm.error, t`The address was not confirmed`)} />;
  return (
    <Book
      title={t`Change your address?`}
      lead={t`You asked to sign in to Satling with another address.`}
    >
      <div className="grid justify-items-start gap-4">
        <Button busy={confirm.isPending} onClick={() => confirm.run({ token })}>
          {t`Yes, change it`}
        </Button>
        <p className="sub">
          <Trans>
            Didn’t ask for it? Close this page. Without your yes nothing changes, and the link stops
            working after 1 hour.
          </Trans>
        </p>
      </div>
    </Book>
  );
}

function Confirmed({ state }: { state: 'waiting' | 'changed' }) {
  const changed = state === 'changed';
  return (
    <Book arrived title={changed ? t`Your address is changed` : t`One address is confirmed`}>
      <div className="grid justify-items-start gap-4">
        <p role="status">
          {changed
            ? t`From now on you sign in with the new address. Your other devices were signed out.`
            : t`Now open the link sent to the other address, within the hour.`}
        </p>
        {changed && <ButtonLink href="/dashboard">{t`Go to Dashboard`}</ButtonLink>}
      </div>
    </Book>
  );
}

function Worthless({ message }: { message: string }) {
  return (
    <Book arrived title={t`This link changed nothing`}>
      <div className="grid gap-5">
        <InlineAlert>{message}</InlineAlert>
        <p>{t`A link works once, within an hour. You can ask for new ones in Family Overview.`}</p>
        <div className="form-actions">
          <ButtonLink look="alt" href="/dashboard">{t`Go to Dashboard`}</ButtonLink>
        </div>
      </div>
    </Book>
  );
}
