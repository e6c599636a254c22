/** The child's requests: open ones, and answers with their reasons. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { approvals, type Request } from '#features/book/approvals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { StateChip } from '#web/ui/chip.tsx';
import { type LedgerEntry, LedgerList } from '#web/ui/ledger-list.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { TakeBack } from './take-back.tsx';
import { amountText, answerText, ownText, stampWord } from './words.ts';
import '#web/ui/ask-card.css';
import './requests.css';

const ANSWERS_SHOWN = 3;

export interface WaitingListProps {
  childId: string;
  timeZone: string | undefined;
  /** Answers from other features, such as goals. */
  others?: readonly OwnAnswer[];
}

export interface OwnAnswer {
  id: string;
  isYes: boolean;
  /** The stamp's text unless it is yes or no. */
  stamp?: string;
  what: string;
  outcome: string;
  who: string | null;
  /** The reason given with a denial. */
  why: string | null;
}

/** Renders nothing without requests. Transfers have a separate panel. */
export function WaitingList({ childId, timeZone, others = [] }: WaitingListProps) {
  const { data } = useQuery(query(approvals.list, {}));
  const isOwn = (one: Request) => one.childId === childId && one.kind !== 'savings_transfer';
  const open = (data?.open ?? []).filter(isOwn);
  const answered = [
    ...(data?.answered ?? []).filter(isOwn).slice(0, ANSWERS_SHOWN).map(asAnswer),
    ...others.slice(0, ANSWERS_SHOWN),
  ];
  if (open.length === 0 && answered.length === 0) return null;
  return (
    <Card className="dash-stack" aria-labelledby="my-questions">
      <h2 id="my-questions">{t`What I asked`}</h2>
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

const asAnswer = (one: Request): OwnAnswer => ({
  id: one.id,
  isYes: one.state === 'approved',
  stamp: stampWord(one.state),
  what: one.reason,
  outcome: answerText(one),
  who: one.decidedBy,
  why: one.denialReason,
});

function Answer({ one: { isYes, stamp, what, outcome, who, why } }: { one: OwnAnswer }) {
  const by = who ?? t`A parent`;
  return (
    <li className="answer">
      <span className={isYes ? 'rubber small-stamp' : 'rubber small-stamp ask-no'}>
        {stamp ?? stampWord(isYes ? 'approved' : 'denied')}
      </span>
      <div className="answer-words">
        <strong>{what}</strong>
        <p>{outcome}</p>
        {why && <p className="ask-why">{t`${by} wrote: “${why}”`}</p>}
      </div>
    </li>
  );
}
