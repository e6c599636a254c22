/** Signed in: a moment to see it, then on to the next page. */
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Book } from '#web/book.tsx';
import { Button } from '#web/ui/button.tsx';
import { takeUndo } from '#web/undo-after-sign-in.ts';
import type { SignedIn } from './entered.ts';

const REDIRECT_MS = 2000;

interface VerifySuccessProps {
  answer: SignedIn;
  leave: (path: string) => void;
}

export function VerifySuccess({ answer, leave }: VerifySuccessProps) {
  const [, go] = useLocation();
  const { needsOnboarding, user } = answer;
  const [undo] = useState(takeUndo);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (needsOnboarding) go('/onboarding-setup', { replace: true });
      else leave(undo ?? '/');
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [needsOnboarding, go, leave, undo]);
  const name = user.firstName ?? user.email;
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
        <p role="status">
          {needsOnboarding
            ? t`Next, we set up your children’s books.`
            : t`One moment, taking you to the start page.`}
        </p>
        {needsOnboarding ? (
          <Button onClick={() => go('/onboarding-setup', { replace: true })}>{t`Continue`}</Button>
        ) : (
          <Button
            onClick={() => go(undo ?? '/dashboard', { replace: true })}
          >{t`Go to Dashboard`}</Button>
        )}
      </div>
    </Book>
  );
}
