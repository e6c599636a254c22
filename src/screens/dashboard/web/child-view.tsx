/** Child View: a choice of books, then the child's own view. Also a child's own screen. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { transactions } from '#features/book/transactions/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { beginChildView } from '#web/child-view.ts';
import { statusOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BackIcon } from '#web/ui/icons.tsx';
import { useWay } from '#web/ui/page-link.tsx';
import { useFamilyBook, useUser } from './calls.ts';
import { ChildBook, type ChildBookProps } from './child-book.tsx';
import { ChildPicker } from './child-picker.tsx';
import { ChildSkeleton } from './child-skeleton.tsx';
import { HandBackButton, HandOverButton } from './hand-over.tsx';
import { useMarks } from './marks-since.tsx';
import './child-book.css';

export interface ChildViewProps {
  childId: string | undefined;
  onChoose: (id: string) => void;
  onBack: () => void;
}

/** For parents and spouses: a preview, with the parent's rights. */
export function ChildView({ childId, onChoose, onBack }: ChildViewProps) {
  const book = useFamilyBook();
  // The demo, which lacks this page, stores nothing in the browser.
  const isReal = useWay('/lessons') !== undefined;
  useEffect(() => (isReal ? beginChildView() : undefined), [isReal]);
  const chosen = book?.children.find(({ id }) => id === childId);
  if (!childId) return <ChildPicker book={book} onChoose={onChoose} onBack={onBack} />;
  return (
    <>
      <div className="spread gap-2">
        <Button look="quiet" small className="back" onClick={onBack}>
          <BackIcon size={20} /> {t`Back`}
        </Button>
        {chosen && <HandOverButton child={chosen} />}
      </div>
      <OneBook
        childId={childId}
        timeZone={book?.family.timeZone}
        entries={query(transactions.ofChild, { id: childId })}
      />
    </>
  );
}

/** For a child user, or on a handed-over tablet: their own book and nothing else. */
export function OwnBook({ childId, isLent }: { childId: string | null; isLent: boolean }) {
  if (!childId)
    return (
      <Card>
        <EmptyState title={t`No Child Selected`}>
          {t`Please ask your parent to add a child account first.`}
        </EmptyState>
      </Card>
    );
  const entries = query(transactions.recent, {});
  return (
    <>
      <OneBook childId={childId} entries={entries} />
      {isLent && (
        <div className="kid-back">
          <HandBackButton />
        </div>
      )}
    </>
  );
}

interface OneBookProps extends Pick<ChildBookProps, 'entries'> {
  childId: string;
  timeZone?: string | undefined;
}

function OneBook({ childId, timeZone, ...rest }: OneBookProps) {
  const isChild = useUser()?.role === 'child';
  const marks = useMarks(isChild);
  const child = useQuery(query(children.get, { id: childId }));
  if (child.isPending || marks === 'coming') return <ChildSkeleton />;
  if (child.data)
    return <ChildBook {...rest} {...{ isChild, timeZone, marks }} child={child.data} />;
  if (statusOf(child.error) === 404) return <NotFound />;
  return (
    <InlineAlert
      action={<Button look="alt" small onClick={() => void child.refetch()}>{t`Try Again`}</Button>}
    >
      {t`This book could not be opened just now. Nothing is lost.`}
    </InlineAlert>
  );
}

function NotFound() {
  return (
    <Card>
      <EmptyState title={t`Child Not Found`}>
        {t`The selected child account could not be found.`}
      </EmptyState>
    </Card>
  );
}
