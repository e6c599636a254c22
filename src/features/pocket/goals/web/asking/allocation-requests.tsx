/** Children's requests for goals: yes, or no with a reason. For the goals page. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  type Allocation,
  allocations,
  REASON_MAX,
} from '#features/pocket/goals/allocations/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { DenyForm } from '#web/ui/deny-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { DrawnGoal } from '../goal-picture.tsx';
import { appliesWord, readyReasons } from '../words.ts';
import '../goals.css';

interface RequestsProps {
  pending: readonly Allocation[];
  timeZone: string | undefined;
  /** Child users see their own requests and may withdraw them. */
  isChild?: boolean;
}

export function RequestsDialog({ onClose, ...props }: RequestsProps & { onClose: () => void }) {
  const { isChild = false } = props;
  const title = isChild ? t`What I asked` : t`Pending Allocation Requests`;
  return (
    <Dialog title={title} onClose={onClose}>
      {props.pending.length === 0 ? (
        <EmptyState title={t`All answered`}>
          {isChild
            ? t`You can ask on the card of a goal.`
            : t`Nothing waits for a yes or no. A child asks from a goal’s card.`}
        </EmptyState>
      ) : (
        <AllocationRequests {...props} />
      )}
    </Dialog>
  );
}

function AllocationRequests({ pending, timeZone, isChild = false }: RequestsProps) {
  return (
    <ul className="goal-rows">
      {pending.map((one) => (
        <li key={one.id} className="goal-row">
          <span className="goal-row-line">
            <span className="goal-row-name">
              <DrawnGoal name={one.goalDrawing} /> {t`${one.percentage}% for ${one.goalTitle}`}
            </span>
            <span className="sub">{dayText(one.createdAt, timeZone)}</span>
          </span>
          <span className="sub">
            {one.byChild || !one.enteredBy
              ? t`${one.childName}, ${appliesWord(one)}`
              : t`${one.childName}, ${appliesWord(one)}; entered by ${one.enteredBy}`}
          </span>
          {one.requestNote && <q>{one.requestNote}</q>}
          {one.movesNow && (
            <span>{t`A yes moves ${satsWithValue(satsOf(one.movesNow))} from savings now.`}</span>
          )}
          {isChild ? <TakeBack request={one} /> : <Answer request={one} />}
        </li>
      ))}
    </ul>
  );
}

function Answer({ request }: { request: Allocation }) {
  const [denies, setDenies] = useState(false);
  const answer = useFormCall(allocations.approve, {
    failed: t`Failed to process approval`,
    toasts: {
      done: ({ status }) =>
        status === 'denied'
          ? {
              title: t`Allocation Denied`,
              description: t`The child will be notified of the reason.`,
            }
          : { title: t`Allocation Approved` },
    },
  });
  const { id } = request;
  if (denies)
    return (
      <DenyForm
        reasons={readyReasons()}
        maxLength={REASON_MAX}
        childName={request.childName}
        error={answer.errors.denialReason ?? answer.errors.form}
        busy={answer.busy}
        onBack={() => setDenies(false)}
        onDeny={(denialReason) => answer.submit({ id, approved: false, denialReason })}
      />
    );
  return (
    <>
      {answer.errors.form && (
        <p role="alert" className="text-brick">
          {answer.errors.form}
        </p>
      )}
      <div className="form-actions">
        <Button
          busy={answer.busy}
          onClick={() => answer.submit({ id, approved: true })}
        >{t`Approve`}</Button>
        <Button look="alt" onClick={() => setDenies(true)}>{t`Deny`}</Button>
      </div>
    </>
  );
}

function TakeBack({ request: { id } }: { request: Allocation }) {
  const end = useFormCall(allocations.end, {
    failed: t`Failed to take the request back`,
  });
  return (
    <Button look="quiet" small busy={end.busy} onClick={() => end.submit({ id })}>
      {t`Take back`}
    </Button>
  );
}
