/** Signs the person out, removes this browser's stored data, and goes home even after errors. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { auth } from '#features/people/auth/contract.ts';
import { callApi } from '#web/api.ts';
import { Book } from '#web/book.tsx';
import { record } from '#web/errors.ts';
import { forgetPerson } from '#web/forget.ts';
import { tellOtherTabs } from '#web/other-tabs.ts';
import { ButtonLink } from '#web/ui/button.tsx';

const GOODBYE_MS = 2000;

interface LogoutPageProps {
  /** Leaves the app for a page outside it. */
  leave?: (path: string) => void;
}

export function LogoutPage({ leave = (path) => location.assign(path) }: LogoutPageProps) {
  const done = useHistoryState<{ done?: boolean } | null>()?.done === true;
  useSignOut(done, leave);
  return (
    <Book
      title={done ? t`You are signed out` : t`Signing you out`}
      lead={t`Your books stay safe. See you on pay day.`}
    >
      <div className="grid justify-items-start gap-4">
        <p role="status">{t`Taking you to the start page.`}</p>
        <ButtonLink href="/" look="alt">{t`Back to the start page`}</ButtonLink>
      </div>
    </Book>
  );
}

/** A change, not a read: once per page, even if StrictMode runs effects twice. */
function useSignOut(done: boolean, leave: (path: string) => void) {
  const queries = useQueryClient();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (done) setTimeout(() => leave('/'), GOODBYE_MS);
    else void signOut().finally(() => leave('/'));

    async function signOut() {
      try {
        await callApi(auth.logout, {});
      } catch (error) {
        record(error);
      } finally {
        forgetPerson(queries);
        tellOtherTabs();
      }
    }
  }, [done, leave, queries]);
}
