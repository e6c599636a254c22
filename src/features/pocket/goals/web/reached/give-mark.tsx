/** "Well done": opens in place, and one press sends it. The child sees it next time. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { marks } from '#features/pocket/goals/marks/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { MarkStamp } from '#web/ui/mark.tsx';
import { MarkPicker, StampPicker } from '#web/ui/mark-picker.tsx';

interface GiveMarkProps {
  id: string;
  /** A line of the book, or a goal. */
  to: 'line' | 'goal';
}

export function GiveMark({ id, to }: GiveMarkProps) {
  const [given, setGiven] = useState<string>();
  const [isOpen, open] = useState(false);
  const call = useFormCall(to === 'line' ? marks.onEntry : marks.onGoal, {
    failed: t`This could not be sent just now.`,
  });
  if (given && !call.busy && !call.errors.form)
    return <Given mark={given} words={t`It is waiting in the book.`} />;
  return (
    <div className="mark-panel">
      {call.errors.form && <InlineAlert>{call.errors.form}</InlineAlert>}
      {isOpen ? (
        <MarkPicker
          busy={call.busy}
          onChoose={(mark) => {
            setGiven(mark);
            call.submit({ id, mark });
          }}
        />
      ) : (
        <Button look="quiet" small onClick={() => open(true)}>{t`Say “well done”`}</Button>
      )}
    </div>
  );
}

/** A child's thanks to all contributors. */
export function ThankForGoal({ id }: { id: string }) {
  const [given, setGiven] = useState<string>();
  const [isOpen, open] = useState(false);
  const call = useFormCall(marks.thank, { failed: t`This could not be sent just now.` });
  if (given && !call.busy && !call.errors.form)
    return <Given mark={given} words={t`Your thank you is on its way.`} />;
  return (
    <div className="mark-panel">
      {call.errors.form && <InlineAlert>{call.errors.form}</InlineAlert>}
      {isOpen ? (
        <StampPicker
          busy={call.busy}
          onChoose={(mark) => {
            setGiven(mark);
            call.submit({ id, mark });
          }}
        />
      ) : (
        <Button look="gold" onClick={() => open(true)}>{t`Say thank you`}</Button>
      )}
    </div>
  );
}

const Given = ({ mark, words }: { mark: string; words: string }) => (
  <p className="mark-given" role="status">
    <MarkStamp mark={mark} isNew /> {words}
  </p>
);
