/** Admits operators and sends everyone else home, before requesting any operator data. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { auth, type User } from '#features/people/auth/contract.ts';
import { statusOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

export interface AdminGateProps {
  children: (user: User) => ReactNode;
  leave?: ((path: string) => void) | undefined;
}

export function AdminGate({ children, leave = goTo }: AdminGateProps) {
  // Quiet: visitors go home, not to the sign-in.
  const me = useQuery({ ...query(auth.user, {}), meta: { quiet: true } });
  const isNobody = [401, 403].includes(statusOf(me.error) ?? 0);
  if (isNobody || me.data?.isAdmin === false) return <Homewards leave={leave} />;
  return (
    <Loaded answer={me} label={t`Opening the page`} height="60dvh">
      {children}
    </Loaded>
  );
}

/** The home page isn't part of the app, so the browser loads it. */
const goTo = (path: string) => location.replace(path);

function Homewards({ leave }: { leave: (path: string) => void }) {
  useEffect(() => leave('/'), [leave]);
  return <Loading label={t`Going to the home page`} height="60dvh" />;
}
