/**
 * The page at the address that a new server prints: a person with its code becomes the operator. A
 * signed-in person only presses a button; others enter an address for later sign-ins.
 */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { auth } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { currentUser, useSignedInHint } from './current-user.ts';
import { useEntered } from './entered.ts';
import { ownTimeZone } from './own-time-zone.ts';

/** @param restore an alternative start for a person with this server's code */
export function ClaimPage({ restore }: { restore?: (printed: string | undefined) => ReactNode }) {
  const [printed] = useState(() => location.hash.slice(1) || undefined);
  // The code is worth the whole server: removes it from the address bar and the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const isSignedIn = useSignedInHint();
  const user = useQuery({ ...currentUser, enabled: isSignedIn });
  return (
    <Book
      arrived
      title={t`Run this server`}
      lead={t`You decide who can start a book here, and whether it uses real bitcoin.`}
    >
      {isSignedIn && user.isPending ? (
        <Skeleton height="3rem" width="70%" />
      ) : (
        <ClaimForm printed={printed} email={user.data?.email} />
      )}
      {!isSignedIn && restore?.(printed)}
    </Book>
  );
}

interface ClaimFormProps {
  /** The code in the URL. */
  printed: string | undefined;
  /** The address of the signed-in person. */
  email: string | undefined;
}

function ClaimForm({ printed, email: own }: ClaimFormProps) {
  const [code, setCode] = useState(printed ?? '');
  const [email, setEmail] = useState('');
  const claim = useClaim();
  const submit = () =>
    claim.submit({
      code: code.trim(),
      timeZone: ownTimeZone(),
      ...(own === undefined && { email: email.trim() }),
    });
  const { form, code: wrongCode, ...errors } = claim.errors;
  const shown = printed === undefined ? { ...errors, code: wrongCode ?? form } : claim.errors;
  return (
    <Form
      onSubmit={submit}
      errors={shown}
      actions={<Button type="submit" busy={claim.busy}>{t`Run this server`}</Button>}
    >
      {printed === undefined && (
        <TextField
          name="code"
          label={t`Code of this server`}
          hint={t`The server shows it when it starts, or where you installed it.`}
          mono
          autoComplete="off"
          value={code}
          onChange={setCode}
        />
      )}
      {own === undefined ? (
        <EmailField
          name="email"
          label={t`Your e-mail address`}
          hint={t`You’ll sign in with it later. No email is sent now.`}
          value={email}
          onChange={setEmail}
        />
      ) : (
        <p className="break-words">{t`You are signed in as ${own}.`}</p>
      )}
    </Form>
  );
}

function useClaim() {
  const [, go] = useLocation();
  const entered = useEntered();
  return useFormCall(auth.claim, {
    quiet: true,
    failed: t`Couldn’t claim the server`,
    toasts: { failed: () => undefined },
    onDone: (answer) => {
      // The operator's own first page, even if they already have a book here.
      go('/onboarding-setup', { replace: true });
      entered(answer);
    },
  });
}
