/** Data privacy and management: the stored data, its retention, export and removal. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { auth, type User } from '#features/people/auth/contract.ts';
import { Book } from '#web/book.tsx';
import { messageOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { DeleteFamily } from './delete-family.tsx';
import { History } from './history.tsx';
import { KeptCards } from './kept-cards.tsx';
import { Retention } from './retention.tsx';

export function PrivacyPanel() {
  const user = useQuery(query(auth.user, {}));
  if (user.data) return <Panel me={user.data} />;
  if (!user.isError) return <Loading label={t`Loading your privacy settings`} height="20rem" />;
  return (
    <InlineAlert
      action={
        <Button look="alt" small busy={user.isFetching} onClick={() => void user.refetch()}>
          {t`Try Again`}
        </Button>
      }
    >
      {messageOf(user.error, t`This could not be loaded just now.`)}
    </InlineAlert>
  );
}

function Panel({ me }: { me: User }) {
  return (
    <div className="grid items-start gap-5">
      <Book
        level="h2"
        title={t`Data privacy and management`}
        lead={t`What your book keeps, for how long, and how to take it with you.`}
      >
        <div className="grid gap-6">
          <KeptCards />
          <Retention me={me} />
          <History />
          <p className="sub">
            <Trans>
              What this browser keeps has a page of its own:{' '}
              <Link href="/privacy">privacy and security settings</Link>.
            </Trans>
          </p>
        </div>
      </Book>
      <DeleteFamily me={me} />
    </div>
  );
}
