/** The third step: the link was sent. Resend it, use another address, or type the code. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { auth } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { useCall } from '#web/query.ts';
import { sendsMail } from '#web/sends-mail.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useSecondsLeft } from '#web/use-seconds-left.ts';
import { type Draft, keepDraft } from '../draft.ts';
import { linkSentToast } from '../link-sent-toast.ts';
import { CodeForm } from './code-form.tsx';
import { Envelope } from './envelope.tsx';

const RESEND_WAIT_SECONDS = 30;

interface LinkStepProps {
  arrived: boolean;
  draft: Draft;
  onSent: (draft: Draft) => void;
  onOtherEmail: () => void;
}

export function LinkStep({ arrived, draft, onSent, onOtherEmail }: LinkStepProps) {
  return (
    <Book
      arrived={arrived}
      title={t`Check your email`}
      lead={
        <Trans>
          We sent a link to <strong>{draft.email}</strong>
        </Trans>
      }
      mark={<Envelope />}
    >
      <div className="grid gap-6">
        <ul className="bullets">
          <li>{t`The link works for 1 hour, once. The newest link wins.`}</li>
          <li>{t`Opened it on another device? Press the button there.`}</li>
          <li>
            {sendsMail() ? t`Nothing there after a minute? Check your spam folder.` : askForLink()}
          </li>
        </ul>
        <CodeForm />
        <Resend draft={draft} onSent={onSent} onOtherEmail={onOtherEmail} />
      </div>
    </Book>
  );
}

const askForLink = () =>
  t`This server doesn’t send mail yet. Ask whoever runs it: your link is shown where it was started.`;

function Resend({ draft, onSent, onOtherEmail }: Omit<LinkStepProps, 'arrived'>) {
  const waitId = useId();
  const seconds = useSecondsLeft(draft.sentAt + RESEND_WAIT_SECONDS * 1000);
  const [failed, setFailed] = useState(false);
  const [sentAgain, setSentAgain] = useState(false);
  const resend = useCall(auth.resend, {
    quiet: true,
    onDone: () => {
      setFailed(false);
      setSentAgain(true);
      linkSentToast();
      onSent(keepDraft(draft.email));
    },
    onFail: () => {
      setFailed(true);
      toast({
        title: t`Error`,
        description: t`Failed to send magic link`,
        destructive: true,
        inline: true,
      });
    },
  });
  const waits = seconds > 0;
  return (
    <div className="grid gap-3 rule-above pt-6">
      {failed && <InlineAlert>{t`Failed to send magic link`}</InlineAlert>}
      <div className="form-actions">
        <Button
          look="alt"
          busy={resend.isPending}
          aria-disabled={waits || undefined}
          aria-describedby={waitId}
          onClick={() => resend.run({ email: draft.email })}
        >
          {t`Resend`}
        </Button>
        <Button look="quiet" onClick={onOtherEmail}>{t`Use Different Email`}</Button>
      </div>
      <p id={waitId} className="sub">
        {waits
          ? t`The mail may need a moment. You can ask again after 30 seconds: ${seconds} to go.`
          : t`No mail yet? You can ask for another one now.`}
      </p>
      {/* The reply is the same even if a limit held the mail back. */}
      {sentAgain && (
        <Banner tone="info" announce="polite">
          {t`After several mails the next ones may be delayed. If none comes, try again in an hour.`}
        </Banner>
      )}
    </div>
  );
}
