/** The pages /requests and /requests/:id: pending requests, starting with the given one. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { approvals } from '#features/book/approvals/contract.ts';
import { TransfersPanel } from '#features/book/approvals/web/transfers-panel.tsx';
import { WaitingList } from '#features/book/approvals/web/waiting-list.tsx';
import { answerText } from '#features/book/approvals/web/words.ts';
import { allocations } from '#features/pocket/goals/allocations/contract.ts';
import { useGoalAnswers } from '#features/pocket/goals/web/goal-answers.ts';
import { useFamilyBook } from '#screens/dashboard/web/calls.ts';
import { NeedsYou } from '#screens/dashboard/web/needs-you.tsx';
import { type Reader, useReader } from '#screens/dashboard/web/use-reader.ts';
import { useWaiting } from '#screens/shell/web/use-waiting.ts';
import { query } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { BackLink } from '../../shell/web/back-link.tsx';

export function RequestsPage() {
  const { id } = useParams<{ id?: string }>();
  const reader = useReader();
  if (!reader) return <Loading label={t`Opening the book`} height="60dvh" />;
  return (
    <>
      <BackLink href="/dashboard" />
      <h1>{reader.isChild ? t`What I asked` : t`Children’s requests`}</h1>
      {id && <Outcome id={id} isChild={reader.isChild} />}
      {reader.isChild ? <Own reader={reader} /> : <OfFamily first={id} />}
    </>
  );
}

function OfFamily({ first }: { first: string | undefined }) {
  const book = useFamilyBook();
  const waiting = useWaiting();
  if (!book) return null;
  return (
    <>
      {waiting === 0 && (
        <p>{t`Nothing waits for your answer. A child asks in its own book, with “Ask to Use Savings”.`}</p>
      )}
      <NeedsYou book={book} first={first ?? ''} />
      <TransfersPanel mode="parent" timeZone={book.family.timeZone} />
    </>
  );
}

function Own({ reader: { books, timeZone } }: { reader: Reader }) {
  const [book] = books;
  const goalAnswers = useGoalAnswers(book?.id);
  if (!book) return null;
  return (
    <>
      <WaitingList childId={book.id} timeZone={timeZone} others={goalAnswers} />
      <TransfersPanel mode="child" childId={book.id} timeZone={timeZone} />
    </>
  );
}

/** For late visitors: the outcome of the request in the URL. */
function Outcome({ id, isChild }: { id: string; isChild: boolean }) {
  const requests = useQuery(query(approvals.list, {})).data;
  const goals = useQuery(query(allocations.pending, {})).data;
  if (!requests || !goals) return null;
  if ([...requests.open, ...goals].some((one) => one.id === id)) return null;
  const answered = requests.answered.find((one) => one.id === id);
  const title = answered
    ? `${isChild ? '' : `${answered.childName}: `}${answered.reason}`
    : t`This request no longer waits`;
  return (
    <Banner title={title}>
      {answered ? answerText(answered) : t`It was answered or taken back a while ago.`}
    </Banner>
  );
}
