/** A parent's pending decisions, above everything else on the dashboard. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { childWallets } from '#features/money/wallet/children/contract.ts';
import { sending } from '#features/money/wallet/sending/contract.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { KindChips } from '../../activity/web/kind-chips.tsx';
import { ApproveAll, type GoalOutcomes } from './approve-all.tsx';
import type { FamilyBook } from './calls.ts';
import { NeedsYouRow } from './needs-you-row.tsx';
import {
  type Asked,
  inSight,
  isOpen,
  isRequest,
  type Kind,
  openRows,
  type Row,
  useRows,
} from './needs-you-rows.ts';
import { WalletRowToCome } from './needs-you-wallet-row.tsx';
import { useOnce } from './use-once.ts';
import '#features/book/approvals/web/requests.css';

const GiftQuestions = lazyPart(
  async () =>
    (await import('#features/money/lightning/web/receive/gift-questions.tsx')).GiftQuestions,
);

const PaymentsAsked = lazyPart(
  async () => (await import('#features/money/lightning/web/pay/payments-asked.tsx')).PaymentsAsked,
);

const WaitingNote = lazyPart(
  async () => (await import('#features/money/lightning/web/waiting-note.tsx')).WaitingNote,
);

const PayoutsOwed = lazyPart(
  async () => (await import('#features/money/lightning/web/payouts/payouts-owed.tsx')).PayoutsOwed,
);

export interface NeedsYouPanelProps {
  book: FamilyBook;
  /** For one child only. */
  childId: string | undefined;
  /** The request in the page's URL: listed first, with all others visible. */
  first?: string | undefined;
  asked: Asked;
  /** Full goals that a child has asked its parents to buy. */
  wishes: readonly Goal[];
}

export function NeedsYouPanel(props: NeedsYouPanelProps) {
  const { book, childId, wishes } = props;
  const [wish] = wishes;
  return (
    <>
      <Rows {...props} />
      {wish && (
        <Suspense fallback={<Loading label={t`Loading what waits for you`} height="9rem" />}>
          <WaitingNote
            id="wishes"
            title={
              wishes.length === 1
                ? t`“${wish.title}” is full: a child asks you to buy it`
                : t`${wishes.length} goals are full: your children ask you to buy them`
            }
            action={t`To the goals`}
            href="/family-goals"
          />
        </Suspense>
      )}
      {book.family.giftsWaiting > 0 && (
        <Suspense fallback={<Loading label={t`Loading what waits for you`} height="14rem" />}>
          <GiftQuestions {...(childId !== undefined && { childId })} />
        </Suspense>
      )}
      {book.family.paymentsWaiting > 0 && (
        <Suspense fallback={<Loading label={t`Loading what waits for you`} height="9rem" />}>
          <PaymentsAsked {...(childId !== undefined && { childId })} />
        </Suspense>
      )}
      {book.family.payoutsOwed > 0 && (
        <Suspense fallback={<Loading label={t`Loading what waits for you`} height="9rem" />}>
          <PayoutsOwed {...(childId !== undefined && { childId })} />
        </Suspense>
      )}
    </>
  );
}

function Rows(props: NeedsYouPanelProps) {
  const { book, first } = props;
  const [chosen, setChosen] = useState<Kind | 'all'>('all');
  const [all, setAll] = useState(first !== undefined);
  const [outcomes, setOutcomes] = useState<GoalOutcomes>(new Map());
  const { isComing, ...ofWallet } = useOfWallet(props);
  const found = { ...props.asked, ...ofWallet };
  const waiting = openRows(found);
  const { rows, forget } = useRows(waiting, found);
  if (rows.length === 0 && !isComing) return null;
  // After the last one of a kind is answered, shows the other kinds again.
  const filter = waiting.some(({ kind }) => kind === chosen) ? chosen : 'all';
  const shown = inSight(rows, filter, all).toSorted((a, b) => rank(a, first) - rank(b, first));
  const open = shown.filter(isOpen);
  const requests = open.filter(isRequest);
  const hidden = filter === 'all' && open.length < waiting.length;
  return (
    <Card tone="blue" className="needs-you" aria-labelledby="needs-you">
      <h2 id="needs-you" className="needs-you-title">
        <WaitingIcon /> {rows.length === 0 ? t`Loading what waits for you` : countText(waiting)}
      </h2>
      <KindChips waiting={waiting} value={filter} onChange={setChosen} />
      <ul className="asks" aria-labelledby="needs-you">
        {shown.map((row) => (
          <NeedsYouRow
            key={row.id}
            row={row}
            book={book}
            outcome={outcomes.get(row.id)}
            onGone={() => forget(row.id)}
          />
        ))}
        {isComing && <WalletRowToCome />}
      </ul>
      {hidden ? (
        <div className="asks-foot">
          <Button look="alt" small onClick={() => setAll(true)}>
            {waiting.length === 2 ? t`See both` : t`See all ${waiting.length}`}
          </Button>
        </div>
      ) : (
        requests.length > 1 && <ApproveAll rows={requests} onGoals={setOutcomes} />
      )}
    </Card>
  );
}

/** Fetched once one is pending, and from then on, because the answer is shown as a stamp. */
function useOfWallet({ book: { family }, childId }: NeedsYouPanelProps) {
  const isOf = (one: { childId: string | null }) => !childId || one.childId === childId;
  const depositsWaiting = useOnce(family.depositsWaiting > 0);
  const sendsWaiting = useOnce(family.sendsWaiting > 0);
  const deposits = useQuery({ ...query(childWallets.deposits, {}), enabled: depositsWaiting });
  const sends = useQuery({ ...query(sending.list, {}), enabled: sendsWaiting });
  return {
    deposits: (deposits.data ?? []).filter(isOf),
    sends: (sends.data ?? []).filter(isOf),
    isComing: deposits.isLoading || sends.isLoading,
  };
}

const rank = ({ id }: Row, first: string | undefined) => (id === first ? 0 : 1);

function countText(waiting: readonly Row[]): string {
  const count = waiting.length;
  if (count === 0) return t`All answered`;
  if (!waiting.every(isRequest))
    return count === 1 ? t`One thing needs you` : t`${count} things need you`;
  return count === 1 ? t`One request needs your answer` : t`${count} requests need your answer`;
}
