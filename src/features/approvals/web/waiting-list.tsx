/** The child's own requests: pending ones, and answered ones with the reason. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { approvals, type Request } from '#features/approvals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { StateChip } from '#web/ui/chip.tsx';
import { type LedgerEntry, LedgerList } from '#web/ui/ledger-list.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { TakeBack } from './take-back.tsx';
import { amountText, answerText, ownText, stampWord } from './words.ts';
import './requests.css';

const ANSWERS_SHOWN = 3;

export interface WaitingListProps {
  childId: string;
  timeZone: string | undefined;
}

/** Renders nothing without requests. Transfers have their own panel. */
export function WaitingList({ childId, timeZone }: WaitingListProps) {
  const { data } = useQuery(query(approvals.list, {}));
  const isOwn = (one: Request) => one.childId === childId && one.kind !== 'savings_transfer';
  const open = (data?.open ?? []).filter(isOwn);
  const answered = (data?.answered ?? []).filter(isOwn).slice(0, ANSWERS_SHOWN);
  if (open.length === 0 && answered.length === 0) return null;
  return (
    <Card className="dash-stack" aria-labelledby="my-questions">
      <h2 id="my-questions">{t`My requests`}</h2>
      {open.length > 0 && (
        <LedgerList
          label={t`Waiting`}
          groups={[{ key: 'open', entries: open.map((one) => waitingLine(one, timeZone)) }]}
        />
      )}
      {answered.length > 0 && (
        <ul className="answers" aria-label={t`Answers`}>
          {answered.map((one) => (
            <Answer key={one.id} one={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const waitingLine = (one: Request, timeZone: string | undefined): LedgerEntry => ({
  id: one.id,
  title: one.reason,
  detail: `${ownText(one)} · ${dayText(one.createdAt, timeZone)}`,
  amount: one.amount === null ? amountText(one) : <MoneyText sats={satsOf(one.amount)} follow />,
  state: (
    <>
      <StateChip state="waiting" />
      <TakeBack id={one.id} what={one.reason} />
    </>
  ),
});

function Answer({ one }: { one: Request }) {
  const who = one.decidedBy ?? t`A parent`;
  return (
    <li className="answer">
      <span
        className={one.state === 'approved' ? 'rubber small-stamp' : 'rubber small-stamp ask-no'}
      >
        {stampWord(one.state)}
      </span>
      <div className="answer-words">
        <strong>{one.reason}</strong>
        <p>{answerText(one)}</p>
        {one.denialReason && <p className="ask-why">{t`${who} wrote: “${one.denialReason}”`}</p>}
      </div>
    </li>
  );
}
