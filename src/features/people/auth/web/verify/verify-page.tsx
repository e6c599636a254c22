/**
 * The page behind a sign-in link. In the browser that requested it, the sign-in is automatic; in
 * any other (or in a mail scanner) it waits for a button press. A used or expired link says so
 * before any press. A link from the console of a server without an operator asks whether this
 * person wants to be it.
 */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { auth } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { momentText } from '#web/dates.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { dropToken, guestAddress, takeToken } from '#web/link-token.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type SignedIn, useEntered } from '../entered.ts';
import { ownTimeZone } from '../own-time-zone.ts';
import { VerifyError } from './verify-error.tsx';
import { VerifySuccess } from './verify-success.tsx';

export function VerifyPage() {
  const [token] = useState(takeToken);
  const [guest] = useState(guestAddress);
  const [answer, setAnswer] = useState<SignedIn>();
  const entered = useEntered();
  const onDone = (signedIn: SignedIn) => {
    dropToken();
    setAnswer(signedIn);
    entered(signedIn);
  };
  if (answer) return <VerifySuccess answer={answer} />;
  if (token === undefined) return <VerifyError message={t`No verification token found`} />;
  return <Checking token={token} guest={guest} onDone={onDone} />;
}

interface CheckingProps {
  token: string;
  /** The invited person's address; undefined for any other link. */
  guest: string | undefined;
  onDone: (answer: SignedIn) => void;
}

function Checking({ token, guest, onDone }: CheckingProps) {
  const { asked, verify, run } = useVerify(token, onDone);
  if (verify.isError) {
    return isRefusal(verify.error) ? (
      <VerifyError message={t`Invalid or expired token`} guest={guest} />
    ) : (
      <VerifyError
        message={messageOf(verify.error, t`Verification failed`)}
        onRetry={() => run()}
      />
    );
  }
  if (asked.data?.live === false && !verify.isPending)
    return <VerifyError message={t`Invalid or expired token`} guest={guest} />;
  const { claims, opensAt } = asked.data ?? {};
  if (opensAt !== undefined) return <NotYet opensAt={opensAt} />;
  const waits = asked.isPending || (asked.data?.pending === true && claims === undefined);
  if (waits || verify.isPending) return <Verifying />;
  return claims === undefined ? (
    <AskFirst onYes={() => run()} />
  ) : (
    <AskToRun email={claims} onYes={() => run({ claims: true })} onNo={() => run()} />
  );
}

function useVerify(token: string, onDone: (answer: SignedIn) => void) {
  const asked = useQuery({
    ...query(auth.pending, { token }),
    meta: { quiet: true },
    retry: 1,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const verify = useCall(auth.verify, { quiet: true, onDone, onFail: failureToast });
  const run = ({ claims = false } = {}) =>
    verify.run({ token, timeZone: ownTimeZone(), ...(claims && { claims }) });
  const started = useRef(false);
  const own = asked.data?.pending === true && asked.data.claims === undefined;
  // A change, not a read: once per page, even if StrictMode runs effects twice.
  useEffect(() => {
    if (!own || started.current) return;
    started.current = true;
    run();
  });
  return { asked, verify, run };
}

const isRefusal = (error: unknown) => [400, 401].includes(statusOf(error) ?? 0);

function failureToast(error: unknown) {
  const refused = isRefusal(error);
  const failed = t`Verification failed`;
  toast({
    title: refused ? t`Invalid or expired link` : failed,
    description: refused ? t`Please request a new magic link` : messageOf(error, failed),
    destructive: true,
  });
}

function Verifying() {
  return (
    <Book title={t`Opening your book`} lead={t`We are checking your sign-in link.`}>
      <div role="status" className="grid gap-4">
        <p>{t`Verifying`}</p>
        <Skeleton height="1.5rem" width="70%" />
        <Skeleton height="1.5rem" width="50%" />
      </div>
    </Book>
  );
}

/** The page knows no family yet, so times are in the device's zone. */
function NotYet({ opensAt }: { opensAt: string }) {
  const from = momentText(opensAt, ownTimeZone());
  return (
    <Book
      arrived
      title={t`This link isn’t open yet`}
      lead={t`It works once, from ${from}. Keep it until then.`}
    >
      <p className="sub">{t`Every adult in the family has been told, and can stop it until you use it.`}</p>
    </Book>
  );
}

function AskFirst({ onYes }: { onYes: () => void }) {
  return (
    <Book
      arrived
      title={t`Is it you?`}
      lead={t`This link was not asked for in this browser. That is fine if it was you, or if you are invited.`}
    >
      <div className="grid justify-items-start gap-4">
        <Button onClick={onYes}>{t`Yes, sign me in`}</Button>
        <p className="sub">
          <Trans>
            Didn’t ask and weren’t invited? Close this page. Nobody is signed in, and the link stops
            working after 1 hour.
          </Trans>
        </p>
      </div>
    </Book>
  );
}

interface AskToRunProps {
  email: string;
  onYes: () => void;
  onNo: () => void;
}

function AskToRun({ email, onYes, onNo }: AskToRunProps) {
  return (
    <Book
      arrived
      title={t`You'll run this server`}
      lead={t`No one does yet. You decide who can start a book here, and whether it uses real bitcoin.`}
    >
      <div className="grid gap-4">
        <p className="break-words">
          <Trans>
            You sign in as <strong>{email}</strong>.
          </Trans>
        </p>
        <div className="form-actions">
          <Button onClick={onYes}>{t`Run this server`}</Button>
          <Button look="quiet" onClick={onNo}>{t`Only sign in`}</Button>
        </div>
      </div>
    </Book>
  );
}
