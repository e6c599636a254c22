/** Replaces an answered request with a rubber stamp, briefly. */
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { Request } from '#features/book/approvals/contract.ts';
import { timeText } from '#web/dates.ts';
import { amountText, stampWord } from './words.ts';
import '#web/ui/ask-card.css';

const SHOWN_MS = 4000;

interface AnsweredRowProps {
  request: Request;
  timeZone: string;
  /** The server's message if someone else answered first. */
  late?: string | undefined;
  onGone: () => void;
}

export function AnsweredRow({ request, timeZone, late, onGone }: AnsweredRowProps) {
  const { state, decidedBy, decidedAt, childName } = request;
  const amount = request.approvedAmount ?? request.amount;
  const time = decidedAt && timeText(decidedAt, timeZone);
  return (
    <StampedRow
      stamp={[stampWord(state), decidedBy, time].filter(Boolean).join(' ')}
      isYes={state === 'approved'}
      what={t`${childName}: ${amountText({ amount })}`}
      late={late}
      onGone={onGone}
    />
  );
}

interface StampedRowProps {
  stamp: string;
  isYes: boolean;
  what: string;
  late?: string | undefined;
  onGone: () => void;
}

export function StampedRow({ stamp, isYes, what, late, onGone }: StampedRowProps) {
  const row = useFocusKept(onGone);
  return (
    <li ref={row} tabIndex={-1} className="ask ask-done">
      <span role="status" className={isYes ? 'rubber stamp-new' : 'rubber stamp-new ask-no'}>
        {stamp}
      </span>
      <span>{what}</span>
      {late && <strong role="alert">{late}</strong>}
    </li>
  );
}

/** The pressed button disappears: moves the focus to the stamp, then back to the page. */
function useFocusKept(onGone: () => void) {
  const row = useRef<HTMLLIElement>(null);
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    const had = document.activeElement;
    if (!had || had === document.body) row.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      if (document.activeElement === row.current) document.getElementById('main')?.focus();
      gone.current();
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return row;
}
