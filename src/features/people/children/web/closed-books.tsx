/** Closed books that can still be restored: the child, who closed it, and the deadline. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ClosedBook, children } from '#features/people/children/contract.ts';
import { messageOf } from '#web/errors.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { query, useCall } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** Renders nothing without closed books, which are rare. */
export function ClosedBooks() {
  const closed = useQuery(query(children.closed, {}));
  if (closed.isPending || closed.data?.length === 0) return null;
  return (
    <section className="closed-books grid gap-3" aria-labelledby="closed-books">
      <h2 id="closed-books">{t`Closed books`}</h2>
      <Loaded answer={closed} label={t`Closed books`} height="6rem">
        {(books) => books.map((book) => <Closed key={book.id} book={book} />)}
      </Loaded>
    </section>
  );
}

function Closed({ book: { id, name, closedBy, closedAt, restorableUntil } }: { book: ClosedBook }) {
  const fallback = t`Update Failed`;
  const restore = useCall(children.restore, {
    onDone: () => toast({ title: t`Book restored`, description: t`${name} is back, as before.` }),
    onFail: (error) =>
      toast({
        title: fallback,
        description: messageOf(error, fallback),
        destructive: true,
        inline: true,
      }),
  });
  const who = closedBy ?? t`A parent`;
  const [since, until] = [momentText(closedAt), momentText(restorableUntil)];
  return (
    <>
      <Banner
        tone="warn"
        title={t`The book of ${name} is closed`}
        action={
          <Button busy={restore.isPending} onClick={() => restore.run({ id })}>
            {t`Restore`}
          </Button>
        }
      >
        <span className="break-anywhere">
          <Trans>
            {who} closed it on {since}. Until {until} every parent can restore it whole; then it is
            erased for good.
          </Trans>
        </span>
      </Banner>
      <CallFailure error={restore.error} fallback={fallback} />
    </>
  );
}

const momentText = (at: string) =>
  new Intl.DateTimeFormat(localeTag(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at));
