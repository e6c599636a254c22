/**
 * The result of "Process Allowances": a row for each child, stamped one after another, and the
 * parent's next step: pay, take it all back, or automate it.
 */
import { t } from '@lingui/core/macro';
import { type CSSProperties, useState } from 'react';
import { MOST_ENTRIES_AT_ONCE, transactions } from '#features/book/transactions/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { MoneyText } from '#web/ui/money.tsx';
import { useWay } from '#web/ui/page-link.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type PaidChild, perChild } from './processed-toast.ts';
import type { Processed } from './use-process-allowances.ts';
import './pay-slip.css';

export interface PaySlipProps {
  processed: Processed;
  /** The family's setting: allowances are recorded automatically. */
  automatic: boolean;
  /** Planned payouts, by entry; undefined until known. */
  planned: Plans | undefined;
  onClose: () => void;
}

/** The state of an allowance with a planned payout. */
export interface Planned {
  text: string;
  progress: 'waits' | 'moving' | 'paid';
}
type Plans = ReadonlyMap<string, Planned>;

type State = 'recorded' | 'paid' | 'undone';

export function PaySlip({ processed, automatic, planned, onClose }: PaySlipProps) {
  const [state, setState] = useState<State>('recorded');
  const children = perChild(processed.processedChildren);
  const total = children.reduce((sum, { sats }) => sum + sats, 0n);
  return (
    <section className="pay-slip" aria-labelledby="pay-slip">
      <h2 id="pay-slip">{t`Pay day`}</h2>
      <ul>
        {children.map((child, place) => {
          const plans = child.entryIds.flatMap((id) => planned?.get(id) ?? []);
          return (
            <Row key={child.childId} child={child} place={place} state={state} plans={plans} />
          );
        })}
      </ul>
      {children.length > 1 && (
        <p className={cx('pay-slip-row pay-slip-total', state === 'undone' && 'pay-slip-undone')}>
          <span>{t`Together`}</span>
          <MoneyText sats={total} follow />
        </p>
      )}
      <NextActs
        processed={processed}
        planned={planned}
        state={state}
        onClose={onClose}
        onState={setState}
      />
      {state !== 'undone' && !automatic && <ByItself />}
    </section>
  );
}

interface RowProps {
  child: PaidChild;
  place: number;
  /** The state of entries that no plan pays out, and of all entries once taken back. */
  state: State;
  plans: readonly Planned[];
}

/** Each stamp lands slightly after the one above; with reduced motion there is no animation. */
function Row({ child: { name, sats, weeks }, place, state: ofAll, plans }: RowProps) {
  const isPaid = plans.every(({ progress }) => progress === 'paid');
  const state = ofAll === 'undone' || plans.length === 0 ? ofAll : isPaid ? 'paid' : 'recorded';
  const words = { recorded: t`Recorded`, paid: t`Paid`, undone: t`Taken back` };
  return (
    <li className={cx('pay-slip-row', state === 'undone' && 'pay-slip-undone')}>
      <span>
        {name}
        {weeks > 1 && <span className="sub"> {t`${weeks} weeks`}</span>}
      </span>
      <MoneyText sats={sats} follow />
      <span
        key={state}
        className="rubber stamp-new pay-slip-stamp"
        style={{ '--after': `${place * 250}ms` } as CSSProperties}
      >
        {words[state]}
      </span>
      {state !== 'undone' &&
        plans.map(({ text }) => (
          <span key={text} className="sub pay-slip-plan">
            {text}
          </span>
        ))}
    </li>
  );
}

interface NextActsProps {
  processed: Processed;
  planned: Plans | undefined;
  state: State;
  onState: (state: State) => void;
  onClose: () => void;
}

function NextActs({ processed, planned, state, onState, onClose }: NextActsProps) {
  const ids = processed.processedChildren.map(({ entryId }) => entryId);
  // Marking a payout as paid would cancel it: payouts are settled in their own list.
  const byHand = planned === undefined ? [] : ids.filter((id) => !planned.has(id));
  const isMoving = ids.some((id) => (planned?.get(id)?.progress ?? 'waits') !== 'waits');
  // Entries are changed on the activity page, which the demo lacks.
  const hasEntries = useWay('/activity') !== undefined;
  const paid = useCall(transactions.markSeveralPaid, { onDone: () => onState('paid') });
  const undo = useCall(transactions.undoSeveral, { onDone: () => onState('undone') });
  const error = paid.error ?? undo.error;
  const offers = hasEntries && state === 'recorded' && ids.length <= MOST_ENTRIES_AT_ONCE;
  return (
    <>
      {error && (
        <InlineAlert>{messageOf(error, t`Nothing was changed. Please try again.`)}</InlineAlert>
      )}
      <p role="status">{stateText(state, offers, byHand.length / ids.length)}</p>
      <div className="form-actions">
        {offers && byHand.length > 0 && (
          <Button small busy={paid.isPending} onClick={() => paid.run({ ids: byHand })}>
            {t`I have paid`}
          </Button>
        )}
        {offers && !isMoving && (
          <Button look="alt" small busy={undo.isPending} onClick={() => undo.run({ ids })}>
            {t`Undo`}
          </Button>
        )}
        <Button look="quiet" small onClick={onClose}>{t`Close`}</Button>
      </div>
    </>
  );
}

/** @param byHand the part without a planned payout: 0 for none, 1 for all of it */
function stateText(state: State, offers: boolean, byHand: number): string {
  if (state === 'paid') return t`Marked as paid.`;
  if (state === 'undone') return t`All of it is taken back. These weeks are not recorded again.`;
  if (!offers) return '';
  if (byHand === 0) return t`It is in the books.`;
  if (byHand < 1) return t`It is in the books. Pay the rest from your wallet when you are ready.`;
  return t`It is in the books. Pay it from your wallet when you are ready.`;
}

function ByItself() {
  const [failure, setFailure] = useState('');
  const save = useCall(allowances.settings, {
    onDone: () =>
      toast({
        title: t`Saved`,
        description: t`Pocket money is recorded automatically on each pay day.`,
      }),
    onFail: (error) => setFailure(messageOf(error, t`Update Failed`)),
  });
  return (
    <>
      <Switch
        label={t`Do this automatically every week`}
        checked={save.isPending}
        disabled={save.isPending}
        onChange={() => save.run({ payAutomatically: true })}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
    </>
  );
}
