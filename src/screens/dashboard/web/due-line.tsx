/** The next pay day and, on the day itself, the button that records it. */
import { soonestPayday } from '#screens/dashboard/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { CalendarIcon } from '#web/ui/icons.tsx';
import type { FamilyBook } from './calls.ts';
import type { SlipState } from './kept-slip.ts';
import { soonestText } from './words.ts';

const ProcessButton = lazyPart(async () => (await import('./process-button.tsx')).ProcessButton);

interface DueLineProps extends SlipState {
  book: FamilyBook;
}

/** Once the pay day is recorded, none is due any more; its slip stays until closed. */
export function DueLine({ book: { children, family }, slip, onSlip }: DueLineProps) {
  const isDue = soonestPayday(children)?.next.kind === 'today';
  return (
    <div className="due-line">
      <p className="due-words">
        <CalendarIcon size={20} /> {soonestText(children)}
      </p>
      {(isDue || slip) && (
        <ProcessButton
          look="gold"
          family={family}
          books={children}
          isDue={isDue}
          slip={slip}
          onSlip={onSlip}
        />
      )}
    </div>
  );
}
