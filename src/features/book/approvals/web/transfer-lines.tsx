/** The lines of the transfers panel: open ones, then the latest answers with their stamps. */
import { t } from '@lingui/core/macro';
import type { Request, Transfer } from '#features/book/approvals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { StateChip } from '#web/ui/chip.tsx';
import { type LedgerEntry, LedgerList } from '#web/ui/ledger-list.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { TakeBack } from './take-back.tsx';
import { amountText, stampWord, wayText } from './words.ts';
import './requests.css';

export interface TransferLinesProps {
  mode: 'parent' | 'child';
  open: readonly Transfer[];
  answered: readonly Request[];
  timeZone: string | undefined;
}

export function TransferLines({ mode, open, answered, timeZone }: TransferLinesProps) {
  return (
    <>
      {open.length > 0 && (
        <LedgerList
          label={t`Waiting transfers`}
          groups={[{ key: 'open', entries: open.map((one) => openLine(one, mode, timeZone)) }]}
        />
      )}
      {answered.length > 0 && (
        <>
          <h3 className="sub">{t`Recently answered`}</h3>
          <LedgerList
            label={t`Recently answered`}
            groups={[
              {
                key: 'answered',
                entries: answered.map((one) => answeredLine(one, mode, timeZone)),
              },
            ]}
          />
        </>
      )}
    </>
  );
}

function openLine(
  one: Transfer,
  mode: 'parent' | 'child',
  timeZone: string | undefined,
): LedgerEntry {
  const sats = satsOf(one.amount);
  const day = dayText(one.requestedAt, timeZone);
  return {
    id: one.id,
    title: mode === 'child' ? one.description : `${one.childName}: ${one.description}`,
    detail: mode === 'child' ? t`${day} · Give it to your parent.` : day,
    amount: <MoneyText sats={sats} follow />,
    state: (
      <>
        <StateChip state="waiting" />
        {mode === 'child' && <TakeBack id={one.id} what={one.description} />}
      </>
    ),
  };
}

function answeredLine(
  one: Request,
  mode: 'parent' | 'child',
  timeZone: string | undefined,
): LedgerEntry {
  const sats = one.approvedAmount ?? one.amount;
  const who = mode === 'child' ? one.reason : `${one.childName}, ${wayText(one.kind)}`;
  const day = one.decidedAt && dayText(one.decidedAt, timeZone);
  return {
    id: one.id,
    title: who,
    detail: [mode === 'parent' && one.reason, one.denialReason, day].filter(Boolean).join(' · '),
    amount: sats === null ? amountText(one) : <MoneyText sats={satsOf(sats)} follow />,
    state: <SmallStamp one={one} />,
  };
}

function SmallStamp({ one }: { one: Request }) {
  return (
    <span className={one.state === 'approved' ? 'rubber small-stamp' : 'rubber small-stamp ask-no'}>
      {[stampWord(one.state), one.decidedBy].filter(Boolean).join(' ')}
    </span>
  );
}
