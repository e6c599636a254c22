/** Signed in: a known person goes Home immediately; a new family sees this briefly. */
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { Book } from '#web/book.tsx';
import { Button } from '#web/ui/button.tsx';
import { takeUndo } from '#web/undo-after-sign-in.ts';
import type { SignedIn } from '../entered.ts';

const REDIRECT_MS = 2000;

export function VerifySuccess({ answer }: { answer: SignedIn }) {
  const [undo] = useState(takeUndo);
  if (!answer.needsOnboarding) return <Redirect to={undo ?? '/dashboard'} replace />;
  return <Welcome name={answer.user.firstName ?? answer.user.email} />;
}

function Welcome({ name }: { name: string }) {
  const [, go] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => go('/onboarding-setup', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [go]);
  return (
    <Book
      arrived
      title={t`You are signed in`}
      lead={name}
      mark={
        <span className="rubber stamp-new text-gold" aria-hidden="true">
          {t`Welcome`}
        </span>
      }
    >
      <div className="grid justify-items-start gap-4">
        <p role="status">{t`Next, your child’s book.`}</p>
        <Button onClick={() => go('/onboarding-setup', { replace: true })}>{t`Continue`}</Button>
      </div>
    </Book>
  );
}
