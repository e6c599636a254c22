/**
 * A device joining a family: it has a code from a parent's screen, shows a number to compare there,
 * and waits until the parent admits it.
 */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ADULTS, joining } from '#features/household/joining/contract.ts';
import type { User } from '#features/people/auth/contract.ts';
import { useEntered } from '#features/people/auth/web/entered.ts';
import { ownTimeZone } from '#features/people/auth/web/own-time-zone.ts';
import { callApi } from '#web/api.ts';
import { Book } from '#web/book.tsx';
import { useFormCall } from '#web/form-call.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import '#features/household/joining/web/join.css';

type Asked = { match: string; child: string | null };

export function JoinPage() {
  const [scanned] = useState(() => location.hash.slice(1) || undefined);
  // The code grants access: removes it from the address bar and the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const [asked, setAsked] = useState<Asked>();
  if (asked) return <Waiting asked={asked} onGone={() => setAsked(undefined)} />;
  return <AskForm scanned={scanned} onAsked={setAsked} />;
}

interface AskFormProps {
  /** From the QR code; undefined if it is typed. */
  scanned: string | undefined;
  onAsked: (asked: Asked) => void;
}

function AskForm({ scanned, onAsked }: AskFormProps) {
  const [code, setCode] = useState(scanned ?? '');
  const [email, setEmail] = useState('');
  const isAdult = code.trim().toUpperCase().startsWith(ADULTS);
  const ask = useFormCall(joining.ask, {
    quiet: true,
    failed: t`This device couldn’t ask just now.`,
    toasts: { failed: () => undefined },
    onDone: onAsked,
  });
  const submit = () => ask.submit({ code, ...(isAdult && { email: email.trim() }) });
  return (
    <Book
      arrived
      title={t`Join a family`}
      lead={t`A parent has a code for this device, in Settings under Devices.`}
    >
      <Form
        onSubmit={submit}
        errors={ask.errors}
        actions={<Button type="submit" busy={ask.busy}>{t`Ask to join`}</Button>}
      >
        {scanned === undefined && (
          <TextField
            name="code"
            label={t`Code on the parent’s screen`}
            mono
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="K7M2-QX48-29BT"
            value={code}
            onChange={setCode}
          />
        )}
        {isAdult && (
          <EmailField
            name="email"
            label={t`Your e-mail address`}
            hint={t`You’ll sign in with it later. No email is sent now.`}
            value={email}
            onChange={setEmail}
          />
        )}
      </Form>
    </Book>
  );
}

const POLL_MS = 2_000;

function Waiting({ asked, onGone }: { asked: Asked; onGone: () => void }) {
  const [isIn, setIn] = useState(false);
  const answer = useQuery({
    queryKey: ['join'],
    // Entering clears the earlier replies; no query repeats.
    enabled: !isIn,
    queryFn: () => callApi(joining.enter, { timeZone: ownTimeZone() }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'waits' ? POLL_MS : false,
    gcTime: 0,
    meta: { quiet: true },
  });
  const user = answer.data?.user;
  const state = answer.data?.state;
  useEnterOnce(state === 'in' ? user : undefined, isIn, () => setIn(true));
  if (state === 'known') return <Known />;
  if (state === 'gone') return <Gone onAgain={onGone} />;
  const { match, child } = asked;
  return (
    <Book
      arrived
      title={t`Is this the number on the parent’s screen?`}
      lead={
        child === null
          ? t`If so, a parent can let you in there.`
          : t`If so, this becomes ${child}’s device.`
      }
    >
      <div className="join-scan" role="status">
        <p className="join-match">{match}</p>
        <p className="sub">{t`Waiting for a parent to let you in.`}</p>
      </div>
    </Book>
  );
}

/** Once, even if the query renders several times. */
function useEnterOnce(user: User | undefined, isIn: boolean, onIn: () => void) {
  const [, go] = useLocation();
  const entered = useEntered();
  useEffect(() => {
    if (!user || isIn) return;
    onIn();
    const isChild = user.role === 'child';
    go(isChild ? '/dashboard' : '/onboarding-setup', { replace: true });
    entered({ success: true, user, isNewUser: false, needsOnboarding: !isChild });
  }, [user, isIn, onIn, go, entered]);
}

function Known() {
  return (
    <Book arrived title={t`You already have a sign-in here`}>
      <div className="grid justify-items-start gap-4">
        <p>{t`Sign in as usual. The invitation is waiting for you there.`}</p>
        <Link href="/onboarding" className={lookClass({ look: 'primary' })}>{t`Sign in`}</Link>
      </div>
    </Book>
  );
}

function Gone({ onAgain }: { onAgain: () => void }) {
  return (
    <Book arrived title={t`This device wasn’t let in`}>
      <div className="grid justify-items-start gap-4">
        <InlineAlert>{t`The code was canceled, or the ten minutes ran out.`}</InlineAlert>
        <Button onClick={onAgain}>{t`Try Again`}</Button>
      </div>
    </Book>
  );
}
