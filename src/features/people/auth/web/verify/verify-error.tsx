/** Explains why the link failed, and how to get a new one. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, use, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { auth } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type Draft, keepDraft, readDraft } from '../draft.ts';
import { linkSentToast } from '../link-sent-toast.ts';

interface VerifyErrorProps {
  message: string;
  /** The link came with an invitation to this address. */
  guest?: string | undefined;
  /** The link may still be valid: the server couldn't be reached. */
  onRetry?: () => void;
}

export function VerifyError({ message, guest, onRetry }: VerifyErrorProps) {
  const [draft] = useState(readDraft);
  return (
    <Book arrived title={t`This link did not open the book`}>
      <div className="grid gap-5">
        <InlineAlert>{message}</InlineAlert>
        <p>
          {guest
            ? t`The link in the mail works for 1 hour and once. The invitation itself is open for 7 days: with a new link you can still answer it.`
            : t`A link works for 1 hour and once, and only the newest one counts.`}
        </p>
        {guest && <NewLink email={guest} />}
        {onRetry && (
          <div className="form-actions">
            <Button onClick={onRetry}>{t`Try Again`}</Button>
          </div>
        )}
        {draft && !guest && !onRetry && (
          <Suspense fallback={null}>
            <LinkFor draft={draft} />
          </Suspense>
        )}
        <div className="form-actions">
          <Link href="/onboarding" className={lookClass({ look: 'alt' })}>
            {t`Back to sign-in`}
          </Link>
        </div>
      </div>
    </Book>
  );
}

function LinkFor({ draft }: { draft: Promise<Draft | undefined> }) {
  const kept = use(draft);
  return kept && <NewLink email={kept.email} />;
}

function NewLink({ email }: { email: string }) {
  const [, go] = useLocation();
  const [failure, setFailure] = useState<string>();
  const send = useCall(auth.magicLink, {
    quiet: true,
    onDone: () => {
      linkSentToast();
      keepDraft(email);
      go('/onboarding');
    },
    onFail: (error) => {
      const title = t`Failed to send magic link`;
      setFailure(messageOf(error, title));
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
  return (
    <div className="grid justify-items-start gap-3">
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <p className="break-words">
        <Trans>
          We can send a new one to <strong>{email}</strong>.
        </Trans>
      </p>
      <Button busy={send.isPending} onClick={() => send.run({ email })}>
        {t`Send a new link`}
      </Button>
    </div>
  );
}
