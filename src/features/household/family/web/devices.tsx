/** The person's signed-in devices, with a sign-out for each. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Output } from '#contract/endpoint.ts';
import { auth } from '#features/people/auth/contract.ts';
import { messageOf } from '#web/errors.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { query, useCall } from '#web/query.ts';
import { Button, lookClass } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ScreenIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';

type Session = Output<typeof auth.sessions>[number];

export function Devices() {
  const sessions = useQuery(query(auth.sessions, {}));
  return (
    <Card className="grid gap-2" aria-labelledby="family-devices">
      <h2 id="family-devices">{t`Your devices`}</h2>
      <p className="sub">{t`Where you are signed in. Don’t recognize one? Sign it out.`}</p>
      <Loaded answer={sessions} label={t`Loading your devices`} height="8rem">
        {(list) => (
          <>
            <ul>
              {list.map((session) => (
                <Device key={session.id} session={session} />
              ))}
            </ul>
            {list.length > 1 && <SignOutOthers />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** For a lost phone: signs out all other devices, without having to find it in the list. */
function SignOutOthers() {
  const title = t`Sign-out failed`;
  const revoke = useCall(auth.revokeOtherSessions, {
    onDone: () => toast({ title: t`Signed out`, description: t`Only this device is signed in.` }),
    onFail: (error) =>
      toast({ title, description: messageOf(error, title), destructive: true, inline: true }),
  });
  return (
    <div className="grid gap-2">
      <Button
        look="alt"
        busy={revoke.isPending}
        onClick={() => revoke.run({})}
      >{t`Sign out on every other device`}</Button>
      <CallFailure error={revoke.error} fallback={title} />
    </div>
  );
}

function Device({ session }: { session: Session }) {
  const seen = momentText(session.lastSeenAt);
  const device = deviceText(session.device);
  const revoke = useCall(auth.revokeSession, {
    onDone: () => {
      toast({ title: t`Signed out`, description: t`${device} is signed out.` });
    },
    onFail: (error) => {
      const title = t`Sign-out failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
  const named = t`Sign out ${device}`;
  return (
    <li className="ledger-line">
      <ScreenIcon className="text-ink-2" />
      <div className="ledger-words">
        <strong>{device}</strong>
        <div className="sub">{t`Last seen ${seen}`}</div>
      </div>
      <div className="ms-auto flex items-center gap-2">
        {session.handedOver && <Chip tone="gold">{t`Handed over`}</Chip>}
        {session.current && <Chip tone="green">{t`This device`}</Chip>}
        {session.current ? (
          <Link
            href="/logout"
            aria-label={named}
            className={lookClass({ look: 'quiet', small: true })}
          >
            {t`Sign out`}
          </Link>
        ) : (
          <Button
            look="alt"
            small
            aria-label={named}
            busy={revoke.isPending}
            onClick={() => revoke.run({ id: session.id })}
          >
            {t`Sign out`}
          </Button>
        )}
      </div>
      <CallFailure error={revoke.error} fallback={t`Sign-out failed`} />
    </li>
  );
}

/** Splits "Firefox on Linux" into two names for translation; a nameless browser stays whole. */
function deviceText(device: string): string {
  const [browser = device, system] = device.split(' on ');
  const named = browser === 'Browser' ? t`Browser` : browser;
  return system ? t`${named} on ${system}` : named;
}

const momentText = (moment: string) =>
  new Intl.DateTimeFormat(localeTag(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  );
