/** When the next pay day is; and on the day itself, the button that records it. */
import { useState } from 'react';
import { soonestPayday } from '#screens/dashboard/rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { CalendarIcon } from '#web/ui/icons.tsx';
import type { FamilyBook } from './calls.ts';
import { soonestText } from './words.ts';

const ProcessButton = lazyPart(async () => (await import('./process-button.tsx')).ProcessButton);

export function DueLine({ book: { children, family } }: { book: FamilyBook }) {
  const isDue = soonestPayday(children)?.next.kind === 'today';
  // Once the pay day is recorded, nothing is due any more; its slip stays until it is closed.
  const [wasDue, setWasDue] = useState(isDue);
  if (isDue && !wasDue) setWasDue(true);
  return (
    <div className="due-line">
      <p className="due-words">
        <CalendarIcon size={20} /> {soonestText(children)}
      </p>
      {wasDue && <ProcessButton look="gold" family={family} isDue={isDue} />}
    </div>
  );
}
