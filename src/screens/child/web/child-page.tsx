/** The page /children/:id: all information and actions of a parent for one child. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { useParams } from 'wouter';
import type { Child } from '#features/people/children/contract.ts';
import { type FamilyBook, useFamilyBook } from '#screens/dashboard/web/calls.ts';
import { nextText } from '#screens/dashboard/web/child-words.ts';
import { NeedsYou } from '#screens/dashboard/web/needs-you.tsx';
import { type OpenDialog, ParentDialogs } from '#screens/dashboard/web/parent-dialogs.tsx';
import { satsOf } from '#web/amounts.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { weekdayName } from '#web/weekdays.ts';
import { BackLink } from '../../shell/web/back-link.tsx';
import { ChildBalances } from './child-balances.tsx';
import { ChildBookLines } from './child-book-lines.tsx';
import { ChildEntries } from './child-entries.tsx';
import { ChildGoalRows } from './child-goal-rows.tsx';
import { ChildSettings } from './child-settings.tsx';
import '#screens/dashboard/web/child-book.css';
import './child-page.css';

export function ChildPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <OfChild id={id} />;
}

/** The demo shows it at a different address. */
export function OfChild({ id }: { id: string }) {
  const book = useFamilyBook();
  if (!book) return <Loading label={t`Opening the book`} height="60dvh" />;
  const child = book.children.find((one) => one.id === id);
  return (
    <>
      <BackLink href="/dashboard" />
      {child ? <Found book={book} child={child} /> : <NotFound />}
    </>
  );
}

interface FoundProps {
  book: FamilyBook;
  child: Child;
}

function Found({ book, child }: FoundProps) {
  const [dialog, open] = useState<OpenDialog>();
  return (
    <>
      <header className="child-who">
        <Avatar name={child.name} {...looksOf(child)} size={52} />
        <div>
          <h1>{t`${child.name}, ${child.age}`}</h1>
          <p className="sub">{allowanceText(child)}</p>
        </div>
      </header>
      <div className="home child-page">
        <div className="home-column">
          <NeedsYou book={book} childId={child.id} />
          <ChildBalances child={child} onOpen={open} />
          <ChildEntries child={child} family={book.family} />
        </div>
        <div className="home-column">
          <Suspense fallback={null}>
            <ChildGoalRows child={child} />
          </Suspense>
          <ChildSettings child={child} family={book.family} onOpen={open} />
          <ChildBookLines child={child} onOpen={open} />
        </div>
      </div>
      <ParentDialogs dialog={dialog} book={book} onClose={() => open(undefined)} />
    </>
  );
}

function allowanceText(child: Child): string {
  const sats = satsOf(child.weeklyAllowance);
  if (sats === 0n) return t`No allowance yet`;
  return t`${satsWithValue(sats)} on ${weekdayName(child.allowanceDay)}s, ${nextText(child)}`;
}

function NotFound() {
  return (
    <Card>
      <EmptyState
        title={t`Child Not Found`}
        level={1}
        action={<ButtonLink look="alt" small href="/dashboard">{t`Go to Dashboard`}</ButtonLink>}
      >
        {t`The selected child account could not be found.`}
      </EmptyState>
    </Card>
  );
}
